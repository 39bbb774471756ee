"""A wrong clock for some processes: a small library loaded before libc."""

import subprocess
from pathlib import Path

__all__ = ["clock_library"]

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long ahead(void) {
    const char *given = getenv("CLOCK_AHEAD_S");
    return given ? atol(given) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, now);
    if (clock == CLOCK_REALTIME) now->tv_sec += ahead();
    return status;
}

int gettimeofday(struct timeval *now, void *zone) {
    int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int status = real(now, zone);
    now->tv_sec += ahead();
    return status;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
"""


def clock_library(folder: Path) -> Path:
    """Compile it; a process that preloads it is ``CLOCK_AHEAD_S`` seconds ahead."""
    source, library = folder / "clock.c", folder / "clock.so"
    source.write_text(SOURCE)
    command = ["cc", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return library
