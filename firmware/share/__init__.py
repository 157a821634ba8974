"""Phones nearby: they follow the sheet, and play along where the device's digits were typed."""
