"""Tables of text: comma, semicolon, tab or bar between the cells."""
