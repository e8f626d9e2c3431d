# SPDX-License-Identifier: Apache-2.0
"""Proof, for all data, that a core does in every turn what its reference model does.

The RTL of a core becomes one-bit gates, word additions and registers (`netlist`) and is run over literals
of an and-inverter graph, a clock cycle at a time (`core`, `graph`). The reference models run over the same
graph: symbolic words (`words`) take the place of their integers. Sums are looked up under the words that
they add (`sums`), so that the order of additions does not matter; that the adders of the RTL add is proven
of each. Sums modulo 2 have one form too, and S-boxes, of the RTL and of the models, are looked up by the
values that they have (`tables`); what registers hold within an S-box is a table of its byte
(`families/aes.py`). Residues modulo 257 are known by the linear forms that they are (`residues`), whichever
of their numbers a register holds. `induction` goes from clock edge to clock edge: before it the registers
hold what the specification of the family says, over any state, block and count; behind it they must hold what
it says of the model's next state. Where a core works on a block before it takes it, `ahead` follows both that
block and the one before. What differs in structure is proven equal by all values of its inputs, where these
are few, or by ABC (`miter`). `check` is the proof of a design as `hashloom.formal` lists and records it.

To add a family:

1. Where its model works on bytes, compares or looks up tables, split it so that what a clock cycle does is a
   function of integers: lists of words in the place of bytes, `hashloom.models.bits.pick(table, index)` in
   the place of `table[index]`, masks in the place of conditions on data. Numbers of rounds and the like
   stay integers. The tests of the model stay as they are.
2. Write `hashloom/formal/turns/families/<model>.py` with `specification(design) -> Specification`
   (`hashloom.formal.turns.specification` has the interface; `families/keccak.py` and `families/sha1.py` are
   examples): which words a state has in every place (`shape`), what a load and a cycle do to it, in calls
   of the model (`load`, `step`), and what the registers hold (`registers`), by their names in the RTL with
   the instances and generate blocks before them. An unknown name is answered with the list of those that
   there are. A register that is no control and is not named is taken to hold anything.
3. Add to `cores/<family>/formal/proofs.toml` an entry with `engine = "turns"`, its `designs`, and `faults`,
   some of them with data that no simulation meets, such as `^ 64'(&state[27:0])`.
4. `hashloom prove NAME`. "x is not what the model says" in "turn 7" names register and cycle: `turn k` begins
   k clock edges after the one that took the block, `arrived`, `waiting` and `fresh` can take one, `done` has
   a digest; with S lanes these and the numbers count clock cycles, S to a turn.

A pair of registers in carry-save form is named together, `("sum", "carry"): word`. Where ABC does not come
to an end, name what is between: a state may have words that are sums of others, computed by `step`.
"""
