import ChatProtocol
import ChatScreens
import ChatTerminal

/// The content of a document that the server sent, to be written to a file or sent on.
package struct SavedFile: Equatable, Sendable {
    /// The path that the person gave; nil to use the name, in the working folder of this program.
    var path: String?
    /// The conversation to send the content to; nil if it is written to a file.
    var forward: ConversationID?
    /// The name of the file. It leads to no other folder, and the file is not hidden.
    package let name: String
    /// The bytes of the file.
    package let content: [UInt8]

    /// Creates a file with the last part of a name that other people chose.
    init(path: String? = nil, forward: ConversationID? = nil, name: String, content: [UInt8]) {
        (self.path, self.forward, self.content) = (path, forward, content)
        // A slash and a combining mark are one character, but the file system sees the slash.
        let last = name.unicodeScalars.split(separator: "/").last.map { CleanText.line(String($0)) } ?? ""
        let visible = String(last.unicodeScalars.drop { $0 == "." })
        self.name = visible.isEmpty ? "document" : visible
    }

    /// Creates a text file that is named after a title, with hyphens in place of slashes, colons and controls.
    init(title: String, text: String) {
        let scalars = title.prefix(80).unicodeScalars.map { scalar -> Unicode.Scalar in
            let isFine = scalar != "/" && scalar != ":" && scalar.properties.generalCategory != .control
            return isFine ? scalar : "-"
        }
        self.init(name: String(String.UnicodeScalarView(scalars)) + ".txt", content: Array((text + "\n").utf8))
    }
}

/// Results of searches, the pins of a conversation, and documents to save.
extension ClientModel {
    /// Shows the hits of a search, in the server's order: messages with a pinned link first, then the newest first.
    mutating func found(_ page: [Message], for text: String, hasMore: Bool) {
        // This is a slow answer to an earlier search.
        guard state.search.query.isEmpty || state.search.query == text else { return }
        var found = SearchState()
        found.query = text
        found.hasMore = hasMore
        found.hits = page.map { message in
            SearchHit(
                message, place: title(of: message.conversation),
                sender: message.sender == me ? "You" : label(message.sender), time: clock.short(message.sentAt),
                isPinned: message.links.contains { known.shelf.isPinned($0.url, in: message.conversation) })
        }
        state.search = found
        tell(.search(found))
    }

    /// The hint about a change that waits for the server.
    static let notDoneYet = "Not done yet: the server is unreachable"

    /// Reports that the server did not answer a request of the person.
    mutating func leaveUnanswered(_ request: ClientRequest) {
        switch request {
        case .live(.messageSearch(let search)):
            guard state.search.isRunning, state.search.query == search.text else { return }
            state.search = SearchState()
            state.search.isCut = true
            hint(SearchState.isAway)
        case .settings(true), .shelf(true), .replies(_, true), .attachment, .audit, .explain,
            .request(.conversationRecentlyDeleted), .live(.messageRecentlyDeleted):
            hint("The server is unreachable. Try again when it is back")
        case .collaboration(.offer(let wish)), .collaboration(.documents(let wish)):
            if state.view.endAwaiting(wish) { hintNotStaged(wish) }
        case .collaboration(.sharingMethods(let wish)): hintNotStaged(wish)
        case .live(.conversationHistory(let page)) where page.before != nil:
            hint("The server is unreachable. Try again when it is back")
        case _ where request.isMissed: hint(Self.notDoneYet)
        default: break
        }
    }

    private mutating func hintNotStaged(_ wish: ShareWish) {
        let way = state.keys.hint(". " + Self.restoresCommand, inLines: "")
        hint("“\(CleanText.line(wish.title))” is not staged: the server is unreachable" + way)
    }

    static let restoresCommand = "↑ restores the command"

    /// Updates the hit of a changed message. Removes the hit of an unsent one with its text.
    mutating func refreshHits(of message: Message) {
        guard let index = state.search.hits.firstIndex(where: { $0.id == message.id.rawValue }) else { return }
        if message.isUnsent { return removeHits { $0.id == message.id.rawValue } }
        state.search.hits[index].text = message.shownText
        state.search.hits[index].titles = message.titles
    }

    /// Removes search hits. The focus stays on its hit; if that is removed, no hit has the focus.
    mutating func removeHits(where isGone: (SearchHit) -> Bool) {
        let hits = state.search.hits
        let focused = state.view.search?.focus.flatMap { hits.indices.contains($0) ? hits[$0].id : nil }
        state.search.hits.removeAll(where: isGone)
        state.view.search?.focus = focused.flatMap { id in state.search.hits.firstIndex { $0.id == id } }
    }

    /// Updates the conversation's name in search hits.
    mutating func refreshHits(in conversation: ConversationID) {
        for index in state.search.hits.indices where state.search.hits[index].conversation == conversation {
            state.search.hits[index].place = title(of: conversation)
        }
    }

    /// Updates the links of a conversation that this person pinned, newest first (`swy-pin-list`).
    mutating func refreshPins(of conversation: ConversationID) {
        guard let thread = state.threads[conversation] else { return }
        // The shelf has the pinned links of messages that are not loaded.
        var cards = thread.pinnedCards.inPinOrder(of: known.shelf.highlights)
        for (index, highlight) in known.shelf.highlights.pinned.enumerated()
        where highlight.attribution.contains(where: { $0.conversation == conversation })
            && known.shelf.isPinned(highlight.url, in: conversation)
            && !cards.contains(where: { $0.url == highlight.url })
        {
            let later = known.shelf.highlights.pinned[..<index].map(\.url)
            let place = cards.lastIndex { later.contains($0.url) }.map { $0 + 1 } ?? 0
            let app = known.apps.name(of: highlight.app)
            cards.insert(LinkCard(highlight.url, title: highlight.title, app: app, isPinned: true), at: place)
        }
        if thread.pins != cards { state.threads[conversation]?.pins = cards }
    }

    mutating func save(
        _ fields: inout JSONFields, of message: MessageID, path: String?, forward: ConversationID?
    ) throws(InvalidField) {
        let name = try fields.string("name")
        let digest = try fields.string("digest")
        guard let content = Base64.decode(try fields.string("content")), Attachment.digest(of: content) == digest else {
            return hint("“\(name)” was damaged on its way, and was not saved")
        }
        outbox.files.append(SavedFile(path: path, forward: forward, name: name, content: content))
    }
}
