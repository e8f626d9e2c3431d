/* SPDX-License-Identifier: Apache-2.0 */
/* UBIs side by side: each lane of a kernel takes the next job when it has done one. */
#include "internal.h"
#include "kernel.h"

#define MOST_LANES (SKEIN_VECTOR_LANES + 1)

/* What a lane is doing. */
struct lane {
  const struct skein_job *job; /* NULL if it is idle */
  const uint8_t *next;         /* block to begin with */
  size_t whole;                /* blocks before the last one */
  int output;                  /* the output stage follows */
  uint8_t last[SKEIN_MAX_BLOCK_BYTES];
};

struct run {
  unsigned words, size;
  unsigned vector_lanes, lane_count; /* of the kernel in use; with the extra one, if it goes along */
  skein_lanes_kernel *kernel;
  unsigned worthwhile; /* from so many messages on they are hashed side by side */
  uint64_t type, parity;
  int output;
  int copied; /* a lane's `last` has been used */
  const struct skein_job *next_job, *end;
  struct skein_lanes lanes;
  struct lane lane[MOST_LANES];
};

static inline void set_chain(struct run *run, unsigned lane, const uint64_t *chain) {
  if (lane < run->vector_lanes) {
    for (unsigned i = 0; i < run->words; i++) run->lanes.chain[i][lane] = chain[i];
  } else {
    memcpy(run->lanes.extra_chain, chain, 8 * (size_t)run->words);
  }
}

static inline void get_chain(const struct run *run, unsigned lane, uint64_t *chain) {
  if (lane < run->vector_lanes) {
    for (unsigned i = 0; i < run->words; i++) chain[i] = run->lanes.chain[i][lane];
  } else {
    memcpy(chain, run->lanes.extra_chain, 8 * (size_t)run->words);
  }
}

static inline void set_tweak(struct run *run, unsigned lane, uint64_t position, uint64_t type) {
  if (lane < run->vector_lanes) {
    run->lanes.tweak[0][lane] = position;
    run->lanes.tweak[1][lane] = type;
  } else {
    run->lanes.extra_tweak[0] = position;
    run->lanes.extra_tweak[1] = type;
  }
}

static inline void get_tweak(const struct run *run, unsigned lane, uint64_t tweak[2]) {
  const int vector = lane < run->vector_lanes;
  tweak[0] = vector ? run->lanes.tweak[0][lane] : run->lanes.extra_tweak[0];
  tweak[1] = vector ? run->lanes.tweak[1][lane] : run->lanes.extra_tweak[1];
}

static inline void set_blocks(struct run *run, unsigned lane, const uint8_t *blocks) {
  if (lane < run->vector_lanes)
    run->lanes.blocks[lane] = blocks;
  else
    run->lanes.extra_blocks = blocks;
}

/* The last block of `length` bytes: `data` itself if it fills a block, else a copy with zeros after it. */
static const uint8_t *last_block(struct run *run, unsigned lane, const uint8_t *data, size_t length) {
  const size_t block = 8 * (size_t)run->words;
  uint8_t *last = run->lane[lane].last;
  if (length == block) return data;
  run->copied = 1;
  memcpy(last, data, length);
  memset(last + length, 0, block - length);
  return last;
}

/* Make the last block the next one. */
static void prepare_last(struct run *run, unsigned lane, const uint8_t *data, size_t length, uint64_t position,
                         uint64_t type) {
  run->lane[lane].next = last_block(run, lane, data, length);
  set_tweak(run, lane, position + (uint64_t)length - 8 * run->words, type | SKEIN_FINAL);
}

static inline void store_result(const struct run *run, unsigned lane, const struct skein_job *job) {
  const size_t length = job->result_length;
  size_t word = 0;
  if (lane >= run->vector_lanes) {
    skein_store_bytes(job->result, run->lanes.extra_chain, length);
    return;
  }
  for (; 8 * word + 8 <= length; word++) skein_store64(job->result + 8 * word, run->lanes.chain[word][lane]);
  for (size_t i = 8 * word; i < length; i++)
    job->result[i] = (uint8_t)(run->lanes.chain[word][lane] >> (8 * (i - 8 * word)));
}

