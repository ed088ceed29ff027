package import ChatProtocol
import ChatScreens

/// Shared with You as the server told it, and the links that this person pinned.
package struct Shelf: Sendable {
    /// What is on it, ranked.
    package private(set) var highlights: [PersonHighlight] = []
    /// The links of each conversation that this person pinned, as far as that was told.
    private var pins: [ConversationID: Set<String>] = [:]

    /// The pins of removed highlights, for undo.
    private var removedPins: [HighlightID: LinkReference] = [:]

    private var pinned: Set<String> { Set(highlights.pinned.map(\.url)) }

    /// Whether a link is pinned in a conversation; where that was not told, whether it is on the shelf.
    func isPinned(_ url: String, in conversation: ConversationID) -> Bool {
        pins[conversation]?.contains(url) ?? highlights.pinned.contains { $0.url == url }
    }

    /// A link was pinned, or unpinned.
    mutating func pin(_ url: String, in conversation: ConversationID, isPinned: Bool) {
        var known = pins[conversation] ?? pinned
        if isPinned { known.insert(url) } else { known.remove(url) }
        pins[conversation] = known
    }

    /// Stores the pin of a highlight before its removal.
    mutating func keepPin(of id: HighlightID) {
        guard let highlight = highlights.first(where: { $0.id == id && $0.pinned }),
            let conversation = highlight.attribution.first?.conversation
        else { return }
        removedPins[id] = LinkReference(conversation: conversation, url: highlight.url)
    }

    /// Removes and returns the stored pin of a highlight; nil if there is none.
    mutating func takeKeptPin(of id: HighlightID) -> LinkReference? { removedPins.removeValue(forKey: id) }

    /// Takes the whole shelf. A link that an app opens is pinned where the shelf says so: another device may have
    /// pinned it, or unpinned it.
    ///
    /// - Parameter isOfAnApp: whether an app opens a link of a conversation.
    mutating func replace(_ shelf: [PersonHighlight], isOfAnApp: (String, ConversationID) -> Bool) {
        highlights = shelf
        for (conversation, known) in pins {
            pins[conversation] = pinned.union(known.filter { !isOfAnApp($0, conversation) })
        }
    }

    /// Takes the pinned links of a conversation that no app opens.
    ///
    /// - Returns: true if that changed what is pinned.
    mutating func replacePins(
        _ links: [String], in conversation: ConversationID, isOfAnApp: (String) -> Bool
    ) -> Bool {
        let before = pins[conversation] ?? pinned
        let now = before.filter { pinned.contains($0) || isOfAnApp($0) }.union(links)
        guard now != before, pins[conversation] != nil || !links.isEmpty else { return false }
        pins[conversation] = now
        return true
    }

    /// Forgets what was pinned in a conversation.
    mutating func forgetPins(of conversation: ConversationID) { pins[conversation] = nil }
}
