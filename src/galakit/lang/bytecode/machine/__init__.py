"""The abstract machine itself: functions over 64-bit words, which are compiled as one library."""
