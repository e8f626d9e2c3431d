/* SPDX-License-Identifier: Apache-2.0 */
/* libskein: the hash function family Skein and its block cipher Threefish.
 *
 * The Skein Hash Function Family, versions 1.1, 1.2 and 1.3: states of 256, 512 and 1024 bits, output of any length,
 * messages of any number of bits, key (MAC), personalisation, public key, key identifier, nonce, and tree hashing.
 *
 *     struct skein context;
 *     uint8_t digest[64];
 *
 *     skein_init(&context, 512, 512);
 *     skein_update(&context, message, length);
 *     skein_final(&context, digest, sizeof digest);
 *
 * Rules that hold throughout:
 *   - Structures belong to the caller; the library allocates no memory. Their members
 *     are private. Copying a structure with `=` clones the computation.
 *   - Lengths are in bytes unless the name says bits. Byte strings may have any alignment.
 *   - A pointer may be NULL where the length beside it is 0.
 *   - Output may not overlap input unless a function says so.
 *   - Functions that can fail return SKEIN_OK (0) or an error; after an error no output has been written and the
 *     structure is as before the call.
 *   - One structure may be used by one thread at a time, a pool of threads by any number; different structures are
 *     independent.
 *   - A call takes at most 16 KiB of stack, skein_many 32, a tree 64, and one with several threads 96. Threads that the
 *     library starts have 512 KiB each, whatever the system's own size is.
 */
#ifndef SKEIN_H
#define SKEIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, by the rules of semantic versioning. */
#define SKEIN_VERSION_MAJOR 0
#define SKEIN_VERSION_MINOR 1
#define SKEIN_VERSION_PATCH 0
#define SKEIN_VERSION "0.1.0"

#if defined(SKEIN_STATIC)
#define SKEIN_API
#elif defined(_WIN32) && defined(SKEIN_BUILDING)
#define SKEIN_API __declspec(dllexport)
#elif defined(_WIN32)
#define SKEIN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define SKEIN_API __attribute__((visibility("default")))
#else
#define SKEIN_API
#endif

/* Largest state in bytes and in 64-bit words. */
#define SKEIN_MAX_BLOCK_BYTES 128
#define SKEIN_MAX_WORDS 16

/* SKEIN_VERSION of the library that is running. */
SKEIN_API const char *skein_version(void);

/* What a function returns. */
enum skein_status {
  SKEIN_OK = 0,
  SKEIN_BAD_POINTER = 1,     /* a pointer that must not be NULL is NULL */
  SKEIN_BAD_BLOCK_SIZE = 2,  /* a state other than 256, 512 or 1024 bits */
  SKEIN_BAD_OUTPUT_SIZE = 3, /* 0 bits of output, or more bytes asked for than the output has */
  SKEIN_BAD_REVISION = 4,    /* no version of the specification */
  SKEIN_BAD_TREE = 5,        /* tree parameters that the specification excludes, or a tree where there can be none */
  SKEIN_BAD_SEQUENCE = 6,    /* input after a partial byte */
  SKEIN_TOO_LONG = 7,        /* a message of more than 2^64 - 1 bytes */
  SKEIN_MISMATCH = 8,        /* a digest that is not the expected one */
  SKEIN_BAD_STATE = 9,       /* bytes that are no saved state */
  SKEIN_UNKNOWN_KERNEL = 10  /* no kernel of that name, or none that this processor can run */
};

/* A sentence about a status, without newline; never NULL. */
SKEIN_API const char *skein_status_text(int status);

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

/* Version of the specification. 1.2 has other rotation constants than 1.1, and 1.3 another key-schedule constant than
 * 1.2; hence all digests differ. */
enum skein_revision { SKEIN_1_3 = 0, SKEIN_1_2 = 1, SKEIN_1_1 = 2 };

/* Tree parameters of section 3.5.6: leaves of 2^leaf blocks, nodes of 2^fan_out children, at most `height` levels.
 * leaf and fan_out are 1 to 255, height is 2 to 255; all three 0 means no tree. */
struct skein_tree_shape {
  uint8_t leaf, fan_out, height;
};

/* Everything that Skein takes beside the message. Set unused members to 0: `= {.block_bits = 512, .output_bits = 256}`.
 * A byte string that is NULL is left out; one that is not NULL but has length 0 is there and empty, which gives another
 * digest. (An empty key is the same as none: section 3.5.4.) */
