/* SPDX-License-Identifier: Apache-2.0
 *
 * See hash_driver.h. Registers are reached by address and width: the structure of hash_registers.h is packed, and a
 * compiler may split an access to a member of such.
 */
#include "hash_driver.h"

#include "hash_registers.h"

#define AT(device, name) ((device)->base + offsetof(hash_registers_t, name))
#define FIELD(word, name) (((word) & (uint32_t)(name##_bm)) >> (name##_bp))

#define IDENTITY ((uint32_t)HASH_REGISTERS__VERSION__IDENTITY_reset)
#define MAJOR ((uint32_t)HASH_REGISTERS__VERSION__MAJOR_reset)
/* The least minor version that is enough, and that with CONTEXT. */
#define MINOR ((uint32_t)1U)
#define MINOR_CONTEXT ((uint32_t)2U)
#define ENDS ((uint32_t)HASH_REGISTERS__LAST__LAST_bm)
#define SAVES ((uint32_t)HASH_REGISTERS__LAST__SAVE_bm)
#define RESUMES ((uint32_t)HASH_REGISTERS__LAST__RESUME_bm)
#define ERRORS (HASH_SEEN_OVERFLOW | HASH_SEEN_UNDERFLOW | HASH_SEEN_LANE | HASH_SEEN_BITS | HASH_SEEN_UNSTROBED)
#define WINDOW ((uint32_t)sizeof(hash_registers__MESSAGE_t))
#define PATIENCE ((uint32_t)1000000U)

static uint32_t read_32(uintptr_t address) {
#ifdef HASH_DRIVER_IO
  return hash_io_read(address);
#else
  return *(const volatile uint32_t *)address;
#endif
}

static void write_32(uintptr_t address, uint32_t word) {
#ifdef HASH_DRIVER_IO
  hash_io_write(address, word);
#else
  *(volatile uint32_t *)address = word;
#endif
}

static void write_16(uintptr_t address, uint16_t half) {
#ifdef HASH_DRIVER_IO
  hash_io_write_16(address, half);
#else
  *(volatile uint16_t *)address = half;
#endif
}

static void write_8(uintptr_t address, uint8_t byte) {
#ifdef HASH_DRIVER_IO
  hash_io_write_8(address, byte);
#else
  *(volatile uint8_t *)address = byte;
#endif
}

/* The first byte of a message is the lowest of a register, whatever the order of bytes of the processor. */
static uint32_t word_of(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8) | ((uint32_t)bytes[2] << 16) | ((uint32_t)bytes[3] << 24);
}

/* Writes that MESSAGE takes now, one at least unless the device does not go on. */
static uint32_t space(const hash_device *device) {
  uint32_t tries = device->patience;
  uint32_t found = 0U;
  while ((found == 0U) && (tries > 0U)) {
    found = FIELD(read_32(AT(device, STATUS)), HASH_REGISTERS__STATUS__SPACE);
    tries -= 1U;
  }
  return found;
}

/* STATUS with a word of a digest, or without if the device does not go on. */
static uint32_t digest_status(const hash_device *device) {
  uint32_t tries = device->patience;
  uint32_t status = 0U;
  while ((FIELD(status, HASH_REGISTERS__STATUS__DIGEST_VALID) == 0U) && (tries > 0U)) {
    status = read_32(AT(device, STATUS));
    tries -= 1U;
  }
  return status;
}

static int is_open(const hash_stream *stream, hash_phase phase) {
  return (stream != NULL) && (stream->device != NULL) && (stream->phase == phase);
}

/* Bytes into the lane that is chosen. */
static hash_status put(const hash_device *device, const uint8_t *bytes, size_t size) {
  hash_status result = HASH_OK;
  const uint8_t *next = bytes;
  size_t left = size;
  uint32_t room = 0U;
  uint32_t place = 0U; /* in the window */
  while ((left > 0U) && (result == HASH_OK)) {
    const uintptr_t window = AT(device, MESSAGE) + place;
    if (room == 0U) {
      room = space(device);
    }
    if (room == 0U) {
      result = HASH_TIMEOUT;
    } else if (left >= 4U) {
      write_32(window, word_of(next));
      next += 4;
      left -= 4U;
    } else if (left >= 2U) {
      write_16(window, (uint16_t)((uint32_t)next[0] | ((uint32_t)next[1] << 8)));
      next += 2;
      left -= 2U;
    } else {
      write_8(window, next[0]);
      left = 0U;
    }
    room -= (room > 0U) ? 1U : 0U;
    place = (place + 4U) % WINDOW;
  }
  return result;
}

/* The last byte of a block, behind which the message goes on or ends with a digest. */
static hash_status put_held(hash_stream *stream) {
  hash_status result = HASH_OK;
  if (stream->holds != 0U) {
    result = put(stream->device, &stream->held, 1U);
    if (result == HASH_OK) {
      stream->held = 0U;
      stream->holds = 0U;
    }
  }
  return result;
}

static void choose(const hash_stream *stream) { write_32(AT(stream->device, LANE), stream->lane); }

