//===- count.c - what became of each site -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Counters are made when the process starts, and are exact whatever threads do. With a file, numbers are
// added to those that stand in it, under a lock: so several processes, and several objects of one process,
// may have the same file. It is written when the object ends, and before that as often as takes a twentieth
// of the time, so most of what a process counts is kept if it ends by _exit or a signal.
//===----------------------------------------------------------------------===//
#include "runtime/count.h"
#include "runtime/text.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __ELF__

extern SmrRtSite __start_smr_rt_sites[] __attribute__((weak, visibility("hidden")));
extern SmrRtSite __stop_smr_rt_sites[] __attribute__((weak, visibility("hidden")));

/// numbers: calls, nanoseconds in them, and how often each guard was the first that failed; the last one of
/// these is no guard of the site: no library could be called.
enum { CALLS, NANOSECONDS, REFUSED };
struct SmrRtCounters {
  uint32_t count;
  uint64_t *numbers, *written; // … and what the file has of them
};
/// Of the process.
typedef struct {
  uint64_t due, writing; // when the file is to be written again; whether a thread writes it now
} State;
/// Of a thread.
typedef struct {
  SmrRtSite *site;
  uint64_t since;
} Call;

static const char *file; // NULL: stderr
static int is_on;
static pthread_key_t key;
static State *state;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

//--- What a record says -----------------------------------------------------------------

static const char *next(const char *text) {
  return text + strlen(text) + 1;
}

static const char *calls_of(const SmrRtSite *site) {
  return next(next(site->text));
}

static const char *guards_of(const SmrRtSite *site) {
  const char *text = calls_of(site);
  while (*text)
    text = next(text);
  return text + 1;
}

static uint32_t number_count(const SmrRtSite *site) {
  uint32_t count = REFUSED + 1;
  for (const char *text = guards_of(site); *text; text = next(text))
    count++;
  return count;
}

//--- Counting -----------------------------------------------------------------------------

static uint64_t get(const uint64_t *number) {
  return __atomic_load_n(number, __ATOMIC_RELAXED);
}

static void add(SmrRtSite *site, uint32_t number, uint64_t amount) {
  __atomic_fetch_add(&site->counters->numbers[number], amount, __ATOMIC_RELAXED);
}

static void write_now_and_then(void);

static Call *call_of_thread(void) {
  Call *call = is_on ? pthread_getspecific(key) : NULL;
  if (is_on && !call) {
    call = calloc(1, sizeof *call);
    if (call && pthread_setspecific(key, call) != 0) {
      free(call);
      call = NULL;
    }
  }
  return call;
}

static int is_record(const SmrRtSite *site) {
  return site >= __start_smr_rt_sites && site < __stop_smr_rt_sites && site->counters;
}

bool smr_rt_refuse(SmrRtSite *site, int32_t guard) {
  const int before = errno;
  add(site, REFUSED + (uint32_t)guard, 1);
  write_now_and_then();
  errno = before;
  return 0;
}

void smr_rt_count_asked(SmrRtSite *site, int may) {
  Call *call = call_of_thread();
  const int known = is_record(site);
  if (call)
    call->site = known && may ? site : NULL;
  if (known && !may) {
    add(site, site->counters->count - 1, 1);
    write_now_and_then();
  }
}

void smr_rt_count_begin(void) {
  Call *call = call_of_thread();
  if (call && call->site)
    call->since = now();
}

void smr_rt_count_end(void) {
  Call *call = call_of_thread();
  if (!call || !call->site)
    return;
  add(call->site, NANOSECONDS, now() - call->since);
  smr_rt_count_call();
}

void smr_rt_count_call(void) {
  Call *call = call_of_thread();
  if (call && call->site) {
    add(call->site, CALLS, 1);
    write_now_and_then();
  }
}

int smr_rt_counts(void) {
  return is_on;
}

//--- The file -------------------------------------------------------------------------------

// A line for each site: `{"file":…,"guards":[…],"numbers":[…]}`. Before "numbers" stands what says which
// site.
static const char head[] = "{\"version\":1,\"sites\":[\n", foot[] = "\n]}\n",
                  before_numbers[] = ",\"numbers\":[";

typedef struct {
  SmrRtText identity;
  const SmrRtSite *site; // for stderr
  uint64_t *numbers;
  uint32_t count;
} Row;
typedef struct {
  Row *rows;
  size_t count;
} Rows;