struct skein_arguments {
  unsigned block_bits;  /* size of the state: 256, 512 or 1024 */
  uint64_t output_bits; /* size of the output, 1 to 2^64 - 1; it is hashed: a digest is no prefix of a longer one */
  enum skein_revision revision;
  const void *key;
  size_t key_length;
  const void *personalisation;
  size_t personalisation_length;
  const void *public_key;
  size_t public_key_length;
  const void *key_identifier;
  size_t key_identifier_length;
  const void *nonce;
  size_t nonce_length;
  struct skein_tree_shape tree;
};

/* ---- Hashing ----------------------------------------------------------------------------------------------------- */

/* A hash computation. */
struct skein {
  uint64_t initial[SKEIN_MAX_WORDS]; /* chaining value before the message */
  uint64_t chain[SKEIN_MAX_WORDS];   /* chaining value, once a block has been chained */
  uint64_t tweak[2];                 /* of the next block; its position counts the bytes processed */
  uint64_t output_bits;
  uint8_t buffer[SKEIN_MAX_BLOCK_BYTES]; /* input not yet processed: a full block may be the last one */
  uint8_t buffered;                      /* bytes in it */
  uint8_t words;                         /* of the state */
  uint8_t revision;
  uint8_t partial; /* a partial byte ended the message */
};

/* Begin a plain hash: SKEIN_BAD_BLOCK_SIZE, SKEIN_BAD_OUTPUT_SIZE. */
SKEIN_API int skein_init(struct skein *context, unsigned block_bits, uint64_t output_bits);

/* Begin with arguments, which are not needed afterwards. Also SKEIN_BAD_REVISION, SKEIN_BAD_POINTER (NULL with a
 * length), and SKEIN_BAD_TREE for a tree: see skein_tree_init. */
SKEIN_API int skein_init_arguments(struct skein *context, const struct skein_arguments *arguments);

/* Begin the next message with the same arguments. */
SKEIN_API void skein_reset(struct skein *context);

/* Add bytes to the message. SKEIN_TOO_LONG, SKEIN_BAD_SEQUENCE after a partial byte. */
SKEIN_API int skein_update(struct skein *context, const void *data, size_t length);

/* Add the first `bits` bits of `data`, beginning with the most significant bit of each byte. If `bits` is no multiple
 * of 8, this ends the message. `data` has bits / 8 bytes, rounded up. */
SKEIN_API int skein_update_bits(struct skein *context, const void *data, uint64_t bits);

/* Size of the output in bytes, rounded up. */
SKEIN_API uint64_t skein_output_bytes(const struct skein *context);

/* End the message, write the first `length` bytes of the output, and reset: the next skein_update begins the next
 * message with the same arguments. Where output_bits is no multiple of 8, the unused low bits of the last byte are 0.
 * SKEIN_BAD_OUTPUT_SIZE if the output has fewer than `length` bytes. */
SKEIN_API int skein_final(struct skein *context, void *digest, size_t length);

/* End the message, compare the first `length` bytes of the output with `expected`, in time that does not depend on what
 * they are, and reset. SKEIN_OK if they are the same, SKEIN_MISMATCH if not. SKEIN_BAD_OUTPUT_SIZE for a length of 0:
 * that would accept anything. */
SKEIN_API int skein_verify(struct skein *context, const void *expected, size_t length);

/* A whole hash in one call, of a tree too: init, update, final. `digest` gets all output bytes. */
SKEIN_API int skein_hash(const struct skein_arguments *arguments, const void *message, size_t length, void *digest);

/* Copy a computation with all that it has absorbed. */
SKEIN_API void skein_clone(struct skein *copy, const struct skein *context);

/* Compare two byte strings in time that does not depend on their content: 1 if they are the same, 0 if not. */
SKEIN_API int skein_equal(const void *a, const void *b, size_t length);

/* Overwrite memory with zeros, in a way that compilers do not remove: for keys, contexts and digests after use. */
SKEIN_API void skein_wipe(void *memory, size_t length);

/* ---- Saved states ------------------------------------------------------------------------------------------------ */

/* Bytes of a saved computation. */
#define SKEIN_SAVED_BYTES 424

/* Write a computation as bytes, the same on every machine, to go on with it elsewhere or later. They hold what the key
 * and message have become: keep them as secret as these. */
