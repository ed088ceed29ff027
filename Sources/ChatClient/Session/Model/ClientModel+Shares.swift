import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The shares of this person: requested at the login, changed by notifications, and lost.
extension ClientModel {
    /// Shows a share that the server sent.
    @discardableResult
    mutating func showShare(_ view: ShareView) -> CollaborationRow {
        let share = view.share
        meet(share.app)
        askNames(of: share.participants.map(\.handle) + share.requesters + share.blocked)
        let isMixed = share.participants.contains { $0.role != .owner && $0.permission != share.permission }
        var row = CollaborationRow(
            share, role: view.role, summary: isMixed ? share.permission.mixedSummary : view.summary, me: me,
            app: known.apps.name(of: share.app),
            name: { name($0) })
        row.manageTitle = known.apps.manageTitle(of: share.app)
        let old = state.shares[row.url]
        // The answer to a repeated request can be older than the share that is known.
        if let old, old == row || old.id == row.id && old.revision > row.revision { return row }
        state.shares[row.url] = row
        if old == nil { endLosses(by: row) }
        if row.isDocumentDeleted { forgetLinks(into: row) }
        if row.own != nil, state.view.staged.values.contains(where: { $0.url == row.url && !$0.isShared }) {
            hint("\(row.quoted) is shared now: it keeps the options of its share")
        }
        state.view.changeDrafts { $0.follow(row) }
        state.retitle(row.url, row.title)
        refreshCards(title: row.title, of: row.url)
        if let why = old?.obstacleToSending, why != row.obstacleToSending { unsay(why) }
        if let why = old?.obstacleToInviting, why != row.obstacleToInviting { unsay(why) }
        if old == nil || old?.obstacleToSending != row.obstacleToSending
            || old?.obstacleToInviting != row.obstacleToInviting
        {
            askOffersAgain(at: row.url)
        }
        return row
    }

    /// Ends the losses that a new share makes up for, at its own link and at links that lead to it. Which links of other
    /// documents lead to the share of their folder, only the server knows.
    private mutating func endLosses(by row: CollaborationRow) {
        for (url, lost) in state.lostShares where state.leads(url, to: row.url) {
            state.lostShares[url] = nil
            // A reason that no longer applies leaves the last row.
            unsay(lost.sentence)
        }
        guard line.isListed else { return }
        for link in known.messages.all.lazy.flatMap(\.links) where link.app == row.appID && link.title != nil {
            if state.share(at: link.url) == nil, line.links.beginAgain(link.url) {
                ask(.collaboration(.find(url: link.url)))
            }
        }
    }

    /// Notes that a folder was deleted. The documents in it stay with their owner, and are no longer shared.
    private mutating func forgetLinks(into folder: CollaborationRow) {
        for (url, share) in state.folderLinks where share == folder.url {
            state.folderLinks[url] = nil
            refreshCards(of: url)
            if line.links.beginAgain(url) { ask(.collaboration(.find(url: url))) }
        }
    }

    /// Notes that a link leads to a share, whose document or folder has another link.
    mutating func resolve(_ url: String, to row: CollaborationRow) {
        guard !LinkText.leads(url, to: row.url), !row.isDocumentDeleted, state.folderLinks[url] != row.url else {
            return
        }
        state.folderLinks[url] = row.url
        let lost = state.lostShares.removeValue(forKey: url)
        if let lost { unsay(lost.sentence) }
        refreshCards(of: url)
        askOffersAgain(at: url)
    }

    /// Shows all shares, or those of a conversation.
    private mutating func showShares(
        _ fields: inout JSONFields, of conversation: ConversationID?
    ) throws(InvalidField) {
        let links = try fields.list("shares", of: ShareView.self).map { showShare($0).url }
        guard let conversation else {
            known.hasMoreShares = try fields.bool("more")
            // The answer lacks the shares that were lost while no client ran. It also lacks public shares that the
            // person only looked at: these are not lost.
            for (url, row) in state.shares where !links.contains(url) && row.own != nil {
                lose(url, title: row.title, cause: LostShare.Cause.removed.rawValue)
                // The refusal has the cause.
                if line.links.begin(url) { ask(.collaboration(.find(url: url))) }
            }
            return
        }
        state.threads[conversation]?.collaborations = links
    }

