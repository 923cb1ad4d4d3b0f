"""What every picture is drawn with: outlines, sketches, signs, names of people, plates of players."""
