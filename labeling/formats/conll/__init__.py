"""CoNLL: a token a line with its tag, sentences apart by blank lines.

Our own files carry the white space of the text in the third column (`SpaceAfter=No`,
`SpacesAfter=\\s\\n`), as CoNLL-U does, so that the text comes back as it was.
"""
