package import AppModel
import ChatProtocol
import ChatTerminal

/// The sheets of an app's screen. Those about who shared an item are the system's: the app has no part in them
/// (`privacy-render`).
package enum AppSheets {
    package static func sheet(_ kind: AppView.Sheet, in state: AppState) -> Sheet {
        if let question = state.view.unsaved {
            return question.sheet(isSending: state.view.editor?.isSending == true)
        }
        var sheet: Sheet
        switch kind {
        case .content(let id), .attribution(let id):
            let open = state.document.flatMap { $0.item == id ? $0.document.title : nil }
            sheet = Sheet(
                title: open ?? state.opened(id).title, leading: "Cancel",
                choices: entries(kind, in: state).map {
                    var choice = Sheet.Choice($0.title, value: "")
                    choice.isDestructive = $0.deed == .remove || $0.deed == .app("delete")
                    return choice
                })
        case .places(let id):
            sheet = Sheet(title: "Reply in", leading: "Cancel", choices: state.places(of: id).map(choice))
        case .recipients(let id):
            sheet = Sheet(title: "Message", leading: "Cancel", choices: recipients(of: id, in: state))
        case .panel: sheet = state.document?.panel?.sheet() ?? Sheet(title: "")
        case .activity:
            sheet = Sheet(
                title: "Activity", trailing: "Done",
                body: (state.document?.activity ?? []) + ["", "Earlier versions are not stored."])
        case .sharing: sheet = state.sharing?.sheet ?? Sheet(title: "")
        case .jobs: sheet = jobs(state)
        case .help: sheet = Sheet(title: "Keys", trailing: "Done", body: help)
        }
        return state.view.inSheet.focused(sheet)
    }

    private static func choice(_ place: AttributionContent.Place) -> Sheet.Choice {
        var choice = Sheet.Choice(place.name, value: "")
        choice.subject = place.conversation.rawValue
        return choice
    }

    /// The conversations in which the participants of a document can be written to. Those with people who have no access
    /// to it are last, under a heading.
    private static func recipients(of id: String, in state: AppState) -> [Sheet.Choice] {
        var isOpen = true
        return state.recipients(of: id).map { row in
            guard case .place(let place) = row else { return Sheet.Choice(state.document?.others ?? "", value: "") }
            var choice = choice(place)
            let hasAccess = state.document?.isOpen(to: place) ?? true
            if isOpen, !hasAccess { choice.heading = "With people who have no access" }
            isOpen = hasAccess
            return choice
        }
    }

    /// The entries of a menu.
    static func entries(_ kind: AppView.Sheet, in state: AppState) -> [AttributionMenu.Entry] {
        switch kind {
        case .content(let id): state.contentMenu(of: id).entries
        case .attribution(let id): state.attributionMenu(of: id).entries
        case .places, .recipients, .panel, .activity, .sharing, .jobs, .help: []
        }
    }

    /// The jobs of the app's extensions: how far each is, and a row that clears those that have ended.
    private static func jobs(_ state: AppState) -> Sheet {
        var sheet = Sheet(title: "Extensions", trailing: "Done")
        sheet.choices = state.jobs.reversed().map { job in
            var row = Sheet.Choice(CleanText.line(job.title), value: "")
            row.subject = job.id
            switch job.state {
            case .running(let percent): row.value = percent.map { "\($0)%" } ?? "…"
            case .done: row.value = "done"
            case .failed(let reason): (row.value, row.note) = ("failed", CleanText.line(reason))
            }
            return row
        }
        if state.jobs.contains(where: { !$0.isRunning }) {
            sheet.choices.append(Sheet.Choice("Clear Finished", value: ""))
        }
        if sheet.choices.isEmpty { sheet.body = ["No extension of this app is running."] }
        return sheet
    }

    static let help = [
        "↑ ↓           select; scroll an open document", "Return        open; Show More",
        "n             create a document; on its page, rename it", "r             reply in Messages",
        "m             the document's menu: Copy Link, Delete…", "a             the menu of the people who shared it",
        "x             remove it from the shelf",
        "u             undo the removal", "e c           edit a document, comment on it",
        "p             the people who work on it", "s             People: access and permissions",
        "F2            Share: conversations, apps, actions",
        "j             extension jobs: read failures, clear finished ones",
        "+ -           larger, smaller text", "Esc           back", "Ctrl-L        redraw the screen",
        "q             quit", "Ctrl-C        quit (again: at once); in a sheet, cancel it",
    ]
}
