import AppModel
import ChatProtocol
import ChatTerminal

/// The sheets about collaborations and their notices.
extension Sheets {
    /// Returns the list of a thread's notices, grouped by document (`ntc-collapse`).
    static func notices(_ thread: ThreadState?) -> SheetContent {
        let listed = thread?.listedNotices ?? []
        var content = SheetContent(
            Sheet(
                title: "Notices", trailing: "Done",
                body: listed.isEmpty ? ["No notice is waiting here."] : ["Return shows one, x closes it."]))
        guard let id = thread?.conversation else { return content }
        var group: String?
        for notice in listed {
            let heading = notice.actions.isEmpty ? notice.document : "People"
            let isFirst = notice.group != group
            let value = notice.actions.isEmpty ? CleanText.line(notice.time) : "Answer…"
            var row = Sheet.Choice(
                notice.text, value: value, heading: isFirst && !heading.isEmpty ? heading : nil)
            row.subject = notice.id
            content.add(row) {
                $0.closeSheet()
                $0.open(notice, in: id)
            }
            group = notice.group
        }
        return content
    }

    /// Returns the sheet of a notice, with its text, its buttons, and Close (`group-sync-wording`).
    static func notice(_ asked: NoticeEntry, _ state: ChatState) -> SheetContent {
        // The notice may have grown since it opened.
        let notice = state.waitingNotice(asked.id) ?? asked
        var content = SheetContent(
            Sheet(
                title: "Notice", leading: "Cancel",
                body: [notice.text] + state.documents(of: notice) + (notice.adds ? [NoticeEntry.sendsLink] : [])))
        for action in notice.actions {
            content.add(Sheet.Choice(action.title)) {
                $0.endSheets()
                $0.answer(notice, action)
            }
        }
        content.add(Sheet.Choice("Close")) {
            $0.endSheets()
            for id in $0.state.threads.keys { $0.state.threads[id]?.waiting.removeAll { $0.id == notice.id } }
            $0.emit(.dismissNotice(id: notice.id))
        }
        return content
    }

    /// Returns the people of a collaboration. If its app manages them with its own service, the sheet offers to open
    /// the app.
    static func people(_ url: String, _ state: ChatState) -> SheetContent {
        let end: (inout ChatUpdate, Int) -> Void = { update, _ in update.endSheets() }
        guard let row = state.shares[url] else {
            return SheetContent(
                Sheet(title: "People", trailing: "Done", body: ["This document is no longer shared with you."]),
                otherwise: end)
        }
        guard row.backend == .custom else {
            var content = SheetContent(
                Sheet(title: "People in \(row.quoted)", trailing: "Done", body: row.lines), otherwise: end)
            if row.answersRequests { addRequests(of: row, to: &content) }
            return content
        }
        let app = CleanText.line(row.app)
        var content = SheetContent(
            Sheet(
                title: row.manageTitle ?? "People",
                body: ["\(app) keeps \(row.quoted) itself: manage people in the app."]))
        content.add(Sheet.Choice("Cancel")) { $0.endSheets() }
        content.add(Sheet.Choice("Open in \(app)")) {
            $0.endSheets()
            $0.emit(.openLink(url: url, notice: nil))
        }
        return content
    }