hash_status hash_open(hash_device *device, uintptr_t base) {
  hash_status result = HASH_ARGUMENT;
  if ((device != NULL) && ((base % sizeof(uint32_t)) == 0U)) {
    uint32_t version;
    device->base = base;
    version = read_32(AT(device, VERSION));
    if ((FIELD(version, HASH_REGISTERS__VERSION__IDENTITY) == IDENTITY) &&
        (FIELD(version, HASH_REGISTERS__VERSION__MAJOR) == MAJOR) &&
        (FIELD(version, HASH_REGISTERS__VERSION__MINOR) >= MINOR)) {
      const uint32_t geometry = read_32(AT(device, GEOMETRY));
      device->lanes = FIELD(geometry, HASH_REGISTERS__GEOMETRY__LANES);
      device->fifo_words = FIELD(geometry, HASH_REGISTERS__GEOMETRY__FIFO_WORDS);
      device->block_bits = read_32(AT(device, BLOCK));
      device->digest_bits = read_32(AT(device, DIGEST));
      device->context_bytes = 0U;
      if (FIELD(version, HASH_REGISTERS__VERSION__MINOR) >= MINOR_CONTEXT) {
        device->context_bytes = read_32(AT(device, CONTEXT)) / 8U;
      }
      device->secret = FIELD(read_32(AT(device, STATUS)), HASH_REGISTERS__STATUS__SECRET);
      device->patience = PATIENCE;
      hash_interrupts(device, 0U);
      result = hash_wipe(device);
      (void)hash_errors(device);
    } else {
      result = HASH_NO_DEVICE;
    }
  }
  return result;
}

hash_status hash_reset(const hash_device *device) {
  hash_status result = HASH_ARGUMENT;
  if (device != NULL) {
    write_32(AT(device, CONTROL), (uint32_t)HASH_REGISTERS__CONTROL__CLEAR_bm);
    result = HASH_OK;
  }
  return result;
}

hash_status hash_wipe(const hash_device *device) {
  hash_status result = HASH_ARGUMENT;
  if (device != NULL) {
    uint32_t tries = device->patience;
    uint32_t wiping = 1U;
    write_32(AT(device, CONTROL), (uint32_t)HASH_REGISTERS__CONTROL__WIPE_bm);
    while ((wiping != 0U) && (tries > 0U)) {
      wiping = FIELD(read_32(AT(device, STATUS)), HASH_REGISTERS__STATUS__WIPING);
      tries -= 1U;
    }
    result = (wiping == 0U) ? HASH_OK : HASH_TIMEOUT;
  }
  return result;
}

hash_status hash_init(hash_stream *stream, const hash_device *device, uint32_t lane) {
  hash_status result = HASH_ARGUMENT;
  if ((stream != NULL) && (device != NULL) && (lane < device->lanes)) {
    stream->device = device;
    stream->lane = lane;
    stream->phase = HASH_MESSAGE;
    stream->position = 0U;
    stream->holds = 0U;
    stream->held = 0U;
    stream->saves = 0U;
    result = HASH_OK;
  }
  return result;
}

hash_status hash_update(hash_stream *stream, const void *data, size_t size) {
  hash_status result = HASH_ARGUMENT;
  if (is_open(stream, HASH_MESSAGE) && ((data != NULL) || (size == 0U))) {
    const hash_device *device = stream->device;
    const uint8_t *bytes = (const uint8_t *)data;
    size_t now = size; /* without the last byte of a block */
    choose(stream);
    result = HASH_OK;
    if (size > 0U) {
      result = put_held(stream);
      if (device->context_bytes != 0U) {
        const uint32_t block = device->block_bits / 8U;
        stream->position = (stream->position + (uint32_t)(size % block)) % block;
        now -= (stream->position == 0U) ? 1U : 0U;
      }
    }
    if (result == HASH_OK) {
      result = put(device, bytes, now);
    }
    if ((result == HASH_OK) && (now < size)) {
      stream->held = bytes[now];
      stream->holds = 1U;
    }
  }
  return result;
}

hash_status hash_end(hash_stream *stream, uint8_t byte, uint32_t bits) {
  hash_status result = HASH_ARGUMENT;
  if (is_open(stream, HASH_MESSAGE) && (bits < 8U)) {
    const hash_device *device = stream->device;
    choose(stream);
    result = put_held(stream);
    if ((result == HASH_OK) && (space(device) == 0U)) {
      result = HASH_TIMEOUT;
    }
    if (result == HASH_OK) {
      /* A last word of which only these bits count. */
      write_32(AT(device, LAST), ENDS | bits);
      write_32(AT(device, MESSAGE), (bits == 0U) ? 0U : (uint32_t)byte);
      stream->phase = HASH_DIGEST;
    }
  }
  return result;
}

