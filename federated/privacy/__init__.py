"""What keeps data at home: sums that hide their parts, noise with a budget, counts with a floor."""
