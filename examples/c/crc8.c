/* The CRC-8 checksum of two bytes, polynomial x^8 + x^2 + x + 1. */
unsigned char crc8(const unsigned char *data) {
  unsigned char crc = 0;
  for (int i = 0; i < 2; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) {
      if (crc & 0x80)
        crc = (unsigned char)((crc << 1) ^ 0x07);
      else
        crc = (unsigned char)(crc << 1);
    }
  }
  return crc;
}
