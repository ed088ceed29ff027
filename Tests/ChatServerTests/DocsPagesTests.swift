import Foundation
import Pages
import Testing

/// Compares the pages that the programs contain with the files of docs/. `script/docs` writes them.
struct DocsPagesTests {
    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/\(path).md"), encoding: .utf8)
    }

    @Test("the page of the rules is the file")
    func rulesPageIsTheFile() throws {
        #expect(RulesPage.text == (try text("reference/rules")), "run script/docs")
    }

    @Test("each page that a model can read is the file")
    func pagesAreTheFiles() throws {
        #expect(DocsPage.all.count >= 8)
        for page in DocsPage.all {
            #expect(page.text == (try text(page.path)), "\(page.path): run script/docs")
            #expect(page.text.hasPrefix("# \(page.title)\n"))
        }
    }
}
