#include "../../../examples/c/calendar.c"

int day(unsigned char date, unsigned char years) {
  return day_of_year((short)(years * 4 + 1580), (signed char)(date / 16), (signed char)(date % 16 * 2 + 1));
}
