import Glibc

/// How fast keys show on the screen of a program, in a conversation that is long, busy, or pasted into.
struct RedrawMeasures {
    let program: ScreenProgram
    let options: Options

    typealias Report = (Growth.Cost, Double) -> Void

    /// Measures once, each in a program that was just started.
    func run(_ report: Report) throws(BenchError) {
        try program.withConversation(of: options.conversations.short, options) { probe, shown throws(BenchError) in
            firstPaint(shown, of: options.conversations.short, report)
            memory(of: probe, "in a conversation of \(Self.number(options.conversations.short))", report)
            try probe.pour(options.conversations.long, seconds: ScreenProgram.patience)
            try probe.pass(500)
            memory(of: probe, "the same, when \(Self.number(options.conversations.long)) more have come", report)
        }
        try program.withConversation(of: options.conversations.long, options) { probe, shown throws(BenchError) in
            firstPaint(shown, of: options.conversations.long, report)
            memory(of: probe, "in a conversation of \(Self.number(options.conversations.long))", report)
            try idle(probe, report)
            try flood(probe, report)
            try pastes(probe, report)
        }
    }

    private func firstPaint(_ shown: Double?, of messages: Int, _ report: Report) {
        guard let shown else { return }
        let title = "from the start to the end of a conversation of \(Self.number(messages)) on the screen"
        report(.init(title: title, unit: "ms", digits: 1), shown)
    }

    private static func number(_ value: Int) -> String { Table.number(Double(value), digits: 0) }

    private func memory(of probe: KeyProbe, _ when: String, _ report: Report) {
        report(
            .init(title: "resident memory, \(when)", unit: "MB", digits: 1), Double(probe.terminal.residentBytes) / 1e6)
    }

    // MARK: Keys

    /// The times of so many keys, which are pressed as fast as nobody types: every 25 milliseconds.
    private func keys(_ count: Int, _ probe: KeyProbe) throws(BenchError) -> Sample {
        var times = Sample()
        for key in 0..<count {
            guard let time = try probe.timeKey(seconds: ScreenProgram.patience) else {
                throw BenchError("\(program.name) lost a key")
            }
            times.add(time)
            // Not in step with anything that happens every so many milliseconds.
            try probe.pass(15 + Double(key * 7 % 20) + Double(key * 13 % 16) / 16)
        }
        return times
    }

    private func tell(_ times: Sample, _ when: String, _ report: Report) {
        report(.init(title: "a key to the screen, \(when), 50 %", unit: "ms"), times.percentile(0.5))
        report(.init(title: "a key to the screen, \(when), 99 %", unit: "ms"), times.percentile(0.99))
    }

    private func idle(_ probe: KeyProbe, _ report: Report) throws(BenchError) {
        _ = try keys(options.keys / 10, probe)
        let (bytes, cpu) = (probe.bytesWritten, System.cpuTime(of: probe.terminal.process))
        tell(try keys(options.keys, probe), "idle", report)
        let used = Double(System.cpuTime(of: probe.terminal.process) - cpu) / 1e3 / Double(options.keys)
        report(.init(title: "CPU for a key and its deletion, idle", unit: "µs", digits: 0), used)
        let written = Double(probe.bytesWritten - bytes) / Double(options.keys)
        report(.init(title: "written for a key and its deletion, idle", unit: "bytes", digits: 0), written)
    }

    // MARK: A flood

    private func flood(_ probe: KeyProbe, _ report: Report) throws(BenchError) {
        let when = "at \(Self.number(options.floodRate)) messages a second"
        probe.talk(perSecond: options.floodRate)
        try probe.pass(1_000)
        let (bytes, frames, said) = (probe.bytesWritten, probe.frames, probe.said)
        let (start, cpu) = (System.now(), System.cpuTime(of: probe.terminal.process))
        tell(try keys(options.keys, probe), when, report)
        let used = Double(System.cpuTime(of: probe.terminal.process) - cpu) / 1e3
        let seconds = Double(System.now() - start) / 1e9
        let messages = Double(probe.said - said)
        report(.init(title: "CPU for a message, \(when)", unit: "µs", digits: 0), used / messages)
        report(
            .init(title: "written for a message, \(when)", unit: "bytes", digits: 0),
            Double(probe.bytesWritten - bytes) / messages)
        if probe.frames > frames {
            report(
                .init(title: "frames a second, \(when)", unit: "", digits: 0), Double(probe.frames - frames) / seconds)
        }
        report(.init(title: "messages a second that came", unit: "", digits: 0), messages / seconds)
        guard let time = try probe.timeMessage(seconds: ScreenProgram.patience) else {
            throw BenchError("\(program.name) lost a message")
        }
        report(.init(title: "a message to the screen, \(when)", unit: "ms"), time)
        probe.talk(perSecond: nil)
        try probe.pass(1_000)
        memory(of: probe, "after that", report)
    }

    // MARK: Pastes

    /// Lines of a hundred bytes, in the marks of a bracketed paste.
    private var paste: [UInt8] {
        var bytes: [UInt8] = []
        var line = 0
        while bytes.count < options.pasteBytes {
            bytes += Array(Chatter.text(line).utf8) + [UInt8(ascii: "\r")]
            line += 1
        }
        return Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8)
    }

    private func pastes(_ probe: KeyProbe, _ report: Report) throws(BenchError) {
        let paste = paste
        var times = Sample()
        for _ in 0..<options.pastes {
            try probe.clear()
            guard let first = try probe.timeKey(after: paste, seconds: ScreenProgram.patience) else {
                throw BenchError("\(program.name) shows no key behind a paste")
            }
            report(
                .init(title: "a paste of 1 MB, to a key behind it", unit: "ms"), Double(first.shown - first.began) / 1e6
            )
            report(
                .init(title: "a key to the screen, right behind the paste", unit: "ms"),
                Double(first.shown - first.pressed) / 1e6)
            try probe.pass(100)
            for time in try keys(options.keys / options.pastes, probe).values { times.add(time) }
        }
        tell(times, "in a text of 1 MB", report)
        memory(of: probe, "after \(options.pastes) pastes of 1 MB", report)
    }
}