static Row *add_row(Rows *rows, const char *identity, size_t length, uint32_t count) {
  Row *more = realloc(rows->rows, (rows->count + 1) * sizeof *more);
  uint64_t *numbers = calloc(count, sizeof *numbers);
  if (more)
    rows->rows = more;
  if (!more || !numbers) {
    free(numbers);
    return NULL;
  }
  Row *row = &more[rows->count++];
  *row = (Row){.numbers = numbers, .count = count};
  smr_rt_text_append(&row->identity, identity, length);
  return row;
}

static void free_rows(Rows *rows) {
  for (size_t r = 0; r < rows->count; r++) {
    free(rows->rows[r].numbers);
    smr_rt_text_free(&rows->rows[r].identity);
  }
  free(rows->rows);
}

static void put_identity(SmrRtText *out, const SmrRtSite *site) {
  const char *call = calls_of(site);
  for (int k = 0; *call; call = next(call), k++) {
    unsigned line = 0, column = 0;
    int length = 0;
    sscanf(call, "%u:%u %n", &line, &column, &length);
    if (!k) {
      smr_rt_text_puts(out, "{\"file\":");
      smr_rt_text_quote(out, site->text);
      smr_rt_text_printf(out, ",\"line\":%u,\"column\":%u,\"function\":", line, column);
      smr_rt_text_quote(out, next(site->text));
    } else {
      smr_rt_text_printf(out, "%s{\"line\":%u,\"column\":%u", k == 1 ? ",\"more\":[" : ",", line, column);
    }
    smr_rt_text_puts(out, ",\"idiom\":");
    smr_rt_text_quote(out, call + length);
    smr_rt_text_puts(out, k && *next(call) ? "}" : k ? "}]" : "");
  }
  smr_rt_text_puts(out, ",\"guards\":[");
  for (const char *guard = guards_of(site); *guard; guard = next(guard)) {
    smr_rt_text_puts(out, guard == guards_of(site) ? "" : ",");
    smr_rt_text_quote(out, guard);
  }
  smr_rt_text_puts(out, "]");
}

static uint64_t refused(const uint64_t *numbers, uint32_t count) {
  uint64_t sum = 0;
  for (uint32_t k = REFUSED; k < count; k++)
    sum += numbers[k];
  return sum;
}

/// Most time in libraries first, then most refusals.
static int compare(const void *one, const void *other) {
  const Row *a = one, *b = other;
  const uint64_t x = refused(a->numbers, a->count), y = refused(b->numbers, b->count);
  if (a->numbers[NANOSECONDS] != b->numbers[NANOSECONDS])
    return a->numbers[NANOSECONDS] > b->numbers[NANOSECONDS] ? -1 : 1;
  return x != y ? (x > y ? -1 : 1) : 0;
}

static int read_row(Rows *rows, const char *line, const char *end) {
  const char *numbers = NULL;
  for (const char *at = line; (at = strstr(at, before_numbers)) && at < end; at++)
    numbers = at;
  if (!numbers)
    return 0;
  uint32_t count = 1;
  for (const char *at = numbers + 1; at < end && *at != ']'; at++)
    count += *at == ',';
  Row *row = count > REFUSED ? add_row(rows, line, (size_t)(numbers - line), count) : NULL;
  const char *at = numbers + strlen(before_numbers);
  for (uint32_t k = 0; row && k < count; k++) {
    char *rest;
    row->numbers[k] = strtoull(at, &rest, 10);
    at = rest + 1;
  }
  return row != NULL;
}

/// What the file holds; false: it is none of ours.
static int read_rows(Rows *rows, int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || status.st_size > 1 << 30)
    return 0;
  size_t size = (size_t)status.st_size;
  char *text = calloc(1, size + 1);
  int ok = text && pread(fd, text, size, 0) == (ssize_t)size && (!size || !strncmp(text, head, strlen(head)));
  const char *at = ok && size ? text + strlen(head) : "]";
  while (ok && *at == '{') {
    const char *end = at + strcspn(at, "\n");
    ok = read_row(rows, at, end);
    at = end + (*end == '\n');
  }
  ok = ok && *at == ']';
  free(text);
  return ok;
}

static void write_rows(Rows *rows, int fd) {
  SmrRtText out = {0};
  if (rows->count)
    qsort(rows->rows, rows->count, sizeof *rows->rows, compare);
  smr_rt_text_puts(&out, head);
  for (size_t r = 0; r < rows->count; r++) {
    const Row *row = &rows->rows[r];
    smr_rt_text_printf(&out, "%s%.*s%s", r ? ",\n" : "", (int)row->identity.size, row->identity.data,
                       before_numbers);
    for (uint32_t k = 0; k < row->count; k++)
      smr_rt_text_printf(&out, k ? ",%llu" : "%llu", (unsigned long long)row->numbers[k]);
    smr_rt_text_puts(&out, "]}");
  }
  smr_rt_text_puts(&out, foot);
  if (!out.failed && pwrite(fd, out.data, out.size, 0) == (ssize_t)out.size)
    (void)!ftruncate(fd, (off_t)out.size);
  smr_rt_text_free(&out);
}

