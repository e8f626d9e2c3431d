# SPDX-License-Identifier: Apache-2.0
"""Writes what models and the register map compute: tables in RTL and C, vectors, the register block."""
