/* The number of a day in its year, or 0 for a date that does not exist. */
static int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static const int kDays[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int day_of_year(short year, signed char month, signed char day) {
  int total = 0;
  if (year < 1 || month < 1 || month > 12 || day < 1) return 0;
  int days = kDays[month - 1];
  if (month == 2 && is_leap(year)) days = days + 1;
  if (day > days) return 0;
  for (int m = 0; m < month - 1; m++) total = total + kDays[m];
  if (month > 2 && is_leap(year)) total = total + 1;
  return total + day;
}
