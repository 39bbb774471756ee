"""Demo projects made of our own words and pictures: nothing is downloaded, nothing is private."""
