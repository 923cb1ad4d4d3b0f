"""The data folder: its files, backups of the database in it, and what is done where a fault or somebody changes them.

`files` names them and makes changes durable; `watch` sees that they are taken away, and `halt` saves what it can then;
`damage` mends bad pages, by `salvage` and a backup; `known` notes beside the folder that there were tables; `control`
is the socket in it by which the command line asks the running bot.
"""
