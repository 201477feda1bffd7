"""The attacks of tools/attack, one a file."""