    /// Shows a changed share, and reports the changes.
    mutating func changed(_ share: ShareView) {
        let old = state.shares[share.share.url]
        let wasUnshared =
            old == nil
            && state.lostShares.contains { $0.value.cause.isEmpty && state.leads($0.key, to: share.share.url) }
        let row = showShare(share)
        if wasUnshared { tellOpening(of: row) }
        // A start reports the people that it adds itself.
        guard let old, old.own != nil, old.people.count > 1 else { return }
        if let waiting = line.sharesAwaitingNames {
            if !waiting.contains(where: { $0.url == old.url }) { line.sharesAwaitingNames?.append(old) }
        } else {
            report(row, since: old)
        }
    }

    /// Reports that a person who had no access can open a document.
    private mutating func tellOpening(of row: CollaborationRow) {
        if row.own?.acceptance == .pending { hint("You can open \(row.quoted) now") }
        if row.own == nil, row.access == .public { hint("Anyone with the link can open \(row.quoted) now") }
    }

    private mutating func report(_ row: CollaborationRow, since old: CollaborationRow) {
        let changes = row.changes(since: old)
        if !changes.isEmpty { tell(.hint("\(row.quoted): \(changes.joined(separator: "; "))")) }
    }

    /// Reports the changes of shares that waited for the answer with the names of the contacts.
    mutating func reportSharesAwaitingNames() {
        for old in line.sharesAwaitingNames ?? [] {
            if let row = state.shares[old.url], row.id == old.id { report(row, since: old) }
        }
        line.sharesAwaitingNames = nil
    }

    /// Notes that this person has lost a collaboration.
    mutating func lose(_ url: String, title: String, cause: String) {
        state.lose(url, title: title, cause: cause)
        refreshCards(title: title, of: url)
        askOffersAgain(at: url)
    }

    /// Requests the share at a link that an app opens, if this person is not on the share: it may be public. Requests
    /// each link once on a connection.
    mutating func lookUp(_ link: MessageLink) {
        guard let app = link.app, link.title != nil else { return }
        guard line.isListed else { return line.hasUnaskedLinks = true }
        // The app's registration decides whether the title belongs to one document, or to all links of one form.
        askName(of: app)
        guard state.sharing(of: link.url) == nil, line.links.begin(link.url) else { return }
        ask(.collaboration(.find(url: link.url)))
    }

    /// Shows the result of the system's sharing screens in this session.
    mutating func showSharing(by request: Request, _ answer: inout JSONFields) throws(InvalidField) {
        switch request {
        // If the app is asked first, there is no share yet.
        case .shareCreate where !answer.isMissing("start"): break
        case .shareCreate, .shareGet, .shareAccept, .shareSave: showShare(try answer.read("share"))
        case .shareSend:
            post(try answer.read("message"), clientID: nil)
            // No answer contains the people that the link invited.
            ask(.collaboration(.shares(nil)))
        // The app is asked first, and may refuse.
        case .shareLeave where !answer.isMissing("start"), .shareStop where !answer.isMissing("start"):
            ask(.collaboration(.shares(nil)))
        case .shareLeave, .shareStop:
            let share: LostShare = try answer.read("share")
            let cause: LostShare.Cause = request.method == .shareLeave ? .left : .stopped
            lose(share.url, title: share.title, cause: cause.rawValue)
        default: break  // an app's other requests change nothing that Messages shows
        }
    }

    /// Returns the cause of a lost share from the refusal of the server; nil if the refusal has another reason.
    static func cause(of error: RPCError) -> String? {
        switch (error.reason, error.rule) {
        // The person was not invited, and may ask for access.
        case (_, "ck-access-requests"): ""
        case (.conflict, _): LostShare.Cause.stopped.rawValue
        case (.notFound, "ucs-can-leave"): LostShare.Cause.left.rawValue
        case (.notFound, "ck-accept"): LostShare.Cause.removed.rawValue
        // It may never have been shared with this person.
        case (.notFound, _): ""
        default: nil
        }
    }

    // MARK: Answers

