import ChatSystem

/// What a run may not write to: the scenarios that it reads, by whatever name, and the same file twice.
enum Overwriting {
    /// Refuses reports and a list of what failed that would take the place of a scenario or of each other.
    ///
    /// - Throws: ``PlayUsageError`` for the first of them; nothing was written yet.
    static func refuse(_ arguments: PlayArguments, over scenarios: Set<String>) throws(PlayUsageError) {
        var written: [(option: String, path: String, place: ReportRequest.Destination)] = []
        for request in arguments.reports {
            guard case .file(let path) = request.destination else { continue }
            written.append(("--report \(request.kind.rawValue)", path, request.place))
        }
        if let path = arguments.rerunFile {
            written.append(("--rerun", path, ReportRequest(.messages, to: .file(path)).place))
        }
        for (index, file) in written.enumerated() {
            if scenarios.contains(where: { FileSystem.areSame($0, file.path) }) {
                throw PlayUsageError("\(file.option): \(file.path) is a scenario, and would be overwritten")
            }
            for other in written[..<index] where isOne(other.path, file.path) || other.place == file.place {
                throw PlayUsageError(
                    "\(other.option) and \(file.option) would be written to one file, \(file.path); "
                        + "give each a file of its own")
            }
        }
    }

    /// Whether both are one file; a pipe or a device takes what several write.
    private static func isOne(_ left: String, _ right: String) -> Bool {
        (try? FileSystem.kind(of: left)) == .file && FileSystem.areSame(left, right)
    }
}
