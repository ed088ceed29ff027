package import AppFrameworks
package import ChatProtocol
import ChatTerminal

/// The sheets of this program, from the state.
package enum Sheets {
    /// The answers to a consent request, in the order of the buttons.
    static let answers: [ConsentAnswer] = [.allow, .notNow, .never]

    /// What one switch of the settings sheet stands for.
    enum Switch: Equatable {
        case everywhere
        case audit
        case app(String)
        case conversation(String)
        case receipts
        case mentions
    }

    /// The sheet as it is to be drawn.
    package static func sheet(_ kind: SheetKind, in state: ChatState) -> Sheet {
        var sheet: Sheet
        switch kind {
        case .consent(let request): sheet = consent(request)
        case .settings: sheet = settings(state.settings)
        case .help: sheet = Sheet(title: "Keys and commands", trailing: "Done", body: HelpText.lines(state.keys))
        case .notices: sheet = notices(state.selectedThread)
        case .notice(let notice): sheet = self.notice(notice)
        case .people(let url): sheet = people(url, state)
        case .options(let id): sheet = options(id, state)
        case .text(let title, let body): sheet = Sheet(title: title, trailing: "Done", body: body)
        case .message(let id): sheet = menu(id, state)
        case .tapback(let id): sheet = tapbacks(id, state)
        case .details(let id): sheet = details(id, state)
        case .discardOptions:
            sheet = Sheet(
                title: "Discard what you chose?", body: ["It goes back to how it was."],
                choices: [Sheet.Choice("Keep"), Sheet.Choice("Discard")])
        case .compose:
            let known = Set(state.threads.values.flatMap(\.members).filter { !$0.isOwn }.map(\.handle))
            sheet = compose(state.view.compose, known: known.sorted())
        case .files(let folder): sheet = files(folder, state.folder)
        case .switcher: sheet = SwitcherContent.sheet(state.view.switcher, state.conversations)
        case .inbox: sheet = InboxContent(state).sheet
        case .share: sheet = state.shareContent?.sheet ?? Sheet(title: "Share", leading: "Cancel")
        case .shareActions:
            sheet =
                state.shareMenu.map { ShareContent.editing($0, state.activityPreferences) }
                ?? Sheet(title: "Edit Actions")
        case .confirm(let question):
            sheet = Sheet(
                title: question.title, body: [question.body],
                choices: [Sheet.Choice(question.cancel), Sheet.Choice(question.button)])
        }
        sheet.presentation = presentation(of: kind)
        return state.view.inSheet.focused(sheet)
    }

    /// What can be done in a sheet, for the line at the foot.
    static func keys(of kind: SheetKind, in state: ChatState, on screen: Size) -> [String] {
        let sheet = sheet(kind, in: state)
        let isWritten = sheet.choices.indices.contains(sheet.focus) && sheet.choices[sheet.focus].field != nil
        var keys =
            ["Esc close"] + (sheet.choices.isEmpty ? ["↑↓ scroll"] : isWritten ? ["↵ go on"] : ["↵ choose", "↑↓"])
        if sheet.leading == "Back" { keys.append("Alt-← back") }
        let isModal = state.sheetLayout(on: screen)?.isModal != false
        if sheet.trailing == "Done", !sheet.choices.isEmpty, !isWritten, isModal { keys.append("d done") }
        let heights = state.view.look == .touch ? sheet.presentation : nil
        if heights?.prefersGrabberVisible == true { keys.append("^G size") }
        if !isModal { keys.append("F6 thread") }
        return keys
    }

    /// The heights of the sheets that have much to say or leave something to see behind them; the others are cards
    /// (`sheet-scope`).
    private static func presentation(of kind: SheetKind) -> SheetPresentationController? {
        switch kind {
        case .details: return besideThread
        case .people, .options, .notices, .settings, .files, .share, .shareActions, .switcher, .inbox: return tall
        case .compose: return SheetPresentationController()
        case .consent, .help, .notice, .text, .message, .tapback, .confirm, .discardOptions: return nil
        }
    }

    /// The same, with the thread to be used above or beside it (`sheet-nonmodal`).
    private static let besideThread: SheetPresentationController? = {
        var heights = tall
        heights?.largestUndimmedDetentIdentifier = .large
        return heights
    }()

    /// About half of the screen, and all of it.
    private static let tall: SheetPresentationController? = {
        var heights = try? SheetPresentationController(detents: [.medium(), .large()])
        heights?.prefersGrabberVisible = true
        return heights
    }()

    private static func consent(_ request: ConsentPrompt) -> Sheet {
        let app = CleanText.line(request.app)
        var body = [
            "\(app) wants to show links sent to you. "
                + "It learns the links alone, not who sent them or what was said.", "",
        ]
        if !request.url.isEmpty {
            let place = request.conversation.isEmpty ? "" : " in “\(CleanText.line(request.conversation))”"
            body += ["Asked because a link was pinned\(place):", LinkText.short(request.url)]
        }
        // Not Now has the focus: who is writing when the sheet comes up must not agree to anything by Return.
        return Sheet(
            title: "Share “\(app)” automatically?", body: body,
            choices: [Sheet.Choice("Allow"), Sheet.Choice("Not Now"), Sheet.Choice("Never")], focus: 1)
    }

    static func switches(_ settings: SettingsState) -> [Switch] {
        [.everywhere, .audit] + settings.apps.map { .app($0.id) } + settings.conversations.map { .conversation($0.id) }
            + [.receipts, .mentions]
    }

    private static func settings(_ settings: SettingsState) -> Sheet {
        // The switches below keep how they stand, and count again as soon as this one is on.
        let isPaused = !settings.everywhere
        var choices = [
            Sheet.Choice(
                "Everywhere", value: value(settings.everywhere), heading: "Automatic Sharing",
                note: isPaused ? "Off above all: only pins appear. The switches below stay as they are." : nil),
            Sheet.Choice("What Changed…", value: ""),
        ]
        for (index, app) in settings.apps.enumerated() {
            choices.append(
                Sheet.Choice(
                    app.title, value: value(app.isOn, isPaused: isPaused, undecided: app.undecided),
                    heading: index == 0 ? "Apps" : nil))
        }
        for (index, conversation) in settings.conversations.enumerated() {
            choices.append(
                Sheet.Choice(
                    conversation.title, value: value(conversation.isOn, isPaused: isPaused),
                    heading: index == 0 ? "Conversations" : nil))
        }
        choices += [
            Sheet.Choice("Send Read Receipts", value: value(settings.readReceipts), heading: "Messages"),
            Sheet.Choice("Notify Me of Mentions", value: value(settings.mentionAlerts)),
        ]
        return Sheet(
            title: "Settings", trailing: "Done",
            body: ["Links that people send you appear in Shared with You. Pins always do."], choices: choices)
    }

    /// How a switch stands; one that is on below another that is off is paused.
    static func value(_ isOn: Bool?, isPaused: Bool = false, undecided: String = "not asked") -> String {
        switch isOn {
        case true? where isPaused: return "paused [● On ]"
        case true?: return "[● On ]"
        case false?: return "[○ Off]"
        case nil: return "[ \(undecided) ]"
        }
    }
}

/// An answer to a consent request.
package typealias ConsentAnswer = ConsentRequest.Answer
