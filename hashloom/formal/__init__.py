# SPDX-License-Identifier: Apache-2.0
"""Proofs about the RTL, by model checking and equivalence checking.

What is proven is said in SystemVerilog: `cores/<family>/formal/<check>.sv` holds the modules under proof and
the assertions about them, `proofs.toml` beside it under which parameters and by which engine. The package
reads these (`table`), makes circuits of gates of them with yosys (`circuit`), asks ABC (`engine`), remembers
the answers (`run`) and writes them down (`document`).
"""