hash_status hash_leave(hash_stream *stream) {
  hash_status result = HASH_ARGUMENT;
  if (is_open(stream, HASH_MESSAGE) && (stream->device->context_bytes != 0U)) {
    const hash_device *device = stream->device;
    choose(stream);
    if (stream->holds == 0U) {
      result = HASH_LENGTH;
    } else if (space(device) == 0U) {
      result = HASH_TIMEOUT;
    } else {
      /* The last byte of the block is the last of the message. */
      write_32(AT(device, LAST), ENDS | SAVES | 8U);
      write_8(AT(device, MESSAGE), stream->held);
      stream->held = 0U;
      stream->holds = 0U;
      stream->saves = 1U;
      stream->phase = HASH_DIGEST;
      result = HASH_OK;
    }
  }
  return result;
}

hash_status hash_resume(hash_stream *stream, const hash_device *device, uint32_t lane, const uint8_t *context,
                        size_t size) {
  hash_status result = HASH_ARGUMENT;
  if ((device != NULL) && (context != NULL) && (size > 0U) && (size == (size_t)device->context_bytes)) {
    result = hash_init(stream, device, lane);
    if (result == HASH_OK) {
      choose(stream);
      if (space(device) == 0U) {
        stream->phase = HASH_CLOSED;
        result = HASH_TIMEOUT;
      } else {
        write_32(AT(device, LAST), RESUMES);
        result = put(device, context, size);
      }
    }
  }
  return result;
}

hash_status hash_take(hash_stream *stream, uint8_t *digest, size_t room, size_t *length) {
  hash_status result = HASH_ARGUMENT;
  if (is_open(stream, HASH_DIGEST) && ((digest != NULL) || (room == 0U)) && (length != NULL)) {
    const hash_device *device = stream->device;
    uint32_t last = 0U;
    uint32_t harmed = 0U;
    size_t done = 0U;
    choose(stream);
    result = HASH_OK;
    while ((last == 0U) && (result != HASH_TIMEOUT)) {
      const uint32_t status = digest_status(device);
      if (FIELD(status, HASH_REGISTERS__STATUS__DIGEST_VALID) == 0U) {
        result = HASH_TIMEOUT;
      } else {
        uint32_t bytes = 4U;
        uint32_t word = read_32(AT(device, DIGEST_DATA));
        last = FIELD(status, HASH_REGISTERS__STATUS__DIGEST_LAST);
        harmed |= FIELD(status, HASH_REGISTERS__STATUS__DIGEST_ERROR);
        harmed |= FIELD(status, HASH_REGISTERS__STATUS__DIGEST_CONTEXT) ^ stream->saves;
        if (last != 0U) {
          bytes = (FIELD(status, HASH_REGISTERS__STATUS__DIGEST_BITS) + 7U) / 8U;
        }
        while (bytes > 0U) {
          if (done < room) {
            digest[done] = (uint8_t)(word & 0xFFU);
          } else {
            result = HASH_SMALL;
          }
          done += 1U;
          word >>= 8;
          bytes -= 1U;
        }
      }
    }
    *length = done;
    if (result != HASH_TIMEOUT) {
      stream->phase = HASH_CLOSED;
      if ((harmed != 0U) || ((stream->saves != 0U) && (done != (size_t)device->context_bytes))) {
        result = HASH_HARMED;
      }
    }
  }
  return result;
}

hash_status hash_final(hash_stream *stream, uint8_t *digest, size_t room, size_t *length) {
  hash_status result = hash_end(stream, 0U, 0U);
  if (result == HASH_OK) {
    result = hash_take(stream, digest, room, length);
  }
  return result;
}

hash_status hash_save(hash_stream *stream, uint8_t *context, size_t room, size_t *length) {
  hash_status result = HASH_ARGUMENT;
  if (is_open(stream, HASH_MESSAGE) && (context != NULL) && (length != NULL) &&
      (room >= (size_t)stream->device->context_bytes)) {
    result = hash_leave(stream);
    if (result == HASH_OK) {
      result = hash_take(stream, context, room, length);
    }
  }
  return result;
}

hash_status hash_abort(hash_stream *stream) {
  hash_status result = HASH_OK;
  if (stream == NULL) {
    result = HASH_ARGUMENT;
  } else {
    if (stream->phase == HASH_MESSAGE) {
      result = hash_end(stream, 0U, 0U);
    }
    if ((result == HASH_OK) && (stream->phase == HASH_DIGEST)) {
      size_t length = 0U;
      result = hash_take(stream, NULL, 0U, &length);
      if (result != HASH_TIMEOUT) {
        result = HASH_OK;
      }
    }
  }
  return result;
}

uint32_t hash_errors(const hash_device *device) {
  uint32_t seen = 0U;
  if (device != NULL) {
    seen = read_32(AT(device, INTERRUPT_STATUS)) & ERRORS;
    if (seen != 0U) {
      write_32(AT(device, INTERRUPT_STATUS), seen);
    }
  }
  return seen;
}

void hash_interrupts(const hash_device *device, uint32_t causes) {
  if (device != NULL) {
    write_32(AT(device, INTERRUPT_ENABLE), causes & (ERRORS | HASH_WHEN_DIGEST | HASH_WHEN_SPACE));
  }
}
