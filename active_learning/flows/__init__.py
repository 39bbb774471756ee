"""Flows: a few steps in a row, from a field's value to proposals about it.

A picture is made smaller, a model marks it, the marks are cut out, a second model classes the
cuttings. A step is a file in `steps` and a line in `registry`; `declaration` reads a flow and says
what is wrong with it, and where; `running` is a flow as one more pre-labeler.
"""
