"""Model folders as Hugging Face writes them: config.json, model.safetensors, tokenizer.json.

`layout` says what a folder is without loading anything, `packed` takes one out of a zip, `model`
opens it with the package transformers (which stays optional) in a process with limits.
"""
