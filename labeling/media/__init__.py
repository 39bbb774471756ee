"""Media: what a file is, judged by its content, and how it is shown; knows no Django."""
