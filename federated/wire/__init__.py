"""Updates on their way: few bits a weight, and nothing lost for good."""
