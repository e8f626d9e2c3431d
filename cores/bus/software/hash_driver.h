/* SPDX-License-Identifier: Apache-2.0
 *
 * Driver of a hash function behind the registers of hash_registers.h: C11, no heap, no state but that of the caller,
 * bare metal or Linux (hash_uio.h).
 *
 *     hash_device device;
 *     hash_stream stream;
 *     uint8_t digest[32];
 *     size_t length;
 *     status = hash_open(&device, 0x40000000U);
 *     status = hash_init(&stream, &device, 0U);
 *     status = hash_update(&stream, data, size);
 *     status = hash_final(&stream, digest, sizeof digest, &length);
 *
 * A stream is a message in a lane of the device. Streams of several lanes may be open at once and their calls follow
 * one another in any order, from one thread or under one lock: the registers speak for one lane at a time. A message
 * may be split anywhere; the device packs the bytes.
 *
 * Each function says how it ended. It waits for the device, but not for ever: `patience` readings of STATUS. A lane
 * takes no message while its digests wait to be read, and holds up the other lanes then: read digests before long
 * messages follow.
 *
 * Where the device has contexts (context_bytes is not 0), a message can leave at the end of a block and go on later, in
 * any lane, after a reset, in another device of the same function:
 *
 *     status = hash_update(&stream, data, size);                      whole blocks since hash_init or hash_resume
 *     status = hash_save(&stream, context, sizeof context, &length);  length is device.context_bytes
 *     ...
 *     status = hash_resume(&stream, &device, lane, context, length);  then hash_update, hash_final or hash_save
 *
 * A context can be used as often as one likes: the beginning that many messages have in common is hashed once. It is as
 * secret as the message. Nobody checks its bytes: a code of your own around them tells one that was harmed, or is of
 * another function. A stream holds the last byte of a block until more comes or the message ends, so that either can be
 * said of it.
 *
 * With HASH_DRIVER_IO defined the program gives the four functions hash_io_* in the place of accesses to memory.
 */
#ifndef HASH_DRIVER_H
#define HASH_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  HASH_OK = 0,
  HASH_NO_DEVICE, /* VERSION is not that of these registers */
  HASH_ARGUMENT,  /* a null pointer, a lane that the device has not, a stream that is not open */
  HASH_TIMEOUT,   /* the device did not go on; hash_reset, or read the digests that wait */
  HASH_SMALL,     /* the digest is longer than its place: the stream is closed, the digest lost */
  HASH_HARMED,    /* the device says that it is no digest of what was meant: a word of its message was lost, or
                     the hash function refused the request, and the length is 0; no context where one was to come */
  HASH_LENGTH     /* hash_leave, hash_save: the message has not come to the end of a block since hash_init or
                     hash_resume, or it is there without a byte; it stays open */
} hash_status;

typedef struct {
  uintptr_t base;         /* address of the registers */
  uint32_t lanes;         /* messages at once */
  uint32_t fifo_words;    /* writes that the device holds */
  uint32_t block_bits;    /* block of the hash function */
  uint32_t digest_bits;   /* its digest; 0: of any length */
  uint32_t context_bytes; /* a context of hash_save; 0: messages do not leave */
  uint32_t secret;        /* not 0: the device overwrites what it held, see hash_wipe */
  uint32_t patience;      /* readings of STATUS until HASH_TIMEOUT; hash_open sets 1000000 */
} hash_device;

typedef enum { HASH_CLOSED = 0, HASH_MESSAGE, HASH_DIGEST } hash_phase;

typedef struct {
  const hash_device *device;
  uint32_t lane;
  hash_phase phase;  /* closed, in the message, behind its end */
  uint32_t position; /* where the device has contexts: bytes since the last end of a block */
  uint32_t holds;    /* not 0: the last byte of a block waits in `held` */
  uint8_t held;
  uint32_t saves; /* not 0: a context is to come */
} hash_stream;

/* Errors that the device has seen: hash_errors. The same bits in hash_interrupts, and two more. */
#define HASH_SEEN_OVERFLOW ((uint32_t)0x04U)
#define HASH_SEEN_UNDERFLOW ((uint32_t)0x08U)
#define HASH_SEEN_LANE ((uint32_t)0x10U)
#define HASH_SEEN_BITS ((uint32_t)0x20U)
#define HASH_SEEN_UNSTROBED ((uint32_t)0x40U)
#define HASH_WHEN_DIGEST ((uint32_t)0x01U) /* a digest waits */
#define HASH_WHEN_SPACE ((uint32_t)0x02U)  /* the FIFO of the messages is empty */

/* Find the device at an address, and drop what it does. */
hash_status hash_open(hash_device *device, uintptr_t base);

/* Drop every message and digest of all lanes. Their streams must be closed with hash_init. */
hash_status hash_reset(const hash_device *device);

/* The same, and wait until everything that held a message or a digest is overwritten, in the registers and in the hash
 * function, if the device is built for secrets; hash_reset does not wait for it. */
hash_status hash_wipe(const hash_device *device);

/* Begin a message in a lane. */
hash_status hash_init(hash_stream *stream, const hash_device *device, uint32_t lane);

/* Bytes of the message. */
hash_status hash_update(hash_stream *stream, const void *data, size_t size);

/* End the message. With `bits` 1 to 7 the highest bits of one further byte belong to it. The digest is then to be taken
 * with hash_take; other lanes may go on in between. A device with requests (Skein with arguments) takes each string of
 * a request, such as its key, as a message of its own: hash_end, then hash_init for the next one. */
hash_status hash_end(hash_stream *stream, uint8_t byte, uint32_t bits);

/* Take the digest of a message that has ended; `length` is its bytes. It is there also with HASH_HARMED. */
hash_status hash_take(hash_stream *stream, uint8_t *digest, size_t room, size_t *length);

/* End the message, wait for the digest and take it. */
hash_status hash_final(hash_stream *stream, uint8_t *digest, size_t room, size_t *length);

/* Take the message out at the end of a block: its context is then to be taken with hash_take, and other lanes may go on
 * in between. HASH_ARGUMENT if the device has no contexts, HASH_LENGTH where no block ends: the message goes on then.
 */
hash_status hash_leave(hash_stream *stream);

/* The same, wait for the context and take it. HASH_ARGUMENT also if it has no room: the message goes on then, too. */
hash_status hash_save(hash_stream *stream, uint8_t *context, size_t room, size_t *length);

/* Begin a message in a lane where a context says that it stands: device->context_bytes bytes. What follows may be
 * nothing: hash_final then gives the digest of what was saved. */
hash_status hash_resume(hash_stream *stream, const hash_device *device, uint32_t lane, const uint8_t *context,
                        size_t size);

/* Give a message up, wherever it is: it is ended, its digest taken and thrown away. Other lanes are not touched. */
hash_status hash_abort(hash_stream *stream);

/* Errors seen since they were last asked for. */
uint32_t hash_errors(const hash_device *device);

/* When the device is to interrupt: HASH_WHEN_* and HASH_SEEN_*, 0 for never. */
void hash_interrupts(const hash_device *device, uint32_t causes);

#ifdef HASH_DRIVER_IO
uint32_t hash_io_read(uintptr_t address);
void hash_io_write(uintptr_t address, uint32_t word);
void hash_io_write_16(uintptr_t address, uint16_t half);
void hash_io_write_8(uintptr_t address, uint8_t byte);
#endif

#ifdef __cplusplus
}
#endif

#endif /* HASH_DRIVER_H */
