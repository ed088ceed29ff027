import ChatSystem

/// The check that no output of a run overwrites a scenario or another output of the run.
enum Overwriting {
    /// Checks the paths of the reports and of the list of failures.
    ///
    /// - Throws: ``PlayUsageError`` for the first output that would overwrite a scenario or another output. No file has
    ///   been written then.
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

    /// Returns true if both paths lead to one regular file. A pipe or a device can take several outputs.
    private static func isOne(_ left: String, _ right: String) -> Bool {
        (try? FileSystem.kind(of: left)) == .file && FileSystem.areSame(left, right)
    }
}
