# SPDX-License-Identifier: Apache-2.0
"""Files of users: read with a sentence for whatever is wrong with them, written whole or not at all.

reading      TOML and JSON of any origin, as large and as deep as a user's file can sensibly be
model        what must stand in a file, as models of pydantic, and what is wrong with one as sentences
toml_file    TOML through such models: mistakes with the line and what would be right
toml_lines   in which line of a TOML file something stands
json_schema  models as JSON Schema
suggestions  which known names are meant by an unknown one
writing      results and exports, never in the place of what is no plain file; sums of what is kept
"""
