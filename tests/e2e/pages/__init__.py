"""What a person does on each page, by roles and words rather than by markup."""