/// Adds what was counted since the last time.
static void add_counts(Rows *rows) {
  for (SmrRtSite *site = __start_smr_rt_sites; site < __stop_smr_rt_sites; site++) {
    struct SmrRtCounters *c = site->counters;
    SmrRtText identity = {0};
    Row *row = NULL;
    if (!c)
      continue;
    put_identity(&identity, site);
    for (size_t r = 0; r < rows->count && !row; r++)
      if (rows->rows[r].count == c->count && rows->rows[r].identity.size == identity.size &&
          !memcmp(rows->rows[r].identity.data, identity.data, identity.size))
        row = &rows->rows[r];
    if (!row && !identity.failed)
      row = add_row(rows, identity.data, identity.size, c->count);
    for (uint32_t k = 0; row && k < c->count; k++) {
      const uint64_t number = get(&c->numbers[k]);
      row->numbers[k] += number - c->written[k];
      c->written[k] = number;
    }
    smr_rt_text_free(&identity);
  }
}

/// `%p` in its name is the process.
static void put_path(SmrRtText *out) {
  for (const char *c = file; *c; c++)
    if (c[0] == '%' && c[1] == 'p')
      smr_rt_text_printf(out, "%ld", (long)getpid()), c++;
    else
      smr_rt_text_append(out, c, 1);
}

static void write_file(void) {
  enum { SHARE = 20 };
  const uint64_t begin = now();
  SmrRtText path = {0};
  Rows rows = {0};
  put_path(&path);
  int fd = path.failed ? -1 : open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  const int locked = fd >= 0 && flock(fd, LOCK_EX) == 0;
  if (!locked || !read_rows(&rows, fd)) {
    fprintf(stderr, "smr_rt: count: %s: %s\n", path.failed ? file : path.data,
            locked ? "the file holds something else" : strerror(errno));
    is_on = 0;
  } else {
    add_counts(&rows);
    write_rows(&rows, fd);
  }
  if (fd >= 0)
    close(fd);
  free_rows(&rows);
  smr_rt_text_free(&path);
  const uint64_t end = now();
  __atomic_store_n(&state->due, end + SHARE * (end - begin), __ATOMIC_RELAXED);
}

static void write_now_and_then(void) {
  if (!file || !is_on || now() < __atomic_load_n(&state->due, __ATOMIC_RELAXED) ||
      __atomic_exchange_n(&state->writing, 1, __ATOMIC_ACQUIRE))
    return;
  write_file();
  __atomic_store_n(&state->writing, 0, __ATOMIC_RELEASE);
}

//--- On stderr ------------------------------------------------------------------------------

static const struct {
  const char *ending, *meaning;
} meanings[] = {{" do not overlap", "the arrays share memory"},
                {", or the loop is faster", "there is too little to do"},
                {" bits", "the library's integers are too small"},
                {" is a whole number of elements", "the rows lie in a way that the library cannot describe"}};

static const char *meaning_of(const char *guard) {
  for (size_t k = 0; k < sizeof meanings / sizeof *meanings; k++) {
    size_t length = strlen(guard), ending = strlen(meanings[k].ending);
    if (length >= ending && !strcmp(guard + length - ending, meanings[k].ending))
      return meanings[k].meaning;
  }
  return "the call needs it";
}

static void print_place(const SmrRtSite *site) {
  unsigned line = 0, column = 0;
  int length = 0;
  sscanf(calls_of(site), "%u:%u %n", &line, &column, &length);
  if (line)
    fprintf(stderr, "smr_rt: count: %s:%u:%u: ", site->text, line, column);
  else
    fprintf(stderr, "smr_rt: count: %s: ", next(site->text));
  for (const char *call = calls_of(site); *call; call = next(call))
    fprintf(stderr, "%s%s", call == calls_of(site) ? "" : " and ", strchr(call, ' ') + 1);
  if (line)
    fprintf(stderr, " in %s", next(site->text));
}