/* Give the lane the next job, or leave it idle. */
static void take_job(struct run *run, unsigned lane) {
  struct lane *state = &run->lane[lane];
  const struct skein_job *job = run->next_job;
  if (job == run->end) {
    state->job = NULL;
    return;
  }
  run->next_job++;
  state->job = job;
  state->output = run->output;
  state->whole = job->length == 0 ? 0 : (job->length - 1) / (8 * (size_t)run->words);
  set_chain(run, lane, job->initial);
  if (state->whole > 0) {
    state->next = job->data;
    set_tweak(run, lane, job->position, run->type | SKEIN_FIRST);
  } else {
    static const uint8_t nothing[1] = {0};
    prepare_last(run, lane, job->length == 0 ? nothing : job->data, job->length, job->position,
                 run->type | SKEIN_FIRST);
  }
}

/* Count `count` blocks as done in a lane, and find what comes next there. */
static void advance(struct run *run, unsigned lane, size_t count) {
  struct lane *state = &run->lane[lane];
  const struct skein_job *job = state->job;
  const size_t block = 8 * (size_t)run->words;
  state->next += count * block;
  if (state->whole > 0) {
    state->whole -= count;
    if (state->whole > 0) return;
    const size_t done = (job->length - 1) / block * block;
    prepare_last(run, lane, job->data + done, job->length - done, job->position + done, run->type);
  } else if (state->output) {
    state->output = 0;
    prepare_last(run, lane, skein_counter_zero, 8, 0, SKEIN_TYPE(SKEIN_TYPE_OUTPUT) | SKEIN_FIRST);
  } else {
    store_result(run, lane, job);
    take_job(run, lane);
  }
}

/* Blocks that every busy lane has before something changes in one. */
static size_t common_blocks(const struct run *run) {
  size_t common = SIZE_MAX;
  for (unsigned lane = 0; lane < run->lane_count; lane++) {
    if (run->lane[lane].job == NULL) continue;
    const size_t whole = run->lane[lane].whole;
    common = skein_smaller(common, whole == 0 ? 1 : whole);
  }
  return common;
}

static unsigned busy_lanes(const struct run *run) {
  unsigned busy = 0;
  for (unsigned lane = 0; lane < run->lane_count; lane++) busy += run->lane[lane].job != NULL;
  return busy;
}

/* The fewest lanes that hold so many messages, or all: the few ones, the vector's, or these and the extra one. */
static unsigned lanes_for(const struct run *run, const struct skein_way *way, size_t messages) {
  const struct skein_kernel *kernel = way->kernel;
  const unsigned all = kernel->vector_lanes[run->size];
  if (kernel->few[run->size] != NULL && messages <= kernel->few_lanes) return kernel->few_lanes;
  return way->extra && messages > all ? all + 1 : all;
}

static void use_lanes(struct run *run, const struct skein_way *way, size_t messages) {
  const struct skein_kernel *kernel = way->kernel;
  const unsigned count = lanes_for(run, way, messages), all = kernel->vector_lanes[run->size];
  run->lane_count = count;
  run->vector_lanes = skein_smaller(count, all);
  run->kernel = (count < all ? kernel->few : count == all ? kernel->lanes : kernel->lanes_extra)[run->size];
}

/* One step of all lanes. */
static void step_together(struct run *run) {
  const size_t count = common_blocks(run);
  const uint8_t *busy = NULL;
  for (unsigned lane = 0; lane < run->lane_count; lane++) {
    if (run->lane[lane].job != NULL) busy = run->lane[lane].next;
  }
  for (unsigned lane = 0; lane < run->lane_count; lane++) {
    /* An idle lane computes something on bytes that may be read. */
    const uint8_t *next = run->lane[lane].job != NULL ? run->lane[lane].next : busy;
    set_blocks(run, lane, next);
  }
  run->kernel(&run->lanes, count, run->parity);
  for (unsigned lane = 0; lane < run->lane_count; lane++) {
    if (run->lane[lane].job != NULL) advance(run, lane, count);
  }
}

/* Let the job of a lane go on in an idle one. A copy of its last block stays where it is: no job is left that could
 * overwrite it. */
