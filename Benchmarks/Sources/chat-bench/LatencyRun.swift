import CEpoll
import Glibc

/// Messages that are due at fixed times, whether or not the ones before have come: a server that falls behind, or a
/// generator, makes every one of them late.
final class LatencyRun {
    private let crowd: Crowd
    private let interval: Int64
    private let timer: Int32

    /// The first client of the crowd speaks, the others hear.
    init(_ crowd: Crowd, rate: Int) throws(BenchError) {
        self.crowd = crowd
        interval = 1_000_000_000 / Int64(rate)
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        try crowd.watch(timer: timer)
    }

    deinit { close(timer) }

    /// The microseconds from when each message was due to when each receiver had it.
    func run(messages: Int, server: pid_t) throws(BenchError) -> (latencies: Sample, load: Load) {
        var latencies = Sample()
        latencies.reserve(messages * (crowd.clients.count - 1))
        for client in crowd.clients { client.known = 0 }
        let watch = Stopwatch(server: server)
        let start = System.now() + interval
        var said = 0
        var acknowledged = 0
        setTimer(start)
        let deliveries = messages * (crowd.clients.count - 1)
        while latencies.values.count < deliveries || (crowd.contender.acknowledges && acknowledged < messages) {
            let isTimer = try crowd.turn { client, heard in
                acknowledged += heard.acknowledged
                guard heard.delivered > 0 else { return }
                let now = System.now()
                // Each receiver has them in the order in which they were said.
                for number in client.known..<client.known + heard.delivered {
                    latencies.add(Double(now - start - Int64(number) * interval) / 1_000)
                }
                client.known += heard.delivered
            }
            guard isTimer else { continue }
            while said < messages, start + Int64(said) * interval <= System.now() {
                crowd.clients[0].say()
                said += 1
            }
            try crowd.send(crowd.clients[0], 0)
            // A time of 0 disarms it.
            setTimer(said < messages ? start + Int64(said) * interval : 0)
        }
        return (latencies, watch.read().load)
    }

    private func setTimer(_ time: Int64) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000_000_000)
        setting.it_value.tv_nsec = Int(time % 1_000_000_000)
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
