# SPDX-License-Identifier: Apache-2.0
"""Files of users: read with a sentence for whatever is wrong with them, written whole or not at all.

reading  TOML and JSON of any origin, as large and as deep as a user's file can sensibly be
writing  results and exports, never in the place of what is no plain file; sums of what is kept
"""
