import AppFrameworks
import ChatProtocol
import ChatTerminal

/// The sheets about collaborations and their notices.
extension Sheets {
    /// What waits, document by document (`ntc-collapse`).
    static func notices(_ thread: ThreadState?) -> Sheet {
        let listed = thread?.listedNotices ?? []
        var choices: [Sheet.Choice] = []
        var group: String?
        for notice in listed {
            let heading = notice.actions.isEmpty ? notice.document : "People"
            let isFirst = notice.group != group
            let value = notice.actions.isEmpty ? CleanText.line(notice.time) : "Answer…"
            choices.append(
                Sheet.Choice(notice.text, value: value, heading: isFirst && !heading.isEmpty ? heading : nil))
            group = notice.group
        }
        return Sheet(
            title: "Notices", trailing: "Done",
            body: listed.isEmpty ? ["No notice is waiting."] : ["Return shows one, x closes it."], choices: choices)
    }

    /// What a notice asks: its buttons, and Close (`group-sync-wording`).
    static func notice(_ notice: NoticeEntry) -> Sheet {
        Sheet(
            title: "Notice", leading: "Cancel", body: [notice.text],
            choices: notice.actions.map { Sheet.Choice($0.title) } + [Sheet.Choice("Close")])
    }

    /// Who is on a collaboration, or where its app manages that.
    static func people(_ url: String, _ state: ChatState) -> Sheet {
        guard let row = state.shares[url] else {
            return Sheet(title: "People", trailing: "Done", body: ["This is not shared with you any more."])
        }
        if row.backend == .custom {
            let app = CleanText.line(row.app)
            return Sheet(
                title: row.manageTitle ?? "People",
                body: ["\(app) keeps \(row.quoted) itself: who takes part is managed there."],
                choices: [Sheet.Choice("Cancel"), Sheet.Choice("Open in \(app)")])
        }
        return Sheet(title: "People of \(row.quoted)", trailing: "Done", body: row.lines)
    }

    /// What can be chosen for the staged document.
    static func options(_ id: String, _ state: ChatState) -> Sheet {
        guard let draft = state.view.staged[id] else { return Sheet(title: "Options", trailing: "Done") }
        let choices = draft.choices.enumerated().map { index, choice in
            Sheet.Choice(
                "\(index + 1). \(choice.title)", value: choice.isOn ? "[●]" : choice.isUsable ? "[○]" : "[–]",
                heading: choice.heading, note: choice.footer)
        }
        return Sheet(title: draft.title, trailing: "Done", body: [draft.line], choices: choices)
    }
}

extension CollaborationRow {
    /// Everything that can be told of it, line by line.
    var lines: [String] {
        let card = card
        var lines = [
            "\(CleanText.line(app)) · \(card.status)", CleanText.line(card.summary),
            allowsInviting ? "Collaborators can add people." : "Only the owner and administrators add people.", "",
        ]
        lines += people.map { person in
            let name = person.isOwn ? "You" : CleanText.line(person.name)
            let opened = person.acceptance == .pending ? ", not opened yet" : ""
            return "\(name) (\(CleanText.line(person.handle))): \(person.role.noun), "
                + person.permission.words(isOwn: false) + opened
        }
        if role == .publicUser { lines.append("Others who came with the link are not shown.") }
        return lines
    }
}
