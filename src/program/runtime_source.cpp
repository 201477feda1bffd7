#include "program/runtime.h"

namespace pg {

// What checks call, and the table of objects that they look into.
const char* const kObjectsSource = R"(#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

// `changes` is kOnHeap on the heap.
struct object { char *base; uint64_t size, changes, identity, align, ended; };

extern uint32_t polygraph_fault;
extern struct object polygraph_globals[];
extern const uint64_t polygraph_global_count;

// What ends an execution: the first six are those of checks; the others only tell them apart.
enum {
  kMaxObjects = 1 << 20,
  kTrapDivision = 1,
  kTrapOverflow = 2,
  kTrapMemory = 3,
  kTrapUndefined = 5,
  kTrapTimeout = 6,
  kTrapNull = 7,
  kTrapSlow = 9,
  kTrapRoom = 10,
  kTrapUnwanted = 11,
};
enum { kArena = 1 << 28, kParameterAlign = 16, kGap = 64, kOnHeap = 2 };
static const uint64_t kMostSteps = 2000000;

static struct object objects[kMaxObjects];
static uint64_t object_count, steps, step_limit;
static uint64_t turns, turn_limit;  // steps without their weights
static char undefined, unset_used;

// Variables live here, and none where another one did: an address tells the object, also if it is
// no more. Beside each byte there is which of its bits were never given a value.
static char arena[kArena], unset[kArena];
static uint64_t arena_used;

static void leave(char kind, uint32_t code);
static void go_on(void);

void polygraph_trap(uint32_t kind) { leave('t', kind); }
void polygraph_ub(_Bool condition, _Bool strict) {
  if (condition && strict) leave('t', kTrapUndefined);
  undefined |= condition;
}
void polygraph_zeros(void) { undefined = 1; }

void polygraph_step(uint32_t cost) {
  steps += cost;
  if (steps > step_limit || ++turns > turn_limit) go_on();
}

// What a plain program would come to with so much memory or time is not known. The original is then
// one that takes too long.
static void give_up(void) { leave('t', polygraph_fault ? kTrapRoom : kTrapSlow); }

// Variables that live at the same time: more than this may not fit on a stack.
static const uint64_t kMostLive = 4u << 20;
static uint64_t live[kMaxObjects + 1];

void polygraph_enter(char *base, uint64_t size, uint64_t align) {
  if (object_count == kMaxObjects) give_up();
  objects[object_count++] = (struct object){base, size, 1, 0, align, 0};
  live[object_count] = live[object_count - 1];
}

// A new variable, all zeros.
char *polygraph_variable(uint64_t size, uint64_t align) {
  const uint64_t least = align < 16 ? 16 : align;
  const uint64_t begin = (arena_used + least - 1) / least * least;
  if (size > kArena || begin + size + kGap > kArena || live[object_count] > kMostLive) give_up();
  arena_used = begin + size + kGap;
  memset(arena + begin, 0, size);
  memset(unset + begin, 0, size);
  polygraph_enter(arena + begin, size, align);
  live[object_count] = live[object_count - 1] + size;
  return arena + begin;
}

uint64_t polygraph_mark(void) { return object_count; }

// What is on the heap stays.
static uint64_t allocated;
void polygraph_leave(uint64_t count) {
  uint64_t kept = count;
  for (uint64_t i = count; allocated && i < object_count; ++i)
    if (objects[i].changes == kOnHeap) {
      live[kept + 1] = live[kept] + objects[i].size;
      objects[kept++] = objects[i];
    }
  object_count = kept;
}
void polygraph_nan(uint32_t is_nan) { undefined |= is_nan != 0; }

static const struct object *find(const char *base) {
  for (uint64_t i = object_count; i-- > 0;)
    if (base >= objects[i].base && base <= objects[i].base + objects[i].size && !objects[i].ended)
      return &objects[i];
  return 0;
}

void polygraph_access(const char *base, const char *pointer, uint64_t bytes, uint64_t align,
                      _Bool strict) {
  enum { kPage = 4096 };  // nothing is there, on any machine: to use it crashes
  const struct object *object = find(base);
  if (!object) leave('t', bytes > 0 && (uintptr_t)pointer < kPage ? kTrapNull : kTrapMemory);
  const uint64_t offset = pointer - object->base;
  if (offset > object->size || bytes > object->size - offset) leave('t', kTrapMemory);
  polygraph_ub(offset % align != 0 || object->align < align, strict);
}

void polygraph_move(const char *base, const char *pointer) {
  polygraph_access(base, pointer, 0, 1, 0);
}

_Bool polygraph_apart(const char *a, const char *b) {
  const struct object *object = find(a);
  return !object || object != find(b);
}

void polygraph_overlap(const char *to, const char *from, uint64_t bytes, _Bool strict) {
  const uint64_t distance = to < from ? from - to : to - from;
  polygraph_ub(distance != 0 && distance < bytes, strict);
}

void polygraph_disjoint(const char *to, const char *from, uint64_t bytes, _Bool strict) {
  polygraph_ub((to < from ? from - to : to - from) < bytes, strict);
}

char *polygraph_allocate(uint64_t bytes) {
  char *memory = polygraph_variable(bytes, 16);
  objects[object_count - 1].changes = kOnHeap;
  ++allocated;
  return memory;
}

static struct object *find_allocated(const char *memory) {
  for (uint64_t i = object_count; i-- > 0;)
    if (objects[i].base == memory && objects[i].changes == kOnHeap && !objects[i].ended)
      return &objects[i];
  leave('t', kTrapMemory);
  return 0;
}
uint64_t polygraph_allocated(const char *memory) { return find_allocated(memory)->size; }
void polygraph_release(const char *memory) { find_allocated(memory)->ended = 1; }

static void set_ended(const char *variable, int ended) {
  for (uint64_t i = object_count; i-- > 0;)
    if (objects[i].base == variable) objects[i].ended = ended;
}

void polygraph_begin(const char *variable) { set_ended(variable, 0); }
void polygraph_end(const char *variable) { set_ended(variable, 1); }

static char *unset_of(const char *pointer) {
  return pointer >= arena && pointer < arena + kArena ? unset + (pointer - arena) : 0;
}

uint64_t polygraph_unset_bits(const char *pointer, uint64_t bytes) {
  uint64_t bits = 0;
  if (unset_of(pointer)) memcpy(&bits, unset_of(pointer), bytes);
  return bits;
}

// Memory that is not watched takes only what has a value: 1 if it is something else.
uint64_t polygraph_set_bits(const char *pointer, uint64_t bytes, uint64_t which) {
  if (unset_of(pointer)) memcpy(unset_of(pointer), &which, bytes);
  return !unset_of(pointer) && which != 0;
}

uint64_t polygraph_copy_bits(const char *to, const char *from, uint64_t bytes) {
  char *target = unset_of(to);
  const char *source = unset_of(from);
  if (target && source) memmove(target, source, bytes);
  if (target && !source) memset(target, 0, bytes);
  for (uint64_t i = 0; !target && source && i < bytes; ++i)
    if (source[i]) return 1;
  return 0;
}

void polygraph_fill_bits(const char *to, uint64_t bytes, _Bool is_unset) {
  if (unset_of(to)) memset(unset_of(to), is_unset ? 255 : 0, bytes);
}

void polygraph_used(_Bool condition, _Bool strict) {
  if (condition && strict) leave('t', kTrapUndefined);
  unset_used |= condition;
}
)";

