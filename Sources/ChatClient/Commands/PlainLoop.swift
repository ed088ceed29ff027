import AppFrameworks
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// One person line by line: facts on standard output, messages and commands on standard input.
///
/// A line is taken only when everything before it is answered, so that a script may write `/new bea` and a message
/// for that conversation behind it.
final class PlainLoop {
    private let session: PersonSession
    private var input = PlainInput()
    private var hasFailed = false
    /// Whether the person asked last for a conversation that is not there: nothing is sent until they choose one.
    private var isAstray = false
    /// The page that `/older` asked for: of which conversation, and what the oldest entry was.
    private var older: (conversation: String, oldest: String)?

    /// How long a server that is gone is waited for once there is nothing more to read, in milliseconds.
    static let lastPatience: Int64 = 30_000

    init(_ session: PersonSession) { self.session = session }

    /// Runs until `/quit`, or until the input has ended and everything is answered.
    ///
    /// - Returns: the exit status: 0, or 1 if a message was not taken or the server stayed away.
    func run() -> Int32 {
        var awayUntil: Int64?
        while true {
            guard printFacts() else { return hasFailed ? 1 : 0 }
            if case .refused = session.phase { return 1 }
            if session.isSettled {
                awayUntil = nil
                printOlder()
                if let line = input.next() {
                    if perform(line) { return finish() }
                    continue
                }
                if input.hasEnded { return finish() }
            } else if input.hasEnded, session.phase != .live {
                let now = Clocks.steady()
                let limit = awayUntil ?? now + Self.lastPatience
                awayUntil = limit
                if now >= limit { return ClientCommand.fail("the server stayed away: \(session.problem)") }
            }
            let reads = input.wantsMore
            let ready = session.wait(besides: reads ? [StandardStream.input.descriptor] : [])
            if reads, ready[0].canRead { input.read() }
        }
    }

    private func finish() -> Int32 {
        _ = printFacts()
        return hasFailed ? 1 : 0
    }

    private func printFacts() -> Bool {
        var text = ""
        for fact in session.takeNamedFacts() {
            if case .message(let message, _) = fact, case .failed = message.delivery { hasFailed = true }
            for line in PlainRenderer.lines(fact) { text += line + "\n" }
        }
        return text.isEmpty || StandardStream.output.write(text) == nil
    }

    /// Prints the page that `/older` loaded.
    private func printOlder() {
        guard let (conversation, oldest) = older else { return }
        older = nil
        guard let thread = session.model.state.threads[conversation] else { return }
        for entry in thread.entries.prefix(while: { $0.id != oldest }) {
            switch entry {
            case .message(let message): session.tell(.message(message, conversation: thread.title))
            case .notice(let notice): session.tell(.notice(notice, conversation: thread.title))
            case .system(let system): session.tell(.system(system, conversation: thread.title))
            }
        }
        if !thread.hasOlder { session.tell(.hint("That was the oldest")) }
        _ = printFacts()
    }

