/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/software_tables.py); not to be edited. */
