package import ChatProtocol
import ChatScreens

/// The items of Shared with You, and the links that this person pinned.
package struct Shelf: Sendable {
    /// The highlights, in ranked order.
    package private(set) var highlights: [PersonHighlight] = []
    /// The links that this person pinned in each conversation, as far as they are known.
    private var pins: [ConversationID: Set<String>] = [:]

    /// The pins of removed highlights, for undo.
    private var removedPins: [HighlightID: LinkReference] = [:]

    private var pinned: Set<String> { Set(highlights.pinned.map(\.url)) }

    /// True if a link is pinned in a conversation. If the pins of the conversation are not known, the shelf decides.
    func isPinned(_ url: String, in conversation: ConversationID) -> Bool {
        pins[conversation]?.contains(url) ?? highlights.pinned.contains { $0.url == url }
    }

    /// Notes that a link was pinned or unpinned.
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

    /// Replaces the whole shelf. It decides whether a link of an app is pinned, because another device may have pinned
    /// or unpinned it.
    ///
    /// - Parameter isOfAnApp: returns true if an app opens a link of a conversation.
    mutating func replace(_ shelf: [PersonHighlight], isOfAnApp: (String, ConversationID) -> Bool) {
        highlights = shelf
        for (conversation, known) in pins {
            pins[conversation] = pinned.union(known.filter { !isOfAnApp($0, conversation) })
        }
    }

    /// Replaces the pinned links of a conversation that no app opens.
    ///
    /// - Returns: true if that changed the pins.
    mutating func replacePins(
        _ links: [String], in conversation: ConversationID, isOfAnApp: (String) -> Bool
    ) -> Bool {
        let before = pins[conversation] ?? pinned
        let now = before.filter { pinned.contains($0) || isOfAnApp($0) }.union(links)
        guard now != before, pins[conversation] != nil || !links.isEmpty else { return false }
        pins[conversation] = now
        return true
    }

    /// Forgets the pins of a conversation.
    mutating func forgetPins(of conversation: ConversationID) { pins[conversation] = nil }
}
