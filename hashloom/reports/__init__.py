# SPDX-License-Identifier: Apache-2.0
"""What people read: tables for terminal and Markdown, pictures as SVG, generated regions of the documents."""