SKEIN_API int skein_save(const struct skein *context, uint8_t saved[SKEIN_SAVED_BYTES]);

/* Go on with a saved computation. SKEIN_BAD_STATE for anything that skein_save does not write. */
SKEIN_API int skein_load(struct skein *context, const uint8_t saved[SKEIN_SAVED_BYTES]);

/* ---- Output as a stream ------------------------------------------------------------------------------------------ */

/* The output of a finished message, to be read in parts and from any place. */
struct skein_reader {
  uint64_t chain[SKEIN_MAX_WORDS];
  uint64_t output_bits;
  uint64_t position; /* of the next byte */
  uint64_t cached;   /* number of the block in `block`, plus 1; 0 if there is none */
  uint8_t block[SKEIN_MAX_BLOCK_BYTES];
  uint8_t words;
  uint8_t revision;
};

/* End the message and make its output readable from its first byte; the context is reset. For a stream without a length
 * known beforehand begin the hash with output_bits = UINT64_MAX. */
SKEIN_API int skein_read_output(struct skein_reader *reader, struct skein *context);

/* Write the next `length` bytes. SKEIN_BAD_OUTPUT_SIZE, and nothing written, if fewer are left. */
SKEIN_API int skein_read(struct skein_reader *reader, void *output, size_t length);

/* Go to a byte of the output. SKEIN_BAD_OUTPUT_SIZE beyond its end. */
SKEIN_API int skein_seek(struct skein_reader *reader, uint64_t position);

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* Threads that wait for work, for programs that hash again and again: skein_many and skein_tree_threads start theirs
 * anew in each call, which takes as long as hashing some hundred kilobytes. The memory is the caller's, of any kind;
 * the system gives each thread its stack. A pool must not be copied or moved. */
struct skein_pool {
  uint64_t memory[128];
};

/* Begin a pool and start its threads: `threads` with the one that calls, which takes part in its own work; 0 means one
 * for each processor, and 64 are the most. Threads that cannot be started are done without. They have the signal mask
 * of the calling thread. SKEIN_BAD_POINTER.
 *
 * Any number of threads may use a pool at the same time, and share its threads. A child of fork has none of them: work
 * with the pool is done there by the thread that calls, skein_pool_end does nothing, and skein_pool_begin begins it
 * anew. */
SKEIN_API int skein_pool_begin(struct skein_pool *pool, unsigned threads);

/* How many threads a pool has, the calling one included. */
SKEIN_API unsigned skein_pool_threads(const struct skein_pool *pool);

/* End a pool that nobody uses, and wait until its threads have ended. */
SKEIN_API void skein_pool_end(struct skein_pool *pool);

/* ---- Many messages at once --------------------------------------------------------------------------------------- */

/* Hash `count` messages with the arguments of a context that has no input yet (SKEIN_BAD_SEQUENCE otherwise); it stays
 * so.
 *
 * messages, lengths: arrays of `count`; messages[i] may be NULL if lengths[i] is 0. digests: `count` outputs one after
 * the other, each of skein_output_bytes(context). threads: how many to use at most, this one included; 0 means one for
 * each processor. Vector units work on several messages side by side, most efficiently if neighbours have similar
 * lengths. Threads that cannot be started are done without. */
SKEIN_API int skein_many(const struct skein *context, size_t count, const void *const *messages, const size_t *lengths,
                         void *digests, unsigned threads);

/* The same by the threads of a pool; NULL means by the calling thread alone. */
SKEIN_API int skein_many_pool(const struct skein *context, size_t count, const void *const *messages,
                              const size_t *lengths, void *digests, struct skein_pool *pool);

/* ---- Tree hashing ------------------------------------------------------------------------------------------------ */

/* Levels of a tree of 2^64 - 1 bytes with the smallest leaves and nodes. */
#define SKEIN_TREE_LEVELS 60

/* The node of a level that is not complete. */
struct skein_tree_node {
  uint64_t chain[SKEIN_MAX_WORDS];
  uint8_t buffer[SKEIN_MAX_BLOCK_BYTES]; /* newest block, not yet processed: it may be the last one */
  uint64_t start;                        /* position of the node in the bytes of its level */
  uint64_t filled;                       /* bytes that it has got, those in `buffer` included */
};

