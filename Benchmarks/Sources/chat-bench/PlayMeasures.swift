/// How fast scenarios are read and played: all of `scenarios/`, and a story of many steps with a hundred persons.
struct PlayMeasures {
    let options: Options

    static let persons = 100

    /// All of `scenarios/`: read and played by us, and by the peer read and given steps that do nothing.
    func folder() throws(BenchError) -> (ours: ProcessRun, reading: ProcessRun, peer: ProcessRun?) {
        let play = [options.client, "play", options.scenarios]
        let ours = try ProcessRun(play)
        let reading = try ProcessRun(play + ["--dry-run", "--report", "dot"])
        guard !options.behave.isEmpty else { return (ours, reading, nil) }
        let peer = try ProcessRun([options.behave, "--no-color", "--format", "null", options.behaveFolder])
        return (ours, reading, peer)
    }

    /// A story of so many steps.
    ///
    /// - Parameter isTraced: whether its trace is written too.
    func story(steps: Int, isTraced: Bool) throws(BenchError) -> ProcessRun {
        let folder = try System.makeDirectory(in: options.directory)
        defer { System.removeDirectory(folder) }
        let file = folder + "/story.feature"
        try System.write(Self.story(steps: steps), toFile: file)
        let trace = isTraced ? ["--report", "html:\(folder)/trace.html"] : []
        return try ProcessRun([options.client, "play", file] + trace)
    }

    /// A hundred persons in one conversation: one says something, another has read it.
    static func story(steps: Int) -> String {
        let letters = Array("abcdefghij")
        let names = letters.flatMap { first in letters.map { "P\(first)\($0)" } }
        let everyone = names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        var lines = ["Feature: Many", "  Scenario: All talk", "    Given a conversation \"All\" between \(everyone)"]
        var said = 0
        while lines.count - 2 < steps {
            lines.append("    When \(names[said % persons]) sends \"Message \(said)\" to \"All\"")
            if lines.count - 2 < steps {
                lines.append("    Then \(names[(said * 7 + 3) % persons]) sees \"Message \(said)\" in \"All\"")
            }
            said += 1
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// How long the whole of `scenarios/` takes: a row for each who reads it.
struct FolderTable {
    private struct Row {
        var title: String
        var wall = Sample()
        var cpu = Sample()
    }

    private var rows: [Row] = []

    mutating func add(_ title: String, _ run: ProcessRun) {
        let index = rows.firstIndex { $0.title == title } ?? rows.count
        if index == rows.count { rows.append(Row(title: title)) }
        rows[index].wall.add(run.wall)
        rows[index].cpu.add(run.cpu)
    }

    /// The medians, and how they stand to the last row; empty if nothing was measured.
    func text(_ format: Format) -> String {
        guard let last = rows.last else { return "" }
        guard format != .json else {
            return rows.flatMap { SampleLine.lines("All of scenarios/", unit: "ms of CPU", subject: $0.title, $0.cpu) }
                .joined(separator: "\n")
        }
        let header = ["", "ms of CPU", "min", "max", "ms on the clock", "CPU, of the last row's"]
        let cells = rows.map { row in
            [row.title]
                + [row.cpu.median, row.cpu.least, row.cpu.most, row.wall.median].map {
                    Table.number($0, digits: 0)
                } + [Table.number(row.cpu.median / last.cpu.median, digits: 2)]
        }
        return Table.text("All of scenarios/", [header] + cells, leading: 1, format)
    }
}
