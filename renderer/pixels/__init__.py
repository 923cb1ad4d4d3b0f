"""From a scene to pixels and bytes: composed, given a palette, packed as a PNG; what of that is kept or shipped."""