    mutating func apply(_ result: JSONValue, of request: CollaborationRequest) throws(InvalidField) {
        var fields = try JSONFields(result)
        if case .start(let draft) = request { endEcho(draft) }
        switch request {
        case .shares(let conversation): try showShares(&fields, of: conversation)
        case .find(let url):
            line.links.end(url)
            let wasLost = state.lostShares[url] != nil
            let row = showShare(try fields.read("share"))
            resolve(url, to: row)
            if wasLost { tellOpening(of: row) }
        case .look(let old):
            let row = showShare(try fields.read("share"))
            let changes = row.changes(since: old)
            let what = changes.isEmpty ? "" : ": " + changes.joined(separator: "; ")
            hintFailure("Not done: \(row.quoted) has changed\(what). Repeat the command if you still want it")
        case .change(let row, let deed): try changed(row, deed, &fields)
        case .documents(let wish):
            let documents = try fields.list("documents", of: DocumentView.self)
            askOffer(wish, among: documents)
        case .offer(let wish):
            stage(wish, try fields.read("offer"))
        case .sharingMethods(let wish):
            refuseCopy(of: wish, try fields.read("app"))
        case .share(let purpose, let url):
            let row = showShare(try fields.read("share"))
            resolve(url, to: row)
            offer(of: row, purpose, at: url)
        case .document(let purpose, _, _):
            let view: DocumentView = try fields.read("document")
            if case .sent(let url) = purpose {
                // By now the server has found the share of a document in a shared folder.
                guard state.share(at: url) == nil else { return warnOfLink(url) }
                guard view.owner == me, view.parent == nil else { break }
                let way = state.keys.hint("F2 or /share shares it", inLines: "/share shares it")
                return hint("Only you can open “\(CleanText.line(view.title))”: \(way)")
            }
            ask(.collaboration(.draft(purpose, .document(view.id), url: view.url)))
        case .owner(let url):
            line.links.end(url)
            let document: DocumentView = try fields.read("document")
            state.lose(url, title: document.title, cause: LostShare.Cause.stopped.rawValue)
            state.lostShares[url]?.isOwn = document.owner == me
            refreshCards(title: document.title, of: url)
        case .draft(let purpose, let item, let url): settle(purpose, item, try fields.read("offer"), url: url)
        case .start(let draft) where !fields.isMissing("message"):
            post(try fields.read("message"), clientID: nil)
            warnOfBlocked(draft)
            // The answer does not contain the people who were added.
            ask(.collaboration(.shares(nil)))
        case .start(let draft):
            let start: CollaborationStart = try fields.read("start")
            keepWords(of: draft, start)
            showStart(start)
        case .cancel: showStart(try fields.read("start"))
        case .starts:
            let starts = try fields.list("starts", of: CollaborationStart.self)
            state.starts.removeAll { $0.state == .waiting }
            for start in starts { showStart(start) }
        case .recent:
            let page = try fields.list("entries", of: ThreadEntry.self)
            for case .message(let message) in page where known.messages[message.id] == nil {
                post(message, clientID: nil)
            }
        case .answer(_, let action, let text):
            let notice: Notice = try fields.read("notice")
            post(notice)
            // A document that its app keeps is changed only after the app agrees.
            let asked = state.shares.values.filter { notice.shares.contains(ShareID($0.id)) && $0.backend == .custom }
            let done = Self.answered(action)
            let titles = SharingConfirmation.list(asked.map(\.quoted).sorted())
            let text = text.isEmpty ? notice.text : text
            hint(asked.isEmpty ? "\(done): \(text)" : "You answered: \(text). The app is asked about \(titles)")
            // No answer contains the changed shares.
            ask(.collaboration(.shares(nil)))
        }
    }

    private static func answered(_ action: String) -> String {
        switch AccessAnswer(rawValue: action) {
        case .approve?: "Approved, as you answered"
        case .deny?: "Denied, as you answered"
        case .block?: "Blocked, as you answered"
        case .unblock?, nil: action == "add" ? "Added, as you answered" : "Removed, as you answered"
        }
    }

    private mutating func changed(
        _ row: CollaborationRow, _ deed: CollaborationDeed, _ fields: inout JSONFields
    ) throws(InvalidField) {
        // After a restart, the client may have received the loss before this answer.
        if deed == .leave || deed == .stop { state.shares[row.url] = state.shares[row.url] ?? row }
        switch deed {
        case .leave:
            lose(row.url, title: row.title, cause: LostShare.Cause.left.rawValue)
            return hint("You left \(row.quoted)")
        case .stop:
            lose(row.url, title: row.title, cause: LostShare.Cause.stopped.rawValue)
            return hint("\(row.quoted) is no longer shared")
        case .invite, .uninvite, .access, .permission, .administrator, .inviting, .accessRequests, .answer, .makeLink,
            .takeBackLink:
            break
        }
        // Its app is asked first: the share is unchanged.
        if let start: CollaborationStart = try fields.readOptional("start") { return showStart(start) }
        let dropped = try fields.list("dropped", of: Handle.self)
        let now = showShare(try fields.read("share"))
        // The text below names the dropped people.
        let changes = now.changes(since: row, namesLost: dropped.isEmpty)
        let lost = dropped.map { CleanText.line(name($0)) }
        // On a public share, people who were invited by name can still use the link.
        let fate = now.access == .public ? "\(lost.count == 1 ? "is" : "are") no longer invited by name" : "lost access"
        if case .makeLink = deed, let link = now.openLinks.last {
            return hint("\(link.url) admits the first who opens it to \(now.quoted). /people has it too")
        }
        if case .takeBackLink = deed { return hint("\(now.quoted): the link was taken back and opens nothing") }
        var words = changes + (lost.isEmpty ? [] : ["\(SharingConfirmation.shortList(lost)) \(fate)"])
        if let place: ConversationID = try fields.readOptional("conversation") {
            let isKnown = known[place].conversation != nil
            words.append("the link was sent in \(isKnown ? "“\(title(of: place))”" : "a new conversation")")
        }
        hint("\(now.quoted): " + (words.isEmpty ? "as it was" : words.joined(separator: "; ")))
    }

