import ChatConnection
import ChatProtocol

/// The documents of a world at the beginning of a recording, as an observer reads them: their content, their shares,
/// the conversations with their links, and the notices about them that still collect events.
struct EarlierDocuments {
    private let client: ScriptedClient
    private(set) var documents: [EarlierDocument] = []
    private(set) var apps: [App] = []
    /// The owners with more shares than one response contains, so that the oldest are unknown.
    private(set) var ownersOfMore: [Handle] = []

    /// Requests all of it.
    ///
    /// - Parameters:
    ///   - client: The observer.
    ///   - conversations: The conversations of the world.
    ///   - notices: The notices in their threads.
    ///   - coalescing: The time for which a notice collects events, in milliseconds.
    init(
        asking client: ScriptedClient, in conversations: [Conversation], notices: [Notice], coalescing: Int64
    ) throws(ClientFailure) {
        self.client = client
        for person in try people() { try add(of: person) }
        try findPlaces(in: conversations)
        try findWhatWasStopped()
        try findWhatGrows(of: notices, coalescing)
        for id in Set(documents.map(\.app)).sorted() {
            let answer = try client.request(.appGet(.init(app: id)))
            if let app = try? App(told: answer["app"], as: "an app") { apps.append(app) }
        }
    }

    private func people() throws(ClientFailure) -> [Handle] {
        var people: [Handle] = []
        while true {
            let page = try client.request(.personList(.init(after: people.last)))
            let new = page.list("people").compactMap { $0.handle("handle") }
            people += new
            if page["more"] != true || new.isEmpty { return people }
        }
    }

    /// Adds the documents of an owner.
    private mutating func add(of owner: Handle) throws(ClientFailure) {
        let answer = try client.request(.shareList(.init(person: owner)))
        let shares = answer.list("shares").compactMap { try? ShareView(told: $0, as: "a share").share }
        if answer["more"] == true { ownersOfMore.append(owner) }
        var own: [String: EarlierDocument] = [:]
        for share in shares where share.owner == owner { own[share.url] = EarlierDocument(share) }
        var last: DocumentID?
        while true {
            let page = try client.request(.documentList(.init(after: last, person: owner)))
            let new = page.list("documents").compactMap { try? DocumentView(told: $0, as: "a document") }
            for listed in new where listed.owner == owner {
                let whole = try client.request(.documentGet(.id(listed.id)))
                guard let document = try? DocumentView(told: whole["document"], as: "a document") else { continue }
                let share = own[document.url]?.share
                own[document.url] = EarlierDocument(document)
                own[document.url]?.share = share
            }
            last = new.last?.id
            if page["more"] != true || last == nil { break }
        }
        documents += own.values.sorted { ($0.createdAt, $0.url) < ($1.createdAt, $1.url) }
    }

    private mutating func findPlaces(in conversations: [Conversation]) throws(ClientFailure) {
        let sharers = Set(documents.flatMap { $0.share?.participants.map(\.handle) ?? [] })
        for conversation in conversations {
            var there: Set<String> = []
            for person in conversation.participants where sharers.contains(person) {
                let list = try client.request(.shareList(.init(conversation: conversation.id, person: person)))
                there.formUnion(list.list("shares").compactMap { $0.text("url") })
            }
            for index in documents.indices where there.contains(documents[index].url) {
                documents[index].places.append(conversation.id)
            }
        }
    }

    /// Finds the stops of shares. The last notification about a share that no longer exists is its stop, sent to all
    /// its participants.
    private mutating func findWhatWasStopped() throws(ClientFailure) {
        for index in documents.indices where documents[index].share == nil {
            var filter = JournalFilter(
                kind: .notification, event: NotificationName.shareChanged.rawValue, url: documents[index].url)
            var last: [JournalEntry] = []
            while true {
                let page = try client.request(.journalList(.init(filter)))
                let new = page.list("entries").compactMap { try? JournalEntry(told: $0, as: "an entry") }
                if let end = new.last?.cursor { last = new.filter { $0.cursor == end } }
                filter.after = page["cursor"]?.integerValue
                if page["more"] != true { break }
            }
            if let stop = last.first { documents[index].stop = (last.compactMap(\.person), stop.at) }
        }
    }

