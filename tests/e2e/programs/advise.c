#include "../../../examples/c/tcas.c"

int advise(signed char height, signed char distance) {
  return advisory((short)(500 + height), (short)(500 + height + distance), (short)(600 + distance), (short)(400 + distance),
                  (short)(400 + height), (unsigned char)(distance & 1));
}