// Runs a suite with the fault whose number is the first argument.
const char* const kSuiteSource = R"(
// As a test ends that fails: a program may exit with any code.
static void leave(char kind, uint32_t code) { raise(SIGKILL); }
static void go_on(void) { leave('t', kTrapTimeout); }

__attribute__((constructor)) static void prepare(int count, char **words) {
  step_limit = kMostSteps;
  turn_limit = UINT64_MAX;
  polygraph_fault = count > 1 ? strtoul(words[1], 0, 10) : 0;
  for (uint64_t i = 0; i < polygraph_global_count; ++i) objects[object_count++] = polygraph_globals[i];
}
)";

// Reads commands line by line:
//   F ID...        the mutants that are tried from now on
//   K INPUT        runs the original and the mutants; those that differ are not tried again
//   M INPUT        the same, and all are tried again
//   O ID INPUT     what one mutant does
//   T ID INPUT     what one mutant comes to that takes too many steps
//   X BITS...      runs all inputs whose scalars have so many bits; says which mutants differ
// An input is one hexadecimal number a scalar and one string of hexadecimal bytes an array.
const char* const kRunnerSource = R"(
extern const uint64_t polygraph_scalar_count, polygraph_array_count, polygraph_input_count;
extern const uint64_t polygraph_array_sizes[];
extern const uint64_t polygraph_unset_size;
extern unsigned char polygraph_unset[];
extern const uint64_t polygraph_place_count, polygraph_places[][3];
void polygraph_entry(const uint64_t *scalars, char **arrays, uint64_t *result);
// Is there if inputs have to satisfy a condition: whether one does.
__attribute__((weak)) void polygraph_condition(const uint64_t *scalars, char **arrays,
                                               uint64_t *result);
