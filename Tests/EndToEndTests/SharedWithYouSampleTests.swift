import AppFrameworks
import ChatConnection
import ChatProtocol
import ChatTestKit
import Foundation
import Testing

final class Shelf: HighlightCenterDelegate {
    let center: HighlightCenter
    var shown: [String] = []

    init(_ session: AppSession) {
        center = HighlightCenter(session)
        center.delegate = self
    }

    func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
        shown = highlightCenter.highlights.map(\.url)
    }
}

@Test func aLinkFromAContactComesUpInTheApp() throws {
    let server = try EmbeddedServer()
    let observer = ScriptedClient(try server.connect())
    try observer.hello(Hello(.observer(nil)))
    try observer.request("app.register") {
        $0.member("app", "com.example.notes")
        $0.member("name", "Notes")
        $0.member("domains", ["notes.example"])
    }
    try observer.request("contact.add") {
        $0.member("person", "bea")
        $0.member("handle", "anna")
    }

    let bea = ScriptedClient(try server.connect())
    let beasHandle = try #require(Handle("bea"))
    try bea.hello(Hello(.person(beasHandle, name: "Bea")))
    try bea.request("settings.set") {
        $0.key("automaticSharing")
        $0.object {
            $0.key("apps")
            $0.object { $0.member("com.example.notes", true) }
        }
    }
    let session = try AppSession(
        app: AppID("com.example.notes"), person: beasHandle, on: server.connect())
    let shelf = Shelf(session)

    let anna = ScriptedClient(try server.connect())
    let annasHandle = try #require(Handle("anna"))
    try anna.hello(Hello(.person(annasHandle, name: "Anna")))
    let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
    let conversation = try #require(created["conversation"]?["id"]?.stringValue)
    try anna.request("message.send") {
        $0.member("conversation", conversation)
        $0.member("text", "Look: https://notes.example/d/1")
    }

    session.turn()
    #expect(shelf.shown == ["https://notes.example/d/1"])
}

/// Holds docs/how-to/show-shared-links.md against the sample above, which compiles and passes.
struct SharedWithYouSampleTests {
    @Test func thePageHasThisSample() throws {
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init).filter { !$0.isEmpty }
        }
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let page = try FileSystemText.read("\(root)/docs/how-to/show-shared-links.md")
        let sample = try #require(page.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let here = try FileSystemText.read(#filePath).split(separator: "/// Holds docs/").first ?? ""
        // Reading files is this test's own need.
        #expect(lines(String(sample)) == lines(String(here)).filter { $0 != "import Foundation" })
    }

    private enum FileSystemText {
        static func read(_ path: String) throws -> String {
            let file = try #require(fopen(path, "r"))
            defer { fclose(file) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
