// SPDX-License-Identifier: Apache-2.0
//
// The C driver on the simulated register block: its accesses become transactions on AXI4-Lite, or with
// the macro APB transfers on APB. Commands come on the
// standard input, one a line, answers go to the standard output: see driver_simulation.py.
#include <verilated.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "Vregister_design.h"
#include "hash_driver.h"

namespace {

constexpr uintptr_t BASE = 0x40000000u;
std::unique_ptr<Vregister_design> circuit;
unsigned waits;  // pseudo-random: cycles before a handshake
unsigned wiping = 0;  // cycles in which the hash function still overwrites

void cycle() {
  if (wiping > 0) --wiping;
  circuit->hash_wiping = wiping > 0;
  circuit->aclk = 1;
  circuit->eval();
  circuit->aclk = 0;
  circuit->eval();
}

unsigned some() {
  waits = waits * 1103515245u + 12345u;
  return (waits >> 16) % 4u;
}

void fail(const char *what) {
  std::printf("bus: %s\n", what);
  std::exit(1);
}

#ifdef APB
// A transfer of APB, with idle cycles before it; PRDATA at its end.
uint32_t transfer(uintptr_t address, bool write, uint32_t word, unsigned strobes) {
  for (unsigned idle = some(); idle > 1; --idle) cycle();
  circuit->s_apb_psel = 1;
  circuit->s_apb_penable = 0;
  circuit->s_apb_pwrite = write;
  circuit->s_apb_paddr = (address - BASE) & 0xffu;
  circuit->s_apb_pwdata = word;
  circuit->s_apb_pstrb = strobes;
  circuit->eval();
  cycle();
  circuit->s_apb_penable = 1;
  circuit->eval();
  if (!circuit->s_apb_pready) fail("a transfer waits");
  if (circuit->s_apb_pslverr) fail("a transfer is refused");
  const uint32_t found = circuit->s_apb_prdata;
  cycle();
  circuit->s_apb_psel = 0;
  circuit->s_apb_penable = 0;
  circuit->eval();
  return found;
}

void write_lanes(uintptr_t address, uint32_t word, unsigned strobes) { transfer(address, true, word, strobes); }

uint32_t read_word(uintptr_t address) { return transfer(address, false, 0, 0); }
#else
void write_lanes(uintptr_t address, uint32_t word, unsigned strobes) {
  bool address_due = true, data_due = true;
  unsigned hold_address = some(), hold_data = some(), hold_answer = some();
  for (unsigned cycles = 0;; ++cycles) {
    if (cycles > 100) fail("a write is not answered");
    circuit->s_axil_awvalid = address_due && cycles >= hold_address;
    circuit->s_axil_awaddr = (address - BASE) & 0xffu;
    circuit->s_axil_wvalid = data_due && cycles >= hold_data;
    circuit->s_axil_wdata = word;
    circuit->s_axil_wstrb = strobes;
    circuit->s_axil_bready = cycles >= hold_answer;
    circuit->eval();
    const bool address_goes = circuit->s_axil_awvalid && circuit->s_axil_awready;
    const bool data_goes = circuit->s_axil_wvalid && circuit->s_axil_wready;
    const bool answered = circuit->s_axil_bvalid && circuit->s_axil_bready;
    if (answered && circuit->s_axil_bresp != 0) fail("a write is refused");
    cycle();
    if (address_goes) address_due = false;
    if (data_goes) data_due = false;
    if (answered) break;
  }
  circuit->s_axil_bready = 0;
}

uint32_t read_word(uintptr_t address) {
  bool due = true;
  const unsigned hold = some(), hold_answer = some();
  for (unsigned cycles = 0;; ++cycles) {
    if (cycles > 100) fail("a read is not answered");
    circuit->s_axil_arvalid = due && cycles >= hold;
    circuit->s_axil_araddr = (address - BASE) & 0xffu;
    circuit->s_axil_rready = cycles >= hold_answer;
    circuit->eval();
    const bool goes = circuit->s_axil_arvalid && circuit->s_axil_arready;
    const bool answered = circuit->s_axil_rvalid && circuit->s_axil_rready;
    const uint32_t word = circuit->s_axil_rdata;
    if (answered && circuit->s_axil_rresp != 0) fail("a read is refused");
    cycle();
    if (goes) due = false;
    if (answered) {
      circuit->s_axil_rready = 0;
      return word;
    }
  }
}
#endif

std::string hex(const std::vector<uint8_t> &bytes) {
  std::string text;
  char two[3];
  for (uint8_t byte : bytes) {
    std::snprintf(two, sizeof two, "%02x", byte);
    text += two;
  }
  return text;
}

// The bytes of a text, at an address with this rest modulo 8 in a store of their own.
struct Bytes {
  std::vector<uint8_t> store;
  const uint8_t *begin;
  size_t size;
  Bytes(const std::string &text, size_t skew) : store(text.size() / 2 + 16), size(text.size() / 2) {
    uint8_t *place = store.data();
    while (reinterpret_cast<uintptr_t>(place) % 8 != skew % 8) ++place;
    for (size_t i = 0; i < size; ++i) place[i] = static_cast<uint8_t>(std::stoul(text.substr(2 * i, 2), nullptr, 16));
    begin = place;
  }
};

}  // namespace

