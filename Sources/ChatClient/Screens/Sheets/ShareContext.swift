package import AppModel
package import ChatProtocol
import ChatTerminal

/// The subject of a share sheet: an item, its origin, and how it can be shared.
package struct ShareContext: Equatable, Sendable {
    /// The item to share.
    package var item: ActivityItem
    /// The line below the title: the app and address, or the size.
    package var preview: String
    /// The id of the message that sent the file; nil if the item is no sent file.
    package var message: String?
    /// The id of the message that contains the item; nil if none does. If the message is deleted or unsent, the sheet
    /// closes.
    package var source: String?
    /// The id of the conversation in whose composer the item is staged; nil if it is in none.
    package var composer: String?
    /// The id of the conversation that has the link; nil if none does.
    package var conversation: String?
    /// The draft for the composer of the chosen conversation; nil for an item that cannot be shared as a document.
    package var draft: CollaborationDraft?
    /// True while the server looks up the document at the link.
    package var isAsking = false
    /// The reason why no conversation can receive the item, or, with a draft, why it gives no new people access; nil if
    /// there is none.
    package var obstacle: String?
    /// The id of the item of Shared with You; nil if the item is no such item. If it leaves the shelf, the sheet
    /// closes.
    package var highlight: String?
    /// The app in which the sheet was opened; nil if it was opened in Messages.
    package var app: AppID?
    /// The character in place of a picture; nil for the glyph of the item's kind.
    package var picture: String?
    /// The entries that the app offers in addition to the system's.
    package var own: [ActivityMenu.Entry] = []
    /// The activity types that the app excludes.
    package var excluded: [ActivityType] = []

    /// Creates the subject from an item.
    package init(_ item: ActivityItem, preview: String) { (self.item, self.preview) = (item, preview) }

    /// Applies the server's answer. The method that the person chose stays, if it is still offered. The link of an
    /// unshared document gets the document's title.
    mutating func answer(_ draft: CollaborationDraft?, _ obstacle: String?) {
        let before = self.draft
        (self.draft, self.obstacle, isAsking) = (draft, obstacle, false)
        if let before { self.draft?.keepChoices(of: before) }
        if let draft, let url { retitle(url, draft.title) }
    }

    /// Sets the title of the document at a link, because it changed, or because the link now leads to a document.
    mutating func retitle(_ url: String, _ title: String) {
        guard self.url == url else { return }
        item = .document(url: url, title: title)
    }

    /// The reason why no conversation can receive the item; nil if one can.
    var refusal: String? { draft == nil ? obstacle : nil }

    /// The link of the item, which may lead to a document; nil for a text or a file.
    package var url: String? {
        switch item {
        case .document(let url, _), .link(let url, _): url
        case .text, .file: nil
        }
    }
}

extension ChatState {
    /// Returns the reason why a conversation cannot receive the item of a share sheet; nil if it can.
    func refusal(of context: ShareContext, in id: String) -> String? {
        guard context.draft?.method == .collaborate, let row = context.url.flatMap({ shares[$0] }) else {
            return context.refusal
        }
        return row.obstacle(toSendingTo: threads[id]?.members ?? [])
    }

    /// Returns the reason why the shared document can no longer be opened; nil if it can.
    func loss(of context: ShareContext) -> String? {
        guard let url = context.url else { return nil }
        if let lost = lostShares[url] { return lost.isOwn ? nil : lost.sentence }
        return deletion(of: context)
    }

    /// Returns the sentence about a deleted document, which cannot be shared any more; nil if it was not deleted.
    func deletion(of context: ShareContext) -> String? {
        guard let row = context.url.flatMap({ shares[$0] }), row.isDocumentDeleted else { return nil }
        return row.obstacleToSending
    }

    /// Changes the title of the document at a link in the composers and on the sheets that share it.
    package mutating func retitle(_ url: String, _ title: String) {
        view.changeItems { $0.retitle(url, title) }
        view.changeDrafts { if $0.url == url { $0.offer.title = title } }
    }
}

extension ViewState {
    /// Changes the subjects of all share sheets, and those that wait for a conversation or for the server.
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

/// The use of an offer that the server is asked for.
package enum OfferPurpose: Hashable, Sendable {
    /// The share sheet of a link.
    case shareSheet(url: String)
    /// A link that was pasted into the composer of a conversation.
    case pasted(url: String, conversation: String)
    /// A file that is attached in a conversation.
    case file(path: String, conversation: String)
    /// A link that was sent as text. If its document is not shared, its owner learns that only they can open it.
    case sent(url: String)
    /// The document that is staged in a conversation, whose sharing changed.
    case staged(url: String, conversation: String)
}

extension OfferPurpose {
    /// The id of the conversation whose composer gets the draft; nil if none is chosen.
    package var place: String? {
        switch self {
        case .shareSheet, .sent: nil
        case .pasted(_, let id), .file(_, let id), .staged(_, let id): id
        }
    }
}

/// The item needs no loading. The clipboard receives it as plain text.
extension ShareContext: ActivityItemSource {
    package var placeholderItem: ActivityItem { item }

    package func item(for activityType: ActivityType?) -> ActivityItem? {
        activityType == .copyToPasteboard ? .text(item.plainText) : item
    }

    package func thumbnail(for activityType: ActivityType?) -> String? { picture ?? item.glyph }
}
