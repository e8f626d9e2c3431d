# SPDX-License-Identifier: Apache-2.0
"""Runs one program under limits and lets no process of it outlive whoever asked for it.

Started by `jobs` as a script of its own (`python -I -S jail.py SPECIFICATION`), leader of a new
process group, so it imports nothing but the standard library. SPECIFICATION is a JSON object: `argv`,
`folder`, `log` (stdout and stderr of the program), `memory_bytes` (address space of each process, null: no
limit).

Standard input is a pipe whose other end the asker holds and never writes to: when it closes, because the
asker gave up or died of whatever cause, the program is killed. Standard output receives one JSON object:
`status` (as `subprocess`: negative for a signal), `max_rss_bytes`, `cpu_seconds`. In the end the whole group
is killed.
"""

import contextlib
import json
import os
import resource
import select
import signal
import sys


def main() -> None:
    """Run the program, wait for its end or for the asker's, report, and kill what is left of the group."""
    specification = json.loads(sys.argv[1])
    child = os.fork()
    if child == 0:
        become(specification)
    done = os.pidfd_open(child)
    poll = select.poll()
    poll.register(done, select.POLLIN)
    poll.register(0, select.POLLIN | select.POLLHUP)
    if all(descriptor != done for descriptor, _ in poll.poll()):
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    report = {
        "status": os.waitstatus_to_exitcode(status),
        "max_rss_bytes": usage.ru_maxrss * 1024,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
    }
    with contextlib.suppress(BrokenPipeError):  # when the asker is gone
        os.write(1, json.dumps(report).encode())
    os.killpg(0, signal.SIGKILL)


def become(specification: dict[str, object]) -> None:
    """Turn this process into the program; exit status 127 with a line in the log if that cannot be."""
    try:
        log = os.open(str(specification["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.chdir(str(specification["folder"]))
        memory = specification["memory_bytes"]
        if isinstance(memory, int):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        argv = specification["argv"]
        assert isinstance(argv, list)
        os.execvp(argv[0], argv)
    except OSError as error:
        os.write(2, f"{error}\n".encode())
    finally:
        os._exit(127)


if __name__ == "__main__":
    main()