static void move_job(struct run *run, unsigned from, unsigned to) {
  uint64_t chain[SKEIN_MAX_WORDS], tweak[2];
  get_chain(run, from, chain);
  get_tweak(run, from, tweak);
  set_chain(run, to, chain);
  set_tweak(run, to, tweak[0], tweak[1]);
  skein_wipe_inline(chain, sizeof chain);
  run->lane[to] = run->lane[from];
  run->lane[from].job = NULL;
}

/* When fewer lanes hold the jobs that are left, bring these together in the first ones. */
static void gather(struct run *run, const struct skein_way *way, unsigned busy) {
  const unsigned count = lanes_for(run, way, busy);
  for (unsigned from = count, to = 0; from < run->lane_count; from++) {
    if (run->lane[from].job == NULL) continue;
    while (run->lane[to].job != NULL) to++;
    move_job(run, from, to);
  }
  if (count < run->lane_count) use_lanes(run, way, busy);
}

/* Work one lane off with the kernel for single messages. */
static void finish_alone(struct run *run, unsigned lane, const struct skein_kernel *kernel) {
  uint64_t chain[SKEIN_MAX_WORDS], tweak[2];
  if (run->lane[lane].job == NULL) return;
  while (run->lane[lane].job != NULL) {
    const size_t count = run->lane[lane].whole == 0 ? 1 : run->lane[lane].whole;
    get_chain(run, lane, chain);
    get_tweak(run, lane, tweak);
    kernel->blocks[run->size](chain, chain, tweak, run->lane[lane].next, count, run->parity, 0);
    set_chain(run, lane, chain);
    advance(run, lane, count);
  }
  skein_wipe_inline(chain, sizeof chain);
}

/* How many of the jobs can go in step: of one length, with one initial value, at equal distances. */
static size_t jobs_in_step(const struct skein_job *jobs, size_t count) {
  const uint64_t stride = count < 2 ? 0 : jobs[1].position - jobs[0].position;
  size_t same = 1;
  if (count == 0 || jobs->length == 0) return 0;
  while (same < count && jobs[same].length == jobs->length && jobs[same].initial == jobs->initial &&
         jobs[same].position - jobs[same - 1].position == stride)
    same++;
  return same;
}

/* Of so many jobs in step, how many groups get the extra one: as many as make the groups fewest, where less than
 * `worthwhile` jobs at the end are no group. */
static size_t extra_groups(size_t count, size_t lanes, size_t worthwhile) {
  if (count < worthwhile) return 0;
  const size_t groups = (count - (worthwhile - 1) + lanes) / (lanes + 1);
  const size_t filled = groups * lanes;
  return count > filled ? skein_smaller(count - filled, groups) : 0;
}

/* Do `count` jobs in step, one in each of the first lanes; those that are left over do what the last one does. This is
 * the general course without its bookkeeping, which takes 3 to 7 % of the time of messages of 64 bytes (gcc 12, Intel
 * Emerald Rapids). To see it: skein-benchmark --sizes 64, group `many`, beside a build in which jobs_in_step returns 0.
 */
static void run_in_step(struct run *run, const struct skein_job *jobs, unsigned count) {
  const size_t block = 8 * (size_t)run->words, length = jobs->length, whole = (length - 1) / block * block;
  const uint8_t *next = NULL;
  uint64_t position = jobs->position, type = run->type | SKEIN_FIRST;
  run->lanes.initial = jobs->initial;
  run->lanes.stride = jobs[1].position - jobs[0].position;
  set_tweak(run, 0, position, type);
  if (run->lane_count > run->vector_lanes) set_tweak(run, run->vector_lanes, jobs[run->vector_lanes].position, type);
  if (whole > 0) {
    for (unsigned lane = 0; lane < run->lane_count; lane++)
      set_blocks(run, lane, jobs[lane < count ? lane : count - 1].data);
    run->kernel(&run->lanes, whole / block, run->parity);
    run->lanes.initial = NULL;
  }
  for (unsigned lane = 0; lane < run->lane_count; lane++) {
    if (lane < count) next = last_block(run, lane, jobs[lane].data + whole, length - whole);
    set_blocks(run, lane, next);
  }
  if (whole > 0) {
    for (unsigned lane = 0; lane < count; lane++)
      set_tweak(run, lane, jobs[lane].position + length - block, run->type | SKEIN_FINAL);
  } else {
    set_tweak(run, 0, position + length - block, type | SKEIN_FINAL);
    if (run->lane_count > run->vector_lanes)
      set_tweak(run, run->vector_lanes, jobs[run->vector_lanes].position + length - block, type | SKEIN_FINAL);
  }
  run->lanes.output = run->output;
  run->kernel(&run->lanes, 1, run->parity);
  run->lanes.output = 0;
  run->lanes.initial = NULL;
  for (unsigned lane = 0; lane < count; lane++) store_result(run, lane, &jobs[lane]);
}

