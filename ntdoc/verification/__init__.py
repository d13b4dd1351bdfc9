"""Claims → verdicts: whether what is said holds, on several samples and sizes."""
