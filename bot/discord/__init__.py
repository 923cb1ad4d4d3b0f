"""The Discord side: commands and presses come in, screens and the courier's messages go out."""
