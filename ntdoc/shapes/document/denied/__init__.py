"""What a document shows and does not claim: exercises, quizzes, errata, mistakes that it tells of."""