extern "C" {
uint32_t hash_io_read(uintptr_t address) { return read_word(address); }
void hash_io_write(uintptr_t address, uint32_t word) { write_lanes(address, word, 15u); }
// The other lanes hold anything.
void hash_io_write_16(uintptr_t address, uint16_t half) {
  const unsigned lane = 8u * (address & 2u);
  write_lanes(address & ~uintptr_t{3}, (0xdeadbeefu & ~(0xffffu << lane)) | static_cast<uint32_t>(half) << lane,
              3u << (address & 2u));
}
void hash_io_write_8(uintptr_t address, uint8_t byte) {
  const unsigned lane = 8u * (address & 3u);
  write_lanes(address & ~uintptr_t{3}, (0xdeadbeefu & ~(0xffu << lane)) | static_cast<uint32_t>(byte) << lane,
              1u << (address & 3u));
}
}

int main(int, char **) {
  circuit = std::make_unique<Vregister_design>();
  std::vector<hash_stream> streams(32);
  hash_device device;
  circuit->aresetn = 0;
  for (int i = 0; i < 4; ++i) cycle();
  circuit->aresetn = 1;
  cycle();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command, text;
    size_t lane = 0, number = 0;
    words >> command >> lane >> number >> text;
    hash_stream *stream = &streams[lane % 32];
    if (command == "seed") {
      waits = static_cast<unsigned>(number);
    } else if (command == "open") {
      std::printf("%d", hash_open(&device, BASE));
      std::printf(" %u %u %u %u %u %u\n", device.lanes, device.fifo_words, device.block_bits, device.digest_bits,
                  device.secret, device.context_bytes);
    } else if (command == "wiping") {
      wiping = static_cast<unsigned>(number);
    } else if (command == "left") {
      std::printf("%u\n", wiping);
    } else if (command == "patience") {
      device.patience = static_cast<uint32_t>(number);
    } else if (command == "init") {
      std::printf("%d\n", hash_init(stream, &device, static_cast<uint32_t>(lane)));
    } else if (command == "update") {
      Bytes bytes(text, number);
      std::printf("%d\n", hash_update(stream, bytes.begin, bytes.size));
    } else if (command == "end") {
      Bytes bytes(text, 0);
      std::printf("%d\n", hash_end(stream, bytes.size ? bytes.begin[0] : 0, static_cast<uint32_t>(number)));
    } else if (command == "leave") {
      std::printf("%d\n", hash_leave(stream));
    } else if (command == "resume") {
      Bytes bytes(text, number);
      std::printf("%d\n", hash_resume(stream, &device, static_cast<uint32_t>(lane), bytes.begin, bytes.size));
    } else if (command == "take" || command == "final" || command == "save") {
      std::vector<uint8_t> digest(number);
      size_t length = 0;
      const auto take = command == "take" ? hash_take : command == "save" ? hash_save : hash_final;
      const int status = take(stream, digest.data(), digest.size(), &length);
      if (length < digest.size()) digest.resize(length);
      std::printf("%d %s\n", status, hex(digest).c_str());
    } else if (command == "expect") {
      stream->phase = HASH_DIGEST;  // of a message that another stream ended, or nobody
    } else if (command == "abort") {
      std::printf("%d\n", hash_abort(stream));
    } else if (command == "reset") {
      std::printf("%d\n", hash_reset(&device));
    } else if (command == "wipe") {
      std::printf("%d\n", hash_wipe(&device));
    } else if (command == "errors") {
      std::printf("%u\n", hash_errors(&device));
    } else if (command == "interrupts") {
      hash_interrupts(&device, static_cast<uint32_t>(number));
      cycle();
      std::printf("%d\n", circuit->irq);
    } else if (command == "poke") {
      // What no driver does: a word written wherever there is space or not.
      hash_io_write(BASE + lane, static_cast<uint32_t>(number));
    } else {
      fail("unknown command");
    }
  }
  circuit->final();
  circuit.reset();
  return 0;
}