    /// Finds the notices that still collect events. The response to a fence lists each of them with the end of its
    /// collection.
    private mutating func findWhatGrows(of notices: [Notice], _ coalescing: Int64) throws(ClientFailure) {
        let fence = try client.request(.sessionFence)
        let pending = fence.list("pending").compactMap { try? PendingWork(told: $0, as: "what is pending") }
        for notice in notices {
            let words = "notice \(notice.id)"
            guard let window = pending.first(where: { $0.what.hasSuffix(words) }),
                let index = documents.firstIndex(where: { $0.url == notice.url })
            else { continue }
            // Notices about the same event in several threads count once.
            let isTold = documents[index].growing.contains {
                $0.notice.actor == notice.actor && $0.notice.event == notice.event
            }
            let since = window.dueAt.advanced(byMilliseconds: -coalescing - 1)
            if !isTold { documents[index].growing.append(.init(notice: notice, firstAt: since)) }
        }
    }
}

/// A document from before the recording, in its state at that time.
struct EarlierDocument {
    /// A notice that still collects events, and the start of its collection.
    struct GrowingNotice {
        let notice: Notice
        let firstAt: Instant
    }

    let url: String
    let app: AppID
    let title: String
    let owner: Handle
    let createdAt: Instant
    /// The document; nil if it was deleted.
    var content: DocumentView?
    /// The share; nil if the document is not shared.
    var share: Share?
    /// The conversations that contain its link, in the order of the conversations.
    var places: [ConversationID] = []
    /// The participants of its last share when the owner stopped it, and the time; nil if the share was not stopped.
    var stop: (people: [Handle], at: Instant)?
    /// The notices about the document that may still collect events during the recording.
    var growing: [GrowingNotice] = []

    /// Creates an entry for a document, without its share.
    init(_ document: DocumentView) {
        (url, app, title) = (document.url, document.app, document.title)
        (owner, createdAt, content) = (document.owner, document.createdAt, document)
    }

    /// Creates an entry for a share whose document cannot be read.
    init(_ share: Share) {
        (url, app, title) = (share.url, share.app, share.title)
        (owner, createdAt, self.share) = (share.owner, share.createdAt, share)
    }

    /// True if its app must be asked before anyone joins.
    var isKeptByItsApp: Bool { share?.backend == .custom }
}

/// The contact cards and blocks of people from before a recording.
struct RecordedCards {
    /// A card of one person for another, or a block of one person by another.
    struct Card: Hashable {
        let owner: Handle
        let other: Handle
    }

    /// The cards, in the order of each owner's list.
    private(set) var contacts: [Card] = []
    private(set) var blocked: [Card] = []
    /// The display names of the people on the lists.
    private(set) var names: [Handle: String] = [:]

    /// Adds the list of a person.
    ///
    /// - Returns: The people on it.
    mutating func add(_ list: JSONValue, of owner: Handle) -> [Handle] {
        func people(_ key: String) -> [Person] { list.list(key).compactMap { try? Person(told: $0, as: key) } }
        let all = (contacts: people("contacts"), blocked: people("blocked"))
        contacts += all.contacts.map { Card(owner: owner, other: $0.handle) }
        blocked += all.blocked.map { Card(owner: owner, other: $0.handle) }
        for person in all.contacts + all.blocked { names[person.handle] = person.name }
        return (all.contacts + all.blocked).map(\.handle)
    }

    /// Returns the cards without the changes of later notifications, which the lists already contained.
    func undoing(_ heard: ArraySlice<ScriptedClient.Notified>) -> RecordedCards {
        var before = self
        for done in heard.reversed().compactMap({ DoneRequest($0) }) where done.isDone {
            func card(_ owner: Handle?, _ other: Handle) -> Card? {
                (owner ?? done.person).map { Card(owner: $0, other: other) }
            }
            switch done.request {
            case .contactAdd(let it):
                before.contacts.removeAll { $0.owner == it.person ?? done.person && it.handles.contains($0.other) }
            case .contactRemove(let it): before.contacts += [card(it.person, it.handle)].compactMap { $0 }
            case .contactBlock(let it): before.blocked.removeAll { $0 == card(it.person, it.handle) }
            case .contactUnblock(let it): before.blocked += [card(it.person, it.handle)].compactMap { $0 }
            default: continue
            }
        }
        return before
    }
}
