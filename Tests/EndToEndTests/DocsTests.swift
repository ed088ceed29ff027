import Foundation
import Testing

/// Runs every listing of docs/, page by page, with `script/support/listings.py`.
@Suite(.serialized) struct DocsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL.path(percentEncoded: false)

    /// The pages for users. The pages for contributors are in docs/internals and docs/internals/decisions.
    static let pages: [String] = {
        let folders = ["docs", "docs/how-to", "docs/reference"]
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        }
    }()

    @Test func allPagesAreFound() {
        #expect(Self.pages.contains("docs/tutorial.md") && Self.pages.count > 30)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")), arguments: pages)
    func everyListingOfThePageWorks(page: String) throws {
        let script = Self.root + "/script/support/listings.py"
        let process = try PlainProcess(
            "/usr/bin/python3", [script, Self.root + "/" + page, ServerProcess.productsFolder],
            variables: ["PATH=/usr/local/bin:/usr/bin:/bin"])
        #expect(process.end() == 0, "\(process.lines.joined(separator: "\n"))")
    }
}
