# SPDX-License-Identifier: Apache-2.0
"""What runs on a worker of another machine: one job, from the text of an order to the text of an answer."""

from __future__ import annotations

import os

from hashloom.campaign import fingerprint
from hashloom.campaign.answer import answer_text, order_of
from hashloom.campaign.job import perform
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.execution.session import Session


def perform_there(order: bytes) -> bytes:
    """Do a job with this machine's records and caches, if this machine is as that of the campaign.

    Where it is not, the answer has the fingerprint of this machine and no end.
    """
    job, asked = order_of(order)
    session = Session.at(Places.of(os.environ))
    try:
        here = fingerprint.of(job.item(session.places), session.places)
    except (HashloomError, OSError) as error:
        return answer_text(None, None, problem=str(error))
    if asked.differences(here):
        return answer_text(here, None)
    end, journal = perform(job, session)
    return answer_text(here, end, journal.portable())
