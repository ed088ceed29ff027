import AppModel
import ChatProtocol

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// A simulated system: contents of attributions by token, and the calls it received.
final class CannedMessages: AttributionRenderer {
    /// The size of the screen that Messages covers, if it was set after the part was shown.
    private(set) var covered: Size?
    var contents: [String: AttributionContent] = [:]
    private(set) var removed: [String] = []
    private(set) var restored: [String] = []
    private(set) var laid: [AttributionContent.Place] = []
    private(set) var messaged: [[Handle]] = []
    private(set) var isLaid = false
    /// The conversation that got an item, or was begun, since the last look.
    var handed: AttributionContent.Place?
    private(set) var keys: [Key] = []
    private(set) var resolved: [String] = []
    var messages = ChatState(handle: "bea", connection: .connected)
    private var waiting: [String] = []

    func resolve(_ token: String) {
        resolved.append(token)
        waiting.append(token)
    }

    func takeContents() -> [(token: String, content: AttributionContent)] {
        defer { waiting = [] }
        return waiting.compactMap { token in contents[token].map { (token, $0) } }
    }

    func remove(_ highlight: String) { removed.append(highlight) }

    func restore(_ highlight: String) { restored.append(highlight) }

    func lay(_ place: AttributionContent.Place, size: Size) {
        laid.append(place)
        isLaid = true
        guard !messages.conversations.contains(where: { $0.id == place.conversation }) else { return }
        messages.conversations.append(ConversationRow(id: place.conversation, title: place.name))
    }

    func takeAway() { isLaid = false }

    func stay() { messages.view.hint = "one conversation" }

    func forgetHint() { messages.view.hint = nil }

    func apply(_ key: Key) -> [PersonSession.Request] {
        keys.append(key)
        return []
    }

    func cover(_ size: Size) { covered = size }
    func share(_ context: ShareContext, size: Size) {}
    func retitle(_ url: String, _ title: String) {}

    func endShareSheet() {}
    func message(_ people: [Handle]) { messaged.append(people) }
    func takeHandedTo() -> AttributionContent.Place? {
        defer { handed = nil }
        return handed
    }
    func readProblem() -> Bool { false }
}