    /// Adds the requests for access with their answers, the blocked people (`ck-access-requests`) and the one-time links
    /// (`ck-one-time-url`).
    private static func addRequests(of row: CollaborationRow, to content: inout SheetContent) {
        func add(
            _ label: String, _ answer: AccessAnswer, _ person: CollaborationRow.Person, heading: String? = nil
        ) {
            let deed = CollaborationDeed.answer(answer, [person.handle])
            var choice = Sheet.Choice(label, heading: heading)
            if case .answer(.block, _) = deed { choice.isDestructive = true }
            choice.subject = "\(label) \(person.handle)"
            content.add(choice) { update in
                do throws(SlashCommand.Mistake) { try update.manage(deed, row) } catch {
                    update.state.view.hint = error.text
                }
            }
        }
        for person in row.requesters {
            let name = LookAlike.marked(CleanText.line(person.name), person.handle)
            add("Approve", .approve, person, heading: "\(name) (\(person.handle)) asks for access")
            add("Deny", .deny, person)
            add("Block…", .block, person)
        }
        for (index, person) in row.blocked.enumerated() {
            let name = LookAlike.marked(CleanText.line(person.name), person.handle)
            add("Unblock \(name) (\(person.handle))", .unblock, person, heading: index == 0 ? "Blocked" : nil)
        }
        for (index, link) in row.openLinks.enumerated() {
            let right = link.permission == .readWrite ? "can make changes" : "can view"
            var copy = Sheet.Choice("Copy Link", heading: "One-time link \(index + 1): the first who opens it \(right)")
            copy.subject = "copy \(link.id)"
            content.add(copy) {
                $0.state.view.hint = "Copied \(CleanText.line(link.url))"
                $0.emit(.copy(text: link.url))
            }
            var end = Sheet.Choice("Take Back")
            (end.subject, end.isDestructive) = ("take back \(link.id)", true)
            content.add(end) { update in
                do throws(SlashCommand.Mistake) { try update.manage(.takeBackLink(link.id), row) } catch {
                    update.state.view.hint = error.text
                }
            }
        }
    }

    /// Returns the options of a draft. For a document that is shared already, the sheet also shows its share.
    static func options(_ place: DraftPlace, _ state: ChatState) -> SheetContent {
        guard let draft = state.view[draft: place] else {
            return SheetContent(Sheet(title: "Options", trailing: "Done")) { _, _ in }
        }
        var content = SheetContent(
            Sheet(title: draft.title, leading: "Cancel", trailing: "Done", body: [draft.line])
        ) { _, _ in }
        for (index, choice) in draft.choices.enumerated() {
            content.add(
                Sheet.Choice(
                    "\(index + 1). \(choice.title)",
                    value: choice.isOn ? "[●]" : choice.isUsable ? "[○]" : "[–]",
                    heading: choice.heading, note: choice.note)
            ) {
                guard $0.choose(index, of: place) else {
                    return $0.state.view.hint = "This needs another option that is off"
                }
                // Lines have no Done: the share sheet shows the choice in its summary.
                if place == .shareSheet, !$0.state.keys.areThere { $0.closeSheet() }
            }
        }
        guard draft.isShared, draft.method == .collaborate, let row = draft.url.flatMap(state.share) else {
            return content
        }
        content.sheet.body += [row.card.status + ".", row.inviting]
        content.add(Sheet.Choice("People…", value: "", heading: "Shared")) { $0.presentForNow(.people(row.url)) }
        return content
    }
}

extension CollaborationRow {
    /// The sentence about who can add people.
    fileprivate var inviting: String {
        if access == .public { return "No one can be added by name." }
        return allowsInviting ? "Collaborators can add people." : "Only the owner and administrators can add people."
    }

    /// The lines about the collaboration: its app, status, summary and people.
    var lines: [String] {
        let card = card
        var lines = [
            "\(CleanText.line(app)) · \(card.status)", CleanText.line(card.summary), inviting,
        ]
        if allowsAccessRequests, access == .private { lines.append("Others with the link may ask for access.") }
        lines.append("")
        lines += people.map { person in
            let name = person.isOwn ? "You" : LookAlike.marked(CleanText.line(person.name), person.handle)
            let opened = person.acceptance == .pending ? ", not opened yet" : ""
            return "\(name) (\(CleanText.line(person.handle))): \(person.role.noun), "
                + person.permission.words(isOwn: false) + opened
        }
        if role == .publicUser { lines.append("Only the owner sees the list of people who joined with the link.") }
        return lines
    }
}

extension ChatState {
    /// Returns a line for each document of a question, with the permission of a new participant. Empty if the text of
    /// the question already contains that.
    func documents(of notice: NoticeEntry) -> [String] {
        let adds = notice.adds
        guard notice.shares.count > 1 || adds else { return [] }
        let rows = shares(of: notice)
        let unknown = notice.shares.count - rows.count
        return rows.map { adds ? "\($0.quoted): \($0.permission.words(isOwn: false))" : $0.quoted }
            + (unknown > 0 ? ["\(unknown) more, not loaded yet"] : [])
    }
}
