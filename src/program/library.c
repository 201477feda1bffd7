/* Bodies of functions of C's library, for programs that call them: written to be encoded, in the C
   locale, without any header. What C leaves undefined is a trap. What C leaves open is told to the
   checks, as what was never given a value. C17 is what numbers of sections mean. */

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

enum { kUndefined = 5 }; /* of the traps in checks.h */
#define LONG_GREATEST 0x7fffffffffffffffL

_Noreturn void polygraph_trap(unsigned kind);
/* So many bytes of both are there; the second is for moves, the fourth for alignment. */
void polygraph_access(const void *base, const void *pointer, size_t bytes, size_t align,
                      _Bool strict);
/* They share none of so many bytes. */
void polygraph_disjoint(const void *to, const void *from, size_t bytes, _Bool strict);
/* What C leaves open is used. */
void polygraph_used(_Bool condition, _Bool strict);

static void trap_if(int condition) {
  if (condition) polygraph_trap(kUndefined);
}

/* 7.1.4: also of no bytes, the pointer must be valid. */
static void want_bytes(const void *pointer, size_t count) {
  polygraph_access(pointer, pointer, count, 1, 1);
}

/* errno.h */

int errno;
int *__errno_location(void) { return &errno; }
enum { kRange = 34 };

/* ctype.h: 7.4p1, EOF or what an unsigned char can be. */

static void want_character(int c) { trap_if(c < -1 || c > 255); }
static int is_within(int c, int low, int high) { return c >= low && c <= high; }

int isdigit(int c) {
  want_character(c);
  return is_within(c, '0', '9');
}
int isupper(int c) {
  want_character(c);
  return is_within(c, 'A', 'Z');
}
int islower(int c) {
  want_character(c);
  return is_within(c, 'a', 'z');
}
int isalpha(int c) {
  want_character(c);
  return is_within(c, 'A', 'Z') || is_within(c, 'a', 'z');
}
int isalnum(int c) { return isalpha(c) || is_within(c, '0', '9'); }
int isxdigit(int c) {
  want_character(c);
  return is_within(c, '0', '9') || is_within(c, 'A', 'F') || is_within(c, 'a', 'f');
}
int isspace(int c) {
  want_character(c);
  return c == ' ' || is_within(c, '\t', '\r');
}
int isblank(int c) {
  want_character(c);
  return c == ' ' || c == '\t';
}
int iscntrl(int c) {
  want_character(c);
  return is_within(c, 0, 31) || c == 127;
}
int isprint(int c) {
  want_character(c);
  return is_within(c, ' ', '~');
}
int isgraph(int c) {
  want_character(c);
  return is_within(c, '!', '~');
}
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* The tables in which the macros of glibc's ctype.h look. */

static int character_at(long index) {
  trap_if(index < -1 || index > 255);
  return (int)index;
}
unsigned short ctype_digits(long index) {
  const int c = character_at(index);
  return (isdigit(c) ? 0x800 : 0) | (isxdigit(c) ? 0x1000 : 0);
}
unsigned short ctype_class(long index) {
  const int c = character_at(index);
  return (isupper(c) ? 0x100 : 0) | (islower(c) ? 0x200 : 0) | (isalpha(c) ? 0x400 : 0) |
         (isdigit(c) ? 0x800 : 0) | (isxdigit(c) ? 0x1000 : 0) | (isspace(c) ? 0x2000 : 0) |
         (isprint(c) ? 0x4000 : 0) | (isgraph(c) ? 0x8000 : 0) | (isblank(c) ? 0x1 : 0) |
         (iscntrl(c) ? 0x2 : 0) | (ispunct(c) ? 0x4 : 0) | (isalnum(c) ? 0x8 : 0);
}
int ctype_lower(long index) { return tolower(character_at(index)); }
int ctype_upper(long index) { return toupper(character_at(index)); }

/* stdlib.h: memory. There is always some. */

void *polygraph_allocate(size_t bytes);
size_t polygraph_allocated(const void *pointer);
void polygraph_release(void *pointer);

/* 7.22.3p1: of no bytes it is open whether there is a pointer. */
void *malloc(size_t bytes) {
  polygraph_used(bytes == 0, 0);
  return polygraph_allocate(bytes);
}

void *calloc(size_t count, size_t size) {
  if (size != 0 && count > -1ul / size) return 0;
  char *const memory = malloc(count * size);
  __builtin_memset(memory, 0, count * size);
  return memory;
}

void free(void *memory) {
  if (memory) polygraph_release(memory);
}

void *realloc(void *memory, size_t bytes) {
  char *const moved = malloc(bytes);
  if (memory) {
    const size_t before = polygraph_allocated(memory);
    __builtin_memcpy(moved, memory, before < bytes ? before : bytes);
    polygraph_release(memory);
  }
  return moved;
}