static void print_site(const SmrRtSite *site, const uint64_t *numbers) {
  const char *guard = guards_of(site);
  const uint32_t count = site->counters->count;
  print_place(site);
  if (!numbers[CALLS] && !refused(numbers, count))
    fprintf(stderr, ": never asked (it did not run, or was always too small)");
  if (numbers[CALLS])
    fprintf(stderr, ": %llu call%s, %.6g ms", (unsigned long long)numbers[CALLS],
            numbers[CALLS] == 1 ? "" : "s", (double)numbers[NANOSECONDS] * 1e-6);
  fputc('\n', stderr);
  for (uint32_t k = REFUSED; k < count; k++) {
    const unsigned long long times = numbers[k];
    const int last = k + 1 == count;
    if (times)
      fprintf(stderr, "smr_rt: count:   the loops ran %llu time%s, as ", times, times == 1 ? "" : "s");
    if (times && last)
      fputs("no library could be called: none is open yet (SMR_RT=now opens one at once), SMR_RT=off, or "
            "none has "
            "the routine\n",
            stderr);
    else if (times)
      fprintf(stderr, "\"%s\" was false: %s\n", guard, meaning_of(guard));
    guard = last ? guard : next(guard);
  }
}

static int same_text(const SmrRtSite *one, const SmrRtSite *other) {
  const char *a = one->text, *b = other->text;
  for (int ends = 0; ends < 2; a++, b++) { // (each of its two lists is ended by an empty string)
    if (*a != *b)
      return 0;
    ends += !a[0] && !a[1];
  }
  return 1;
}

/// Functions that several objects have (inline ones of C++) are one place.
static void print(void) {
  SmrRtSite *const begin = __start_smr_rt_sites, *const end = __stop_smr_rt_sites;
  Rows rows = {0};
  for (SmrRtSite *site = begin; site < end; site++) {
    Row *row = NULL;
    for (size_t r = 0; r < rows.count && !row; r++)
      if (same_text(rows.rows[r].site, site))
        row = &rows.rows[r];
    if (!row && !(row = add_row(&rows, "", 0, site->counters->count)))
      continue;
    row->site = site;
    for (uint32_t k = 0; k < row->count; k++)
      row->numbers[k] += get(&site->counters->numbers[k]);
  }
  if (rows.count)
    qsort(rows.rows, rows.count, sizeof *rows.rows, compare);
  for (size_t r = 0; r < rows.count; r++)
    print_site(rows.rows[r].site, rows.rows[r].numbers);
  free_rows(&rows);
}

//--- From beginning to end ------------------------------------------------------------------

/// A child that is forked begins with zeros: its parent reports what was counted before.
static uint64_t *make_numbers(size_t count) {
  uint64_t *numbers =
      mmap(NULL, count * sizeof *numbers, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (numbers == MAP_FAILED)
    return NULL;
  madvise(numbers, count * sizeof *numbers, MADV_WIPEONFORK);
  return numbers;
}

static void make_counters(void) {
  size_t numbers = sizeof *state / sizeof(uint64_t),
         sites = (size_t)(__stop_smr_rt_sites - __start_smr_rt_sites);
  for (size_t k = 0; k < sites; k++)
    numbers += 2 * number_count(&__start_smr_rt_sites[k]);
  uint64_t *next_number = make_numbers(numbers);
  struct SmrRtCounters *counters = calloc(sites, sizeof *counters);
  is_on = next_number && counters;
  if (!is_on)
    return;
  state = (State *)next_number;
  next_number += sizeof *state / sizeof(uint64_t);
  for (size_t k = 0; k < sites; k++) {
    const uint32_t count = number_count(&__start_smr_rt_sites[k]);
    counters[k] = (struct SmrRtCounters){count, next_number, next_number + count};
    __start_smr_rt_sites[k].counters = &counters[k];
    next_number += 2 * count;
  }
}

/// The process may go to another folder meanwhile.
static char *absolute(const char *name, size_t length) {
  SmrRtText path = {0};
  char *folder = *name == '/' ? NULL : getcwd(NULL, 0);
  if (folder)
    smr_rt_text_printf(&path, "%s/", folder);
  free(folder);
  smr_rt_text_append(&path, name, length);
  return path.failed ? NULL : path.data;
}

void smr_rt_count_start(const char *name, size_t length) {
  if (is_on || __start_smr_rt_sites == __stop_smr_rt_sites || pthread_key_create(&key, free) != 0)
    return;
  file = name ? absolute(name, length) : NULL;
  make_counters();
}

/// Runs after the program's own destructors and exit handlers.
__attribute__((destructor(101))) static void finish(void) {
  if (!is_on)
    return;
  if (!file) {
    print();
  } else {
    while (__atomic_exchange_n(&state->writing, 1, __ATOMIC_ACQUIRE))
      sched_yield();
    write_file();
  }
  pthread_key_delete(key);
  is_on = 0;
}
#endif
