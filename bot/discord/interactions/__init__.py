"""Presses, menus, modals and commands that come in, and how each is answered."""
