"""The assembly guide, in English and German, made of words, numbers and pictures of the parts."""
