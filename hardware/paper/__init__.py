"""What is printed on paper: sheets, the calibration pattern, rules, labels."""
