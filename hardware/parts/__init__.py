"""What is bought: the bill of materials of three builds."""