static void (*entry)(const uint64_t *scalars, char **arrays, uint64_t *result) = polygraph_entry;

static const uint64_t kFactor = 10, kLeastSteps = 2000;
// What ends one test of suite.c takes fewer turns: 20 ms and 1 us for each of the original's steps,
// at no more than five a nanosecond. Nobody waits longer than that for what takes long here.
static const uint64_t kFarFactor = 5000, kFarTurns = 100000000, kMostSeconds = 10;

static uint64_t fixed_objects, fixed_arena, calls, result;
static uint32_t end_code;
static char end_kind;
static sigjmp_buf ending;

static char **arrays, **array_inputs;
static uint64_t *results;  // how many of an array were given out
static uint64_t *scalars;
static char *initial, *record, *expected;
static uint64_t initial_size, record_size;

static void leave(char kind, uint32_t code) {
  end_kind = kind;
  end_code = code;
  siglongjmp(ending, 1);
}

void polygraph_exit(int code) { leave('x', code & 255); }
void polygraph_abort(void) { leave('x', 134); }
void polygraph_no_return(void) { leave('x', 256); }

void polygraph_external(uint64_t function, uint32_t count, const uint64_t *arguments) {
  calls = (calls ^ (function + 1)) * 0x9e3779b97f4a7c15u;
  for (uint32_t i = 0; i < count; ++i)
    calls = ((calls << 7 | calls >> 57) ^ arguments[i]) * 0x9e3779b97f4a7c15u;
}

// What can be seen of a pointer: null, which constant, or that there is one.
uint64_t polygraph_identity(const char *pointer) {
  if (!pointer) return 0;
  for (uint64_t i = 0; i < polygraph_global_count; ++i) {
    const struct object *each = &polygraph_globals[i];
    if (!each->changes && pointer >= each->base && pointer <= each->base + each->size)
      return each->identity + (pointer - each->base);
  }
  return 1;
}

extern const uint64_t polygraph_target_count;
extern const struct { char *base; uint64_t array, size, number; const uint64_t *places; }
    polygraph_targets[];

// What stands for a pointer that is returned. Nobody can look at one to what is no more.
uint64_t polygraph_target(const char *pointer) {
  if (!pointer) return 0;
  for (uint64_t i = 0; i < polygraph_target_count; ++i) {
    const char *base = polygraph_targets[i].base;
    if (!base) base = arrays[polygraph_targets[i].array];
    const uint64_t offset = pointer - base;
    if (offset > polygraph_targets[i].size) continue;
    return polygraph_targets[i].places && offset < polygraph_targets[i].size
               ? polygraph_targets[i].places[offset]
               : polygraph_targets[i].number + offset;
  }
  give_up();
  return 0;
}

// The next of the values that the input has for a function.
uint64_t polygraph_result(uint64_t array, uint64_t size) {
  uint64_t value = 0;
  const uint64_t place = results[array]++ * size;
  if (place + size <= polygraph_array_sizes[array]) memcpy(&value, array_inputs[array] + place, size);
  return value;
}

// Where the stack of the tested function begins, and how far down it may go. Its frames are larger
// here than in a plain program, some of them by far: when it is full, that one's may have room.
static char *stack_base;
static const uint64_t kStackRoom = 120u << 20;

static void on_signal(int number, siginfo_t *info, void *context) {
  const uint64_t depth = stack_base - (char *)info->si_addr;
  if (number == SIGVTALRM || (number == SIGSEGV && depth < 2 * kStackRoom)) give_up();
  leave('t', number == SIGABRT ? 4 : kTrapMemory);
}

static void catch_signals(void) {
  static char stack[1 << 16];
  struct rlimit room;
  if (getrlimit(RLIMIT_STACK, &room) == 0) {
    room.rlim_cur = room.rlim_max < kStackRoom ? room.rlim_max : kStackRoom;
    setrlimit(RLIMIT_STACK, &room);
  }
  const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, 0);
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_NODEFER | SA_ONSTACK | SA_SIGINFO};
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; ++i) sigaction(signals[i], &action, 0);
}

// A state of a run, and after how many steps.
static struct {
  char *bytes;
  uint64_t size, room, step;
} seen;
static uint64_t watch_from, watch_end;

