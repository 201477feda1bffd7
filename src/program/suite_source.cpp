#include "program/suite_source.h"

namespace pg {

// No header is included: the program may include the same after asking for other things in it, or
// use their names for its own.
const char* const kSuiteHead =
    R"(/* The names of ours begin with @, also those of what we use of the library. */
int @printf(const char *, ...) __asm__("printf");
int @flush(void *) __asm__("fflush");
int @fork(void) __asm__("fork");
int @wait(int, int *, int) __asm__("waitpid");
struct @time { long seconds, microseconds; };
struct @timer { struct @time interval, value; };
int @set_timer(int, const struct @timer *, struct @timer *) __asm__("setitimer");
int @raise(int) __asm__("raise");
int *@errno(void) __asm__("__errno_location");

int @run(int number);

enum { @virtual = 1, @returned = -1, @passed = 15, @failed = 9, @expired = 26, @mask = 127 };
static int @number, @wrong;

__attribute__((unused)) static void @check(const char *what, long long got, long long expected) {
  if (got == expected) return;
  @printf("test %d: %s is %lld, expected %lld\n", @number, what, got, expected);
  @wrong = 1;
}

__attribute__((unused)) static void @check_float(const char *what, double got, double expected) {
  const union { double number; long long bits; } a = {got}, b = {expected};
  if ((got != got && expected != expected) || a.bits == b.bits) return;
  @printf("test %d: %s is %.17g, expected %.17g\n", @number, what, got, expected);
  @wrong = 1;
}

__attribute__((unused)) static void @check_bytes(const char *what, const char *got,
                                                 const char *expected, unsigned long size) {
  for (unsigned long i = 0; i < size; ++i)
    if (got[i] != expected[i]) {
      @printf("test %d: %s differs in byte %lu\n", @number, what, i);
      @wrong = 1;
      return;
    }
}

__attribute__((unused)) static void @check_pointer(const char *what, const volatile void *got,
                                                   const volatile void *expected) {
  if (got == expected) return;
  @printf("test %d: %s is %p, expected %p\n", @number, what, got, expected);
  @wrong = 1;
}

/* A pointer to these characters, which are not in one of our objects. */
__attribute__((unused)) static void @check_text(const char *what, const volatile void *got,
                                                const char *expected, unsigned long size) {
  const volatile char *text = got;
  for (unsigned long i = 0; i < size; ++i)
    if (!text || text[i] != expected[i]) {
      @printf("test %d: %s is not the text that is expected\n", @number, what);
      @wrong = 1;
      return;
    }
}

__attribute__((unused)) static void @check_outside(const char *what, const volatile void *got,
                                                   const volatile void *object,
                                                   unsigned long size) {
  if ((unsigned long)got - (unsigned long)object >= size) return;
  @printf("test %d: %s is a pointer into another object than expected\n", @number, what);
  @wrong = 1;
}

__attribute__((unused)) static void @set(char *to, const char *from, unsigned long size) {
  for (unsigned long i = 0; i < size; ++i) to[i] = from[i];
}

#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#endif
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The program. What a compiler warns of in it is none of our business. */
)";

// Each test is a process of its own: it starts from fresh variables, and may crash or hang. It ends
// by a signal, because a program may exit with any code. What does not end is stopped by the time
// that it computes, not by the clock: the machine may be busy.
const char* const kSuiteRunner = R"(
/* Runs a test, which counts from 1; 0 if it passes. */
int @run(int @index) {
  int @status = 0;
  const int @limit = @tests[@index - 1].@milliseconds;
  const struct @timer @ends = {{0, 0}, {@limit / 1000, @limit % 1000 * 1000}};
  @number = @index;
  @flush(0);
  const int @child = @fork();
  if (@child == 0) {
    @set_timer(@virtual, &@ends, 0);
    @tests[@index - 1].@call();
    @flush(0);
    @raise(@wrong ? @failed : @passed);
  }
  @wait(@child, &@status, 0);
  const int @signal = @status & @mask;
  const int @code = @signal ? 128 + @signal : @status >> 8 & 255;
  const int @expected = @tests[@index - 1].@expected;
  if (@expected == @returned ? @signal == @passed
                             : @signal != @passed && @signal != @failed && @code == @expected)
    return 0;
  if (@signal == @passed) @printf("test %d: returns, expected exit %d\n", @index, @expected);
  else if (@signal == @expired) @printf("test %d: computes for more than %d ms\n", @index, @limit);
  else if (@signal && @signal != @failed) @printf("test %d: signal %d\n", @index, @signal);
  else if (!@signal) @printf("test %d: exit %d\n", @index, @code);
  return 1;
}

#ifndef POLYGRAPH_NO_MAIN
int main(void) {
  int @failures = 0;
  for (int @index = 1; @index <= @count; ++@index) @failures += @run(@index);
  @printf("%d of %d tests passed\n", @count - @failures, @count);
  return @failures != 0;
}
#endif
)";

}  // namespace pg
