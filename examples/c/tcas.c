/* An altitude advisory in the manner of a collision avoidance system: 0 none, 1 climb, 2 descend. */
static int separation(int up, int inhibit) { return inhibit ? up + 100 : up; }

int advisory(short own, short other, short rate, short up, short down, unsigned char inhibit) {
  int result = 0;
  int enabled = own > 500 && rate <= 600 && own - other < 5000 && other - own < 5000;
  if (enabled) {
    int prefers_up = separation(up, inhibit) > down;
    int below = own < other;
    int above = other < own;
    int need_up = prefers_up ? !below || (below && down < 400) : above && up >= 400;
    int need_down = prefers_up ? below && down >= 400 : !above || (above && up >= 400);
    if (need_up && need_down)
      result = 0;
    else if (need_up)
      result = 1;
    else if (need_down)
      result = 2;
  }
  return result;
}
