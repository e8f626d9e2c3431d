# SPDX-License-Identifier: Apache-2.0
"""What each family says of its cores for the proof of their turns; a module has the name of the model."""
