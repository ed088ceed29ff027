package import AppModel
package import ChatProtocol
import ChatTerminal

/// The subject of a share sheet: an item, its origin, and the ways to hand it on.
package struct ShareContext: Equatable, Sendable {
    /// The item.
    package var item: ActivityItem
    /// A line below its title: its app and address, or its size.
    package var preview: String
    /// The message of the file, where the file is one that somebody sent.
    package var message: String?
    /// The message that has the item, if one has: when it is gone, the sheet closes.
    package var source: String?
    /// The conversation in whose composer the item is staged, if it is.
    package var composer: String?
    /// The conversation of the link.
    package var conversation: String?
    /// The draft that the chosen conversation gets; nil for an item that cannot be shared as a document.
    package var draft: CollaborationDraft?
    /// True while the server is asked for the document at the link.
    package var isAsking = false
    /// Why no conversation gets it, or, with a draft, why nobody is let in by it; nil if that can be done.
    package var obstacle: String?
    /// The item of Shared with You that is shared, if it is one: when it goes, the sheet closes.
    package var highlight: String?
    /// The app in which the sheet was opened, if it was opened in one.
    package var app: AppID?
    /// One character in place of a picture; nil for that of its kind.
    package var picture: String?
    /// What the app offers beside the system in which the sheet was opened.
    package var own: [ActivityMenu.Entry] = []
    /// What does not apply to what it shares.
    package var excluded: [ActivityType] = []

    /// Something to share.
    package init(_ item: ActivityItem, preview: String) { (self.item, self.preview) = (item, preview) }

    /// Takes the server's answer. The method that the person chose stays, if it is still offered.
    mutating func answer(_ draft: CollaborationDraft?, _ obstacle: String?) {
        let before = self.draft
        (self.draft, self.obstacle, isAsking) = (draft, obstacle, false)
        if let before { self.draft?.keepChoices(of: before) }
    }

    /// Takes the title of the document at a link: it has changed, or the link leads to a document only now.
    mutating func retitle(_ url: String, _ title: String) {
        guard self.url == url else { return }
        item = .document(url: url, title: title)
    }

    /// Why no conversation gets it; nil if one can.
    var refusal: String? { draft == nil ? obstacle : nil }

    /// The link that may lead to a document.
    package var url: String? {
        switch item {
        case .document(let url, _), .link(let url, _): url
        case .text, .file: nil
        }
    }
}

extension ChatState {
    /// The reason why a conversation cannot receive the item of a share sheet; nil if it can.
    func refusal(of context: ShareContext, in id: String) -> String? {
        guard context.draft?.method == .collaborate, let row = context.url.flatMap({ shares[$0] }) else {
            return context.refusal
        }
        return row.obstacle(toSendingTo: threads[id]?.members ?? [])
    }

    /// Why nobody can open the document that is shared, while its sheet is open; nil if it can be opened.
    func loss(of context: ShareContext) -> String? {
        guard let url = context.url else { return nil }
        if let lost = lostShares[url] { return lost.isOwn ? nil : lost.sentence }
        return deletion(of: context)
    }

    /// The sentence about a deleted document, which cannot be shared any more; nil if it was not deleted.
    func deletion(of context: ShareContext) -> String? {
        guard let row = context.url.flatMap({ shares[$0] }), row.isDocumentDeleted else { return nil }
        return row.obstacleToSending
    }

    /// Shows another title of the document at a link in the composers and on the sheets that share it.
    package mutating func retitle(_ url: String, _ title: String) {
        view.changeItems { $0.retitle(url, title) }
        view.changeDrafts { if $0.url == url { $0.offer.title = title } }
    }
}

extension ViewState {
    /// Changes the items of all share sheets, and those that wait for a conversation or for the server.
    fileprivate mutating func changeItems(_ change: (inout ShareContext) -> Void) {
        func apply(_ item: inout ShareContext?) {
            guard var changed = item else { return }
            change(&changed)
            item = changed
        }
        apply(&sharing)
        apply(&handsOn)
        for index in awaited.indices { apply(&awaited[index].context) }
        func apply(_ draft: inout PostDraft?) {
            guard var changed = draft else { return }
            change(&changed.context)
            draft = changed
        }
        apply(&post)
        for (id, var sheets) in parked {
            apply(&sheets.sharing)
            apply(&sheets.post)
            parked[id] = sheets
        }
    }

    /// Changes the drafts of composers and share sheets, and those that wait or can be restored.
    package mutating func changeDrafts(_ change: (inout CollaborationDraft) -> Void) {
        func apply(_ draft: inout CollaborationDraft?) {
            guard var changed = draft else { return }
            change(&changed)
            draft = changed
        }
        for id in staged.keys { apply(&staged[id]) }
        for index in dropped.indices { apply(&dropped[index].staged) }
        for place in optionsBefore.keys { apply(&optionsBefore[place]) }
        for (id, var sheets) in parked {
            apply(&sheets.sharingBefore)
            parked[id] = sheets
        }
        changeItems { apply(&$0.draft) }
    }
}

/// What an offer of the server is asked for.
package enum OfferPurpose: Hashable, Sendable {
    /// The share sheet of a link.
    case shareSheet(url: String)
    /// A link that was pasted into the composer of a conversation.
    case pasted(url: String, conversation: String)
    /// A file that is attached in a conversation.
    case file(path: String, conversation: String)
    /// A link that was sent as a text: nobody can open a document that is not shared.
    case sent(url: String)
    /// The document that is staged in a conversation, because its sharing changed.
    case staged(url: String, conversation: String)
}

extension OfferPurpose {
    /// The conversation whose composer gets the draft; nil if none is chosen.
    package var place: String? {
        switch self {
        case .shareSheet, .sent: nil
        case .pasted(_, let id), .file(_, let id), .staged(_, let id): id
        }
    }
}

/// The item is there already. The clipboard receives its address alone.
extension ShareContext: ActivityItemSource {
    package var placeholderItem: ActivityItem { item }

    package func item(for activityType: ActivityType?) -> ActivityItem? {
        activityType == .copyToPasteboard ? .text(item.plainText) : item
    }

    package func thumbnail(for activityType: ActivityType?) -> String? { picture ?? item.glyph }
}