/* Do those of the next `same` jobs, which can go in step, that fill their lanes, or that are the last ones. */
static void run_groups(struct run *run, const struct skein_way *way, size_t same) {
  const size_t all = way->kernel->vector_lanes[run->size];
  size_t extra = way->extra ? extra_groups(same, all, run->worthwhile) : 0;
  while (same >= run->worthwhile) {
    const size_t rest = (size_t)(run->end - run->next_job);
    use_lanes(run, way, extra > 0 ? all + 1 : skein_smaller(rest, all));
    const unsigned together = (unsigned)skein_smaller(same, run->lane_count);
    if (together < run->lane_count && same < rest) break;
    run_in_step(run, run->next_job, together);
    run->next_job += together;
    same -= together;
    extra -= extra > 0;
  }
}

/* Do the jobs that are left, each lane taking the next when it has done one. */
static void run_in_turn(struct run *run, const struct skein_way *way) {
  unsigned busy;
  use_lanes(run, way, (size_t)(run->end - run->next_job));
  memset(&run->lanes, 0, sizeof run->lanes);
  for (unsigned lane = 0; lane < run->lane_count; lane++) take_job(run, lane);
  while ((busy = busy_lanes(run)) >= run->worthwhile) {
    gather(run, way, busy);
    step_together(run);
  }
  for (unsigned lane = 0; lane < run->lane_count; lane++) finish_alone(run, lane, skein_way_of_one(run->size)->kernel);
}

static void run_one_by_one(unsigned words, unsigned revision, uint64_t type, int output, const struct skein_job *jobs,
                           size_t count) {
  uint64_t chain[SKEIN_MAX_WORDS];
  for (size_t i = 0; i < count; i++) {
    skein_ubi(words, revision, jobs[i].initial, chain, jobs[i].position, type, jobs[i].data, jobs[i].length,
              (unsigned)output);
    skein_store_bytes(jobs[i].result, chain, jobs[i].result_length);
  }
  skein_wipe_inline(chain, sizeof chain);
}

void skein_run_jobs(unsigned words, unsigned revision, uint64_t type, int output, const struct skein_job *jobs,
                    size_t count) {
  const unsigned size = skein_size_index(words);
  struct skein_choice many = {NULL, 0};
  if (count > 1 && revision != SKEIN_1_1) many = skein_choice_for_many(size);
  if (many.way == NULL || many.way->kernel->lanes[size] == NULL || count < many.worthwhile) {
    run_one_by_one(words, revision, type, output, jobs, count);
    return;
  }
  struct run run;
  run.words = words;
  run.size = size;
  run.worthwhile = many.worthwhile;
  run.type = type;
  run.parity = revision == SKEIN_1_3 ? SKEIN_PARITY_1_3 : SKEIN_PARITY_1_2;
  run.output = output;
  run.copied = 0;
  run.next_job = jobs;
  run.end = jobs + count;
  run.lanes.initial = NULL;
  run.lanes.output = 0;
  run_groups(&run, many.way, jobs_in_step(jobs, count));
  const size_t rest = (size_t)(run.end - run.next_job);
  if (rest >= run.worthwhile)
    run_in_turn(&run, many.way);
  else
    run_one_by_one(words, revision, type, output, run.next_job, rest);
  /* Only what held secrets: short messages would feel more. */
  skein_wipe(run.lanes.chain, words * sizeof *run.lanes.chain);
  skein_wipe(run.lanes.extra_chain, sizeof run.lanes.extra_chain);
  if (run.copied) skein_wipe(run.lane, sizeof run.lane);
}