static void prepare(void) {
  for (uint64_t i = 0; i < polygraph_global_count; ++i) {
    objects[object_count++] = polygraph_globals[i];
    if (polygraph_globals[i].changes) initial_size += polygraph_globals[i].size;
  }
  record_size = initial_size;
  arrays = calloc(polygraph_array_count + 1, sizeof *arrays);
  array_inputs = calloc(polygraph_array_count + 1, sizeof *array_inputs);
  scalars = calloc(polygraph_scalar_count + 1, sizeof *scalars);
  results = calloc(polygraph_array_count + 1, sizeof *results);
  for (uint64_t i = 0; i < polygraph_array_count; ++i) {
    const uint64_t size = polygraph_array_sizes[i];
    array_inputs[i] = calloc(1, size + 1);
    record_size += size;
    if (i >= polygraph_input_count) {
      arrays[i] = polygraph_variable(size, kParameterAlign);
      continue;
    }
    arrays[i] = calloc(1, size + 2 * kGap);
    arrays[i] += kGap;
    polygraph_enter(arrays[i], size, kParameterAlign);
  }
  fixed_objects = object_count;
  fixed_arena = arena_used;
  initial = malloc(initial_size + 1);
  record = malloc(record_size + 1);
  expected = malloc(record_size + 1);
  char *to = initial;
  for (uint64_t i = 0; i < polygraph_global_count; ++i)
    if (polygraph_globals[i].changes)
      to = (char *)memcpy(to, polygraph_globals[i].base, polygraph_globals[i].size) +
           polygraph_globals[i].size;
}

// All NaNs are one, and so is what is not looked at.
static void unite(void) {
  for (uint64_t i = 0; i < polygraph_place_count; ++i) {
    char *place = record + polygraph_places[i][0];
    const double nan64 = __builtin_nan("");
    const float nan32 = __builtin_nanf("");
    double wide;
    float narrow;
    if (!polygraph_places[i][2]) {
      memset(place, 0, polygraph_places[i][1]);
    } else if (polygraph_places[i][1] == 8) {
      memcpy(&wide, place, 8);
      if (wide != wide) memcpy(place, &nan64, 8);
    } else {
      memcpy(&narrow, place, 4);
      if (narrow != narrow) memcpy(place, &nan32, 4);
    }
  }
}

// Of the structure that is returned, all can be seen.
static void check_returned(void) {
  for (uint64_t i = polygraph_input_count; i < polygraph_array_count; ++i)
    unset_used |= polygraph_copy_bits(0, arrays[i], polygraph_array_sizes[i]);
}

// A part of the state, kept at this place or compared with what was kept there.
static int is_part(const void *part, uint64_t size, uint64_t at, int keep) {
  if (!keep) return at + size <= seen.size && !memcmp(seen.bytes + at, part, size);
  if (at + size > seen.room) seen.bytes = realloc(seen.bytes, seen.room = 2 * (at + size));
  memcpy(seen.bytes + at, part, size);
  seen.size = at + size;
  return 1;
}

// All that decides how a run goes on: keeps it, or says whether it is what was kept.
static int is_again(const char *stack, jmp_buf registers, int keep) {
  const struct { const void *part; uint64_t size; } parts[] = {
      {&stack, sizeof stack},   {&calls, sizeof calls},
      {&arena_used, sizeof arena_used}, {&object_count, sizeof object_count},
      {registers, sizeof(jmp_buf)}, {stack, stack_base - stack},
      {objects, object_count * sizeof *objects}, {arena, arena_used}, {unset, arena_used}};
  uint64_t at = 0;
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; at += parts[i++].size)
    if (!is_part(parts[i].part, parts[i].size, at, keep)) return 0;
  for (uint64_t i = 0; i < fixed_objects; ++i)
    if (objects[i].changes) {
      if (!is_part(objects[i].base, objects[i].size, at, keep)) return 0;
      at += objects[i].size;
    }
  return 1;
}

// Beyond its limit a mutant may take as many steps again. If it comes back to where it was, with the
// same in its memory, it never ends; else it is only known to be slow.
static void go_on(void) {
  static jmp_buf registers;
  if (steps > watch_end || turns > turn_limit) leave('t', kTrapSlow);
  setjmp(registers);
  const char *stack = __builtin_frame_address(0);
  if (seen.size && is_again(stack, registers, 0)) leave('t', kTrapTimeout);
  if (seen.size && steps - watch_from < 2 * (seen.step - watch_from)) return;
  is_again(stack, registers, 1);
  seen.step = steps;
}

