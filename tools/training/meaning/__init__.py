"""Makes the sentence model builtin/meaning-1 from documentation that Debian distributes."""
