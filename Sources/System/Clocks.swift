#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The clocks of this machine.
package enum Clocks {
    /// Returns the milliseconds of the monotonic clock, which is never set: for deadlines.
    package static func steady() -> Int64 { milliseconds(of: CLOCK_MONOTONIC) }

    /// Returns the microseconds of the monotonic clock.
    package static func steadyMicroseconds() -> Int64 { microseconds(of: CLOCK_MONOTONIC) }

    /// Returns the milliseconds since the machine started, including sleep. This clock is never set.
    package static func sinceStart() -> Int64 {
        #if canImport(Darwin)
            milliseconds(of: CLOCK_MONOTONIC)
        #else
            milliseconds(of: CLOCK_BOOTTIME)
        #endif
    }

    /// Returns the processor time of the calling thread, in microseconds.
    package static func thread() -> Int64 { microseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    /// Returns the milliseconds since 1970 (UTC).
    package static func wall() -> Int64 { milliseconds(of: CLOCK_REALTIME) }

    /// Returns the offset of this machine's time zone from UTC at a moment, in seconds.
    package static func offsetFromUTC(atSecond second: Int64) -> Int64 {
        var time = time_t(second)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Int64(parts.tm_gmtoff)
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 { microseconds(of: clock) / 1_000 }

    private static func microseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
    }
}