static void run(uint32_t fault, uint64_t limit, uint64_t most, uint64_t far) {
  const struct itimerval timer = {{0, 0}, {kMostSeconds, 0}}, none = {{0, 0}, {0, 0}};
  const char *from = initial;
  for (uint64_t i = 0; i < polygraph_global_count; ++i)
    if (polygraph_globals[i].changes) {
      memcpy(polygraph_globals[i].base, from, polygraph_globals[i].size);
      from += polygraph_globals[i].size;
    }
  for (uint64_t i = 0; i < polygraph_array_count; ++i) {
    memcpy(arrays[i], array_inputs[i], polygraph_array_sizes[i]);
    results[i] = 0;
  }
  polygraph_fault = fault;
  object_count = fixed_objects;
  allocated = 0;
  arena_used = fixed_arena;
  steps = calls = result = undefined = unset_used = 0;
  step_limit = watch_from = limit;
  watch_end = most;
  turns = 0;
  turn_limit = far;
  seen.size = 0;
  stack_base = __builtin_frame_address(0);
  end_kind = 'r';
  end_code = 0;
  if (far != UINT64_MAX) setitimer(ITIMER_VIRTUAL, &timer, 0);
  if (!sigsetjmp(ending, 0)) entry(scalars, arrays, &result);
  if (far != UINT64_MAX) setitimer(ITIMER_VIRTUAL, &none, 0);
  if (end_kind != 'r') result = 0;
  if (end_kind == 'r' && entry == polygraph_entry) check_returned();
  char *to = record;
  for (uint64_t i = 0; i < polygraph_array_count; ++i)
    to = (char *)memcpy(to, arrays[i], polygraph_array_sizes[i]) + polygraph_array_sizes[i];
  for (uint64_t i = 0; i < polygraph_global_count; ++i)
    if (polygraph_globals[i].changes)
      to = (char *)memcpy(to, polygraph_globals[i].base, polygraph_globals[i].size) +
           polygraph_globals[i].size;
  unite();
}

static void print_record(void) {
  printf("%c %d %u %llx %llx %llx ", end_kind, undefined | unset_used << 1, end_code, (unsigned long long)steps,
         (unsigned long long)result, (unsigned long long)calls);
  for (uint64_t i = 0; i < record_size; ++i) printf("%02x", (unsigned char)record[i]);
  printf(";");
}

static void read_input(char *text) {
  for (uint64_t i = 0; i < polygraph_scalar_count; ++i) scalars[i] = strtoull(text, &text, 16);
  for (uint64_t i = 0; i < polygraph_input_count; ++i) {
    while (*text == ' ') ++text;
    for (uint64_t j = 0; j < polygraph_array_sizes[i]; ++j, text += 2) {
      const char digits[3] = {text[0], text[1], 0};
      array_inputs[i][j] = strtoul(digits, 0, 16);
    }
  }
}

static uint32_t *faults;
static uint64_t fault_count;

static void read_faults(char *text) {
  free(faults);
  faults = malloc((strlen(text) / 2 + 2) * sizeof *faults);
  fault_count = 0;
  for (char *next = text;; text = next) {
    const uint32_t fault = strtoul(text, &next, 16);
    if (next == text) break;
    faults[fault_count++] = fault;
  }
}

static struct { char kind; uint32_t code; uint64_t result, calls, steps; } right;

// The original has just been run.
static void expect(void) {
  right.kind = end_kind;
  right.code = end_code;
  right.result = result;
  right.calls = calls;
  right.steps = steps;
  memcpy(expected, record, record_size);
}

// How what was run last is told from the original (native.h); nothing if it is not. After a long run
// nobody waits for its end.
static char seen_kill(int is_long) {
  if (end_kind != 't') {
    const int same = end_kind == right.kind && end_code == right.code && result == right.result &&
                     calls == right.calls && !memcmp(expected, record, record_size);
    return same ? 0 : 'd';
  }
  switch (end_code) {
    case kTrapDivision:
    case kTrapOverflow:
    case kTrapNull:
      return 't';
    case kTrapTimeout:
      return 'o';
    case kTrapSlow:
      return is_long ? 'o' : 'l';
    case kTrapRoom:
      return is_long ? 0 : 'l';
    default:
      return 's';
  }
}

