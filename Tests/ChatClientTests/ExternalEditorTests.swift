import ChatProtocol
import ChatSession
import ChatSystem
import Foundation
import Testing

@testable import ChatClient

/// The texts of editors whose client ended first.
struct ExternalEditorTests {
    /// A process id that no Linux or macOS system gives.
    private static let ended = Int32.max

    @Test(
        "the next client takes the text of an editor that outlived its client, and no text that is being written",
        arguments: [("from the editor", "from the editor"), ("/permission 4 read", "/permission ? read")])
    func leftTextsAreTaken(_ written: String, _ taken: String) throws {
        let home = NSTemporaryDirectory() + "understudy-editor-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folder = home + "/understudy"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws -> String {
            let path = "\(folder)/\(name)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
        let left = try write(written + "\n", "message-anna-\(Self.ended).txt")
        let other = try write("of Bea", "message-bea-\(Self.ended).txt")
        let open = try write("still open", "message-anna-\(CurrentProcess.id).txt")

        let anna = try #require(Handle("anna"))
        var kept: [DraftStore.Change] = []
        let empty = DraftStore(
            load: { ([], kept) }, keep: { _ in nil }, remove: { _ in },
            keepChanges: { changes in
                kept = changes
                return nil
            })
        let store = ExternalEditor.addLeftTexts(of: anna, environment: ["XDG_STATE_HOME": home], to: empty)
        for _ in 1...2 {
            #expect(store.load().changes.map(\.request).compactMap(Self.text) == [taken])
        }
        #expect(!FileManager.default.fileExists(atPath: left), "the store has it now")
        #expect(FileManager.default.fileExists(atPath: other) && FileManager.default.fileExists(atPath: open))
    }

    private static func text(_ request: Request) -> String? {
        if case .messageSend(let message) = request { message.text } else { nil }
    }
}
