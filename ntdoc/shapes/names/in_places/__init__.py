"""What holds in one place alone: a sentence, a case, an example, a theorem."""