// What was never given a value differs from machine to machine: several must show a kill. The one
// that is hardest to see counts.
static char kill_of(uint32_t fault, uint64_t limit, uint64_t most, uint64_t far) {
  static const unsigned char fills[][2] = {{0, 0}, {0xa5, 0}, {0x5b, 37}};
  static const char order[] = "dtosl";
  char worst = 0;
  for (unsigned i = 0; i < sizeof fills / sizeof *fills; ++i) {
    for (uint64_t j = 0; j < polygraph_unset_size; ++j)
      polygraph_unset[j] = fills[i][0] + j * fills[i][1];
    run(fault, limit, most, far);
    const char kill = seen_kill(far != UINT64_MAX);
    if (!worst || !kill || strchr(order, kill) > strchr(order, worst)) worst = kill;
    if (!kill || !unset_used) break;
  }
  memset(polygraph_unset, 0, polygraph_unset_size);
  return worst;
}

// With `drop`, one that ends differently is not tried again: no other kill is better.
static void compare_faults(int drop) {
  expect();
  const uint64_t limit = right.steps * kFactor + kLeastSteps;
  uint64_t kept = 0;
  for (uint64_t i = 0; i < fault_count; ++i) {
    const char kill = kill_of(faults[i], limit, 2 * limit, UINT64_MAX);
    if (kill) printf(" %x:%c", faults[i], kill);
    if (kill != 'd' || !drop) faults[kept++] = faults[i];
  }
  fault_count = kept;
}

static int is_defined(void) { return end_kind != 't' && !undefined && !unset_used; }

// No test has an input that does not satisfy the condition.
static int is_wanted(void) {
  if (!polygraph_condition) return 1;
  entry = polygraph_condition;
  run(0, kMostSteps, 0, UINT64_MAX);
  entry = polygraph_entry;
  return is_defined() && result;
}

static void run_original(void) {
  const int wanted = is_wanted();
  run(0, kMostSteps, 0, UINT64_MAX);
  if (wanted) return;
  end_kind = 't';
  end_code = kTrapUnwanted;
}

static void try_faults(int drop) {
  run_original();
  print_record();
  if (is_defined()) compare_faults(drop);
  printf("\n");
  fflush(stdout);  // a later one may end the process
}

// Slower alone is no kill: it is given so many steps that nobody waits for its end.
static void try_long(uint32_t fault) {
  run_original();
  print_record();
  if (is_defined()) {
    expect();
    const char kill =
        kill_of(fault, UINT64_MAX, UINT64_MAX, right.steps * kFarFactor + kFarTurns);
    if (kill) printf(" %x:%c", fault, kill);
  }
  printf("\n");
}

static void count_up(uint64_t number, const uint64_t *bits) {
  for (uint64_t i = 0; i < polygraph_scalar_count; ++i) {
    scalars[i] = number & ((1ull << bits[i]) - 1);
    number >>= bits[i];
  }
  for (uint64_t i = 0; i < polygraph_input_count; ++i)
    for (uint64_t j = 0; j < polygraph_array_sizes[i]; ++j, number >>= 8) array_inputs[i][j] = number;
}

static void try_all(char *text) {
  uint64_t bits[64], total = 0;
  for (uint64_t i = 0; i < polygraph_scalar_count; ++i) total += bits[i] = strtoull(text, &text, 16);
  for (uint64_t i = 0; i < polygraph_input_count; ++i) total += 8 * polygraph_array_sizes[i];
  for (uint64_t number = 0; number >> total == 0; ++number) {
    count_up(number, bits);
    run_original();
    if (is_defined()) compare_faults(1);
  }
  printf(";\n");
}

int main(void) {
  char *line = 0;
  size_t room = 0;
  catch_signals();
  prepare();
  while (getline(&line, &room, stdin) > 0) {
    char *text = line + 1;
    uint32_t fault = 0;
    switch (*line) {
      case 'F':
        read_faults(text);
        break;
      case 'K':
      case 'M':
        read_input(text);
        try_faults(*line == 'K');
        break;
      case 'O':
        fault = strtoul(text, &text, 16);
        read_input(text);
        if (fault) run(fault, kMostSteps, 0, UINT64_MAX);
        else run_original();
        print_record();
        printf("\n");
        break;
      case 'T':
        fault = strtoul(text, &text, 16);
        read_input(text);
        try_long(fault);
        break;
      case 'X':
        try_all(text);
        break;
      case 'E':
        printf("E\n");
        fflush(stdout);
        break;
    }
  }
}
)";

}  // namespace pg
