# SPDX-License-Identifier: Apache-2.0
"""Documents of results: what stands in each kind, in which version, and the one reader of them.

versions  the kinds, their versions, and the head that every document has
document  what documents have in common
members   members that documents of several kinds have
tables    documents with rows of designs, of parts of them, and of others
checks    documents of what was verified, proven, and planted
programs  documents of libskein
printed   what commands print and nobody reads back
reader    from a file to a document
writer    from a document to a file, after it was checked
schemas   the models as JSON Schema, in docs/schemas
"""
