import Foundation

/// Returns the ids of the rules in `docs/reference/rules.md`.
package func rules() throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/reference/rules.md"), encoding: .utf8)
    return Set(
        page.split(separator: "\n").filter { $0.hasPrefix("- `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
}
