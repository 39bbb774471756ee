"""Networks of TensorFlow Lite, written as ONNX once so that our own runtime reads them.

Small convolutional networks only: no control flow, no whole numbers. What a network does at its end
with single numbers (arg max, gathering) is left to numpy: the graph is written up to named tensors.
"""