    /// Returns the title of a document that this person lost; nil if neither the refusal nor a share nor a message
    /// contained it.
    func lostTitle(of url: String, in error: RPCError) -> String? {
        if case .rule(_, _, let title?)? = error.detail { return title }
        return state.lostShares[url]?.title ?? sentTitle(of: url)
    }

    /// Handles the refusal of a request.
    mutating func apply(_ error: RPCError, of request: CollaborationRequest, clientID: String) {
        let isUnavailable = error.reason == .unavailable
        switch request {
        // A staged item stays until the server can answer.
        case .share(.staged, _) where isUnavailable, .document(.staged, _, _) where isUnavailable,
            .draft(.staged, _, _) where isUnavailable:
            return
        case .find(let url):
            let known = state.lostShares[url]?.cause
            var cause = Self.cause(of: error)
            // A loss that was found in the list of shares has the cause of a removal until the server is asked.
            if let known, known != LostShare.Cause.removed.rawValue || cause == known || cause == "" { cause = nil }
            // The owner still has a document that is no longer shared.
            if cause == LostShare.Cause.stopped.rawValue { return ask(.collaboration(.owner(url: url))) }
            line.links.end(url)
            if let cause, let title = lostTitle(of: url, in: error) { lose(url, title: title, cause: cause) }
            return
        case .owner(let url):
            line.links.end(url)
            guard let title = lostTitle(of: url, in: error) else { return }
            lose(url, title: title, cause: LostShare.Cause.stopped.rawValue)
            // The server reports a deletion to the owner alone.
            if error.reason == .conflict { state.lostShares[url]?.isOwn = true }
            refreshCards(title: title, of: url)
            return
        // Features that an older server lacks are not reported.
        case .shares, .starts, .recent: return
        case .look(let row): lose(row.url, title: row.title, cause: LostShare.Cause.removed.rawValue)
        case .change(let row, _):
            if case .rule(_, "revision"?, _)? = error.detail {
                // The sentence about the other change can name contacts who are in no conversation.
                askContacts()
                return ask(.collaboration(.look(row)))
            }
        case .answer: ask(.live(.conversationList(.init())))
        case .share(let purpose, let url):
            // The owner keeps a document that is no longer shared.
            let reason = error.reason == .conflict ? error.message : nil
            return ask(.collaboration(.document(purpose, url: url, reason: reason)))
        case .document(.sent, _, _): return
        case .document(let purpose, let url, let reason):
            return settle(purpose, url: url, refusedWith: error, reason: reason)
        case .draft(let purpose, _, _):
            // A file that no app opens stays attached.
            if case .file = purpose { return }
            return settle(purpose, nil, obstacle: RefusalWords.sentence(error, of: .collaboration(request)))
        case .start(let draft):
            endEcho(draft)
            let why = RefusalWords.sentence(error, of: .collaboration(request))
            guard state.threads[draft.conversation] != nil else { return giveBack(draft, clientID, why: why) }
            restore(draft)
            refuse(why)
            guard let url = draft.url else { return }
            let purpose = OfferPurpose.staged(url: url, conversation: draft.conversation)
            // The share may have changed, or ended, since the person pressed Return.
            if let lost = state.lostShares[url], !lost.isOwn { return settle(purpose, nil, obstacle: lost.sentence) }
            return lookUp(purpose)
        case .documents(let wish): return askOffer(wish, among: [])
        case .offer(let wish):
            guard state.view.endAwaiting(wish) else { return }
            let sentence = RefusalWords.sentence(error, of: .collaboration(request))
            let way = state.keys.hint(Self.restoresCommand, inLines: "")
            return refuse(way.isEmpty ? sentence : sentence + (sentence.hasSuffix(".") ? " " : ". ") + way)
        case .cancel, .sharingMethods: break
        }
        refuse(RefusalWords.sentence(error, of: .collaboration(request)))
    }
}