/* string.h */

size_t strlen(const char *s) {
  size_t length = 0;
  while (s[length]) ++length;
  return length;
}

size_t strnlen(const char *s, size_t most) {
  size_t length = 0;
  want_bytes(s, 0);
  while (length < most && s[length]) ++length;
  return length;
}

void *memcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}

void *memset(void *to, int value, size_t count) {
  __builtin_memset(to, value, count);
  return to;
}

static int order(byte a, byte b) { return (a > b) - (a < b); }

int memcmp(const void *a, const void *b, size_t count) {
  const byte *left = a, *right = b;
  want_bytes(a, count);
  want_bytes(b, count);
  for (size_t i = 0; i < count; ++i)
    if (left[i] != right[i]) return order(left[i], right[i]);
  return 0;
}

/* 7.24.5.1p2: as if it stops where it finds the character. */
void *memchr(const void *s, int c, size_t count) {
  const byte *bytes = s;
  want_bytes(s, 0);
  for (size_t i = 0; i < count; ++i)
    if (bytes[i] == (byte)c) return (void *)(bytes + i);
  return 0;
}

static int compare(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; ++i)
    if (a[i] != b[i] || !a[i]) return order((byte)a[i], (byte)b[i]);
  return 0;
}

/* 7.1.1p1: strings end, also where nobody has to look for it. */
int strcmp(const char *a, const char *b) {
  const size_t length = strlen(a);
  strlen(b);
  return compare(a, b, length + 1);
}

int strncmp(const char *a, const char *b, size_t most) {
  want_bytes(a, 0);
  want_bytes(b, 0);
  return compare(a, b, most);
}

char *strchr(const char *s, int c) {
  const size_t length = strlen(s);
  for (size_t i = 0; i <= length; ++i)
    if (s[i] == (char)c) return (char *)(s + i);
  return 0;
}

char *strrchr(const char *s, int c) {
  for (size_t i = strlen(s) + 1; i-- > 0;)
    if (s[i] == (char)c) return (char *)(s + i);
  return 0;
}

static int is_among(char c, const char *set, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (set[i] == c) return 1;
  return 0;
}

/* How many characters at the begin are in the set, or are not. */
static size_t span(const char *s, const char *set, int wanted) {
  const size_t length = strlen(s), count = strlen(set);
  size_t i = 0;
  while (i < length && is_among(s[i], set, count) == wanted) ++i;
  return i;
}

size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

char *strpbrk(const char *s, const char *set) {
  const size_t at = span(s, set, 0);
  return s[at] ? (char *)(s + at) : 0;
}

char *strstr(const char *s, const char *wanted) {
  const size_t length = strlen(s), count = strlen(wanted);
  for (size_t i = 0; i + count <= length; ++i)
    if (compare(s + i, wanted, count) == 0) return (char *)(s + i);
  return 0;
}

/* 7.24.2.3p2: what is copied may not overlap. */
static void copy_characters(char *to, const char *from, size_t count) {
  polygraph_disjoint(to, from, count, 1);
  __builtin_memcpy(to, from, count);
}

char *strcpy(char *to, const char *from) {
  copy_characters(to, from, strlen(from) + 1);
  return to;
}

char *strncpy(char *to, const char *from, size_t count) {
  const size_t length = strnlen(from, count);
  want_bytes(to, count);
  copy_characters(to, from, length < count ? length + 1 : count);
  __builtin_memset(to + length, 0, count - length);
  return to;
}

char *strcat(char *to, const char *from) {
  copy_characters(to + strlen(to), from, strlen(from) + 1);
  return to;
}

char *strdup(const char *s) {
  const size_t bytes = strlen(s) + 1;
  return __builtin_memcpy(malloc(bytes), s, bytes);
}

char *strndup(const char *s, size_t most) {
  const size_t length = strnlen(s, most);
  char *const copy = __builtin_memcpy(malloc(length + 1), s, length);
  copy[length] = 0;
  return copy;
}

char *strncat(char *to, const char *from, size_t most) {
  char *const end = to + strlen(to);
  const size_t added = strnlen(from, most);
  copy_characters(end, from, added);
  end[added] = 0;
  return to;
}

/* stdlib.h: numbers. -n is undefined where it does not fit. */

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

/* The value of a digit in a base of up to 36; 36 of what is none. */
static unsigned digit_of(char c) {
  if (is_within(c, '0', '9')) return c - '0';
  if (is_within(c, 'a', 'z')) return c - 'a' + 10;
  if (is_within(c, 'A', 'Z')) return c - 'A' + 10;
  return 36;
}

struct number {
  unsigned long value; /* without its sign */
  int is_negative, overflows;
};

