"""Pictures as SVG text: of numbers and dice alone on the page, with names and a title where they stand alone."""