    /// Does what a line says.
    ///
    /// - Returns: whether it was the last.
    private func perform(_ line: String) -> Bool {
        guard line.contains(where: { !$0.isWhitespace }) else { return false }
        var mistake: String?
        var word: String?
        var changed: CollaborationDraft?
        let actions = session.updateState { state -> [ChatAction] in
            // What was listed goes with the next line, unless it is chosen from.
            if !line.hasPrefix("/choose") {
                state.view.sheet = nil
                state.view.returnsTo = []
            }
            if line.hasPrefix("/"), !line.hasPrefix("//") {
                do throws(SlashCommand.Mistake) {
                    let command = try SlashCommand(line)
                    let staged = state.view.staged
                    state.view.hint = nil
                    let actions = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in
                        try update.perform(command)
                    }
                    if line.hasPrefix("/to ") || line.hasPrefix("/new ") { isAstray = false }
                    if case .collaboration = command { word = state.view.hint }
                    if state.view.staged != staged, let id = state.view.selected { changed = state.view.staged[id] }
                    return actions
                } catch {
                    mistake = error.text
                    if line.hasPrefix("/to ") { isAstray = true }
                    return []
                }
            }
            guard !isAstray else {
                mistake = "Not sent, as no conversation is chosen: /to NAME chooses one"
                return []
            }
            guard let selected = state.view.selected else {
                mistake = "No conversation yet: /new HANDLE begins one"
                return []
            }
            if let draft = state.takeStaged(saying: line.hasPrefix("//") ? String(line.dropFirst()) : line) {
                return [.start(draft)]
            }
            return [.send(text: line.hasPrefix("//") ? String(line.dropFirst()) : line, conversation: selected)]
        }
        if let mistake { session.tell(.hint(mistake)) }
        if line.trimmingEnd == "/to" {
            let state = session.model.state
            session.tell(.conversations(state.conversations, selected: state.view.selected))
        }
        for case .loadOlder(let conversation) in actions {
            older = (conversation, session.model.state.threads[conversation]?.entries.first?.id ?? "")
        }
        let requests = session.perform(actions)
        // There is no clipboard to copy to.
        for case .copy(let text) in requests { session.tell(.hint("The link: \(CleanText.line(text))")) }
        let copies = requests.contains { if case .copy = $0 { true } else { false } }
        if let changed {
            session.tell(.staged(changed, conversation: session.model.state.selectedThread?.title ?? ""))
        } else if let word, !copies {
            session.tell(.hint(word))
        }
        printSheet()
        session.pump()
        return requests.contains(.quit)
    }

    /// What is a sheet on the screen is text here, and nothing stays open.
    private func printSheet() {
        let shown = session.model.state
        for id in shown.view.expanded {
            if let message = shown.message(id) {
                session.tell(.versions(message, conversation: shown.selectedThread?.title ?? ""))
            }
        }
        let sheet = session.updateState { state -> SheetKind? in
            defer {
                if state.view.sheet.map({ !$0.isListed }) == true { state.view.sheet = nil }
                state.view.isShelfShown = false
                state.view.search = nil
                state.view.replies = nil
                state.view.expanded = []
            }
            return state.view.sheet
        }
        switch sheet {
        case .help?: session.tell(.text(title: "Lines and commands", body: HelpText.plainLines))
        case .details(let id)?:
            let state = session.model.state
            guard let thread = state.threads[id], let row = state.conversations.first(where: { $0.id == id }) else {
                return
            }
            session.tell(.details(thread, row, state.settings))
            session.tell(.collaborations(state.collaborations(in: id), conversation: thread.title))
        case .people(let url)?:
            let sheet = Sheets.sheet(.people(url), in: session.model.state)
            session.tell(.text(title: sheet.title, body: sheet.body.filter { !$0.isEmpty }))
        case .options(let id)?:
            let state = session.model.state
            guard let draft = state.view.staged[id] else { return }
            session.tell(.staged(draft, conversation: state.threads[id]?.title ?? ""))
        case .confirm(let question)?:
            session.updateState { $0.view.question = question }
            session.tell(.question(question))
        case .text(let title, let body)?: session.tell(.text(title: title, body: body))
        case .notices?:
            guard let thread = session.model.state.selectedThread else { return }
            if thread.waiting.isEmpty { session.tell(.hint("No notice is waiting")) }
            for notice in thread.listedNotices { session.tell(.notice(notice, conversation: thread.title)) }
        case .consent?, .settings?, nil: break
        case let kind?: list(Sheets.sheet(kind, in: session.model.state))
        }
    }

    /// What can be chosen, with the number that `/choose` takes.
    private func list(_ sheet: Sheet) {
        var lines = sheet.body.filter { !$0.isEmpty }
        for (index, choice) in sheet.choices.enumerated() {
            if let heading = choice.heading { lines.append(heading) }
            let value = choice.field.map { $0.isEmpty ? choice.note ?? "" : $0.text } ?? choice.value ?? ""
            lines.append("\(index + 1). \(choice.label)" + (value.isEmpty ? "" : "  \(value)"))
        }
        session.tell(.text(title: sheet.title, body: lines))
    }
}

extension SheetKind {
    /// Whether it stays to be chosen from, and is not told whole.
    fileprivate var isListed: Bool {
        switch self {
        case .message, .tapback, .share, .shareActions, .switcher, .inbox, .compose, .files, .notice, .discardOptions:
            true
        case .consent, .settings, .help, .notices, .text, .details, .people, .options, .confirm: false
        }
    }
}

extension String {
    fileprivate var trimmingEnd: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
    }
}