/* A tree hash computation: some 17 kilobytes. */
struct skein_tree {
  struct skein_tree_node levels[SKEIN_TREE_LEVELS]; /* the first has the message, each further one the nodes below it */
  uint64_t initial[SKEIN_MAX_WORDS];                /* chaining value that each node begins with */
  uint64_t output_bits;
  struct skein_tree_shape shape;
  uint8_t words; /* of the state */
  uint8_t revision;
  uint8_t partial; /* a partial byte ended the message */
  unsigned threads;
  struct skein_pool *pool; /* in place of these, if it is not NULL */
};

/* Begin a tree hash: as skein_init_arguments, but with a tree. SKEIN_BAD_TREE if there is none in the arguments. */
SKEIN_API int skein_tree_init(struct skein_tree *tree, const struct skein_arguments *arguments);

/* How many threads skein_tree_update may use, this one included; 0 means one for each processor. 1 at first. They are
 * started in each update that is worth it. */
SKEIN_API void skein_tree_threads(struct skein_tree *tree, unsigned threads);

/* Have the threads of a pool work on the updates, from now on, in place of others; NULL means this thread alone. Copies
 * of the tree have the same pool. It must not end before the last update. */
SKEIN_API void skein_tree_pool(struct skein_tree *tree, struct skein_pool *pool);

/* As the functions of the same name without `tree`. Whole leaves within one update are hashed side by side; give a
 * megabyte or more at a time where several threads are to be used, with a pool a quarter of that. */
SKEIN_API void skein_tree_reset(struct skein_tree *tree);
SKEIN_API int skein_tree_update(struct skein_tree *tree, const void *data, size_t length);
SKEIN_API int skein_tree_update_bits(struct skein_tree *tree, const void *data, uint64_t bits);
SKEIN_API uint64_t skein_tree_output_bytes(const struct skein_tree *tree);
SKEIN_API int skein_tree_final(struct skein_tree *tree, void *digest, size_t length);
SKEIN_API int skein_tree_verify(struct skein_tree *tree, const void *expected, size_t length);
SKEIN_API int skein_tree_read_output(struct skein_reader *reader, struct skein_tree *tree);

/* ---- Threefish --------------------------------------------------------------------------------------------------- */

/* A key of the tweakable block cipher. */
struct threefish {
  uint64_t key[SKEIN_MAX_WORDS + 1];
  uint8_t words;
  uint8_t revision;
};

/* Take a key of as many bits as the block: 256, 512 or 1024. SKEIN_BAD_BLOCK_SIZE, SKEIN_BAD_REVISION. */
SKEIN_API int threefish_init(struct threefish *cipher, unsigned block_bits, const void *key,
                             enum skein_revision revision);

/* One block; `output` may be `input`. NULL as tweak means zeros. */
SKEIN_API int threefish_encrypt(const struct threefish *cipher, const uint8_t tweak[16], const void *input,
                                void *output);
SKEIN_API int threefish_decrypt(const struct threefish *cipher, const uint8_t tweak[16], const void *input,
                                void *output);

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* A kernel is an implementation for some instruction set: "portable", "sse2", "bmi2", "avx2", "avx512", "neon". The
 * fastest on this processor is chosen by itself, for each size of state and for one and for many messages apart: by
 * measurements of this kind of processor that the library knows, else by one of its own when a choice is first needed,
 * which takes up to some hundreds of microseconds. The environment variable SKEIN_KERNEL names one to use instead; a
 * name that this processor has no kernel for is as none. These functions are for tests and measurements. */

/* Name of a kernel of this build, numbered from 0, or NULL beyond the last. */
SKEIN_API const char *skein_kernel_name(size_t number);

/* 1 if this processor can run it, 0 if not or if there is none of that name. */
SKEIN_API int skein_kernel_available(const char *name);

/* Use this kernel, and "portable" for what it lacks, from now on in all threads, whatever the environment says; NULL:
 * what is chosen by itself. Not to be called while another thread hashes. SKEIN_UNKNOWN_KERNEL. */
SKEIN_API int skein_kernel_use(const char *name);

/* Name of the kernel in use for a size of state, for one message or for many; NULL if there is no such size. */
SKEIN_API const char *skein_kernel_in_use(unsigned block_bits, int many);

#ifdef __cplusplus
}
#endif

#endif
