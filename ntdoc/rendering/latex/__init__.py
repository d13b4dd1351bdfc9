"""A LaTeX document becomes pages: prose through pandoc, everything numbered, each equation put back in its place."""
