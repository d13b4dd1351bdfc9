"""What is random: how it is distributed, and means, variances and covariances over chances."""
