"""Who sits where: gathering a table, leaving it, moving it elsewhere."""