/* 7.22.1.4: white space, a sign, 0x before base 16, digits. `end` points to what is left. */
static struct number read_number(const char *s, char **end, int base) {
  struct number number = {0, 0, 0};
  size_t at = 0, first;
  trap_if(base < 0 || base == 1 || base > 36);
  strlen(s);
  while (s[at] == ' ' || is_within(s[at], '\t', '\r')) ++at;
  if (s[at] == '-' || s[at] == '+') number.is_negative = s[at++] == '-';
  const int has_prefix = s[at] == '0' && (s[at + 1] == 'x' || s[at + 1] == 'X') &&
                         digit_of(s[at + 2]) < 16;
  if (base == 0) base = has_prefix ? 16 : s[at] == '0' ? 8 : 10;
  if (base == 16 && has_prefix) at += 2;
  const unsigned long most = -1ul / base, last = -1ul % base;
  for (first = at; digit_of(s[at]) < (unsigned)base; ++at) {
    const unsigned digit = digit_of(s[at]);
    if (number.value > most || (number.value == most && digit > last)) number.overflows = 1;
    number.value = number.value * base + digit;
  }
  if (end) *end = (char *)(at > first ? s + at : s);
  return number;
}

long strtol(const char *s, char **end, int base) {
  const struct number number = read_number(s, end, base);
  const unsigned long most = (unsigned long)LONG_GREATEST + number.is_negative;
  if (number.overflows || number.value > most) {
    errno = kRange;
    return number.is_negative ? -LONG_GREATEST - 1 : LONG_GREATEST;
  }
  return (long)(number.is_negative ? 0 - number.value : number.value);
}

unsigned long strtoul(const char *s, char **end, int base) {
  const struct number number = read_number(s, end, base);
  if (number.overflows) {
    errno = kRange;
    return -1ul;
  }
  return number.is_negative ? 0 - number.value : number.value;
}

long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }

/* 7.22.1p1: what does not fit is undefined. */
long atol(const char *s) {
  const struct number number = read_number(s, 0, 10);
  trap_if(number.overflows || number.value > (unsigned long)LONG_GREATEST + number.is_negative);
  return (long)(number.is_negative ? 0 - number.value : number.value);
}
long long atoll(const char *s) { return atol(s); }
int atoi(const char *s) {
  const long number = atol(s);
  trap_if(number != (int)number);
  return (int)number;
}

/* stdlib.h: sorting and searching. */

typedef int relation(const void *, const void *);

static void swap(char *a, char *b, size_t size) {
  for (; size >= 8; size -= 8, a += 8, b += 8) {
    unsigned long kept, moved;
    __builtin_memcpy(&kept, a, 8);
    __builtin_memcpy(&moved, b, 8);
    __builtin_memcpy(a, &moved, 8);
    __builtin_memcpy(b, &kept, 8);
  }
  for (; size >= 4; size -= 4, a += 4, b += 4) {
    unsigned kept, moved;
    __builtin_memcpy(&kept, a, 4);
    __builtin_memcpy(&moved, b, 4);
    __builtin_memcpy(a, &moved, 4);
    __builtin_memcpy(b, &kept, 4);
  }
  for (; size > 0; --size, ++a, ++b) {
    const char kept = *a;
    *a = *b;
    *b = kept;
  }
}

/* 7.22.5p4: the comparison must be an order. Of elements that are equal by it, it is open which one
   comes first. */
static void want_order(const char *base, size_t count, size_t size, relation *compare) {
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count; ++j) {
      const char *low = base + i * size, *high = base + j * size;
      const int up = compare(low, high);
      const int down = compare(high, low);
      trap_if(up > 0 || (up < 0) != (down > 0));
      if (up == 0) polygraph_used(memcmp(low, high, size) != 0, 0);
    }
}

void qsort(void *base, size_t count, size_t size, relation *compare) {
  char *const elements = base;
  trap_if(size == 0);
  want_bytes(base, count * size);
  for (size_t i = 1; i < count; ++i)
    for (size_t j = i; j > 0; --j) {
      char *const low = elements + (j - 1) * size;
      if (compare(low, low + size) <= 0) break;
      swap(low, low + size, size);
    }
  want_order(elements, count, size, compare);
}

/* 7.22.5.1p3: the elements that are less come first, then those that are equal, of which any may be
   found, then the others. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, relation *compare) {
  const char *found = 0;
  int last = 1;
  trap_if(size == 0);
  want_bytes(base, count * size);
  for (size_t i = 0; i < count; ++i) {
    const char *element = (const char *)base + i * size;
    const int sign = compare(key, element);
    trap_if((last <= 0 && sign > 0) || (last < 0 && sign == 0));
    if (sign == 0) polygraph_used(found != 0, 0);
    if (sign == 0 && !found) found = element;
    last = sign;
  }
  return (void *)found;
}
