import Foundation

/// The folders whose code is mutated, and the mutants in them.
struct SourceFolders {
    /// The folders below `Sources`, each with the folder that receives the selector.
    static let all = ["ChatServer/Core", "ChatServer/Engine", "ChatClient/Session"]

    /// The root of the package.
    let root: URL

    /// Finds the mutants of all files, except generated ones.
    func files() throws -> [MutatedFile] {
        var files: [MutatedFile] = []
        var next = 1
        for folder in Self.all {
            for path in try Self.paths(in: root.appending(path: "Sources/\(folder)")) {
                guard path.hasSuffix(".swift"), !path.hasPrefix("Generated/") else { continue }
                let name = "\(folder)/\(path)"
                let text = try String(contentsOf: root.appending(path: "Sources/\(name)"), encoding: .utf8)
                let file = MutantFinder.mutants(of: text, path: name, first: next)
                next += file.mutants.count
                files.append(file)
            }
        }
        return files
    }

    /// Returns the paths of all files of a folder, relative to it and sorted.
    static func paths(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: folder.appending(path: $0).path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }
    }
}

/// The counts of mutants by kind and folder, as a table.
struct MutantCounts: CustomStringConvertible {
    let mutants: [Mutant]

    var description: String {
        var lines = [Self.row("kind", SourceFolders.all + ["all"])]
        for kind in MutantKind.allCases {
            let ofKind = mutants.filter { $0.kind == kind }
            lines.append(Self.row(kind.rawValue, counts(ofKind)))
        }
        lines.append(Self.row("all", counts(mutants)))
        return lines.joined(separator: "\n")
    }

    private func counts(_ mutants: [Mutant]) -> [String] {
        SourceFolders.all.map { folder in "\(mutants.count { $0.folder == folder })" } + ["\(mutants.count)"]
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(0, 20 - $0.count)) + $0 }.joined()
    }
}
