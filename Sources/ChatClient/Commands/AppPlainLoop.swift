import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// An app line by line. It prints the app's list on standard output, again after each change, and reads commands from
/// standard input. It reads the next line only when everything before it is answered.
final class AppPlainLoop {
    private let line: AppLine
    private var input = PlainInput()
    private var printed: [String] = []
    /// The numbers of the items. They stay the same, so that a list that changes while a person types does not change
    /// the meaning of the typed number.
    private var numbering = LinkNumbering()
    private var hasFailed = false
    /// The text of each document as it was printed last, by link. An edit is based on it.
    private var read: [String: String] = [:]
    /// The document for which the person must confirm the deletion.
    private var question: SharedDocument?
    /// The remaining steps of a command that needs several answers, in order.
    private var steps: [(AppPlainLoop, AppRuntime) -> Void] = []

    init(_ line: AppLine) { self.line = line }

    /// The commands, as the error for an unknown command lists them.
    static let commands = [
        "new TITLE", "open N", "text N", "edit N TEXT", "comment N TEXT", "rename N TITLE", "delete N", "reply N TEXT",
        "remove N",
        "undo", "yes", "no",
        "more", "list", "quit",
    ]

    /// Runs until `quit`, or until the input has ended and everything is answered. Ctrl-C and SIGTERM end the program,
    /// after a line about what is not sent.
    ///
    /// - Returns: The exit status: 0, or 1 if a command failed or the server refused.
    func run() -> Int32 {
        guard let runtime = line.runtime else { return 1 }
        let interruption = PlainInterruption()
        runtime.showsAll = true
        line.pump()
        var awayUntil: Int64?
        while true {
            if let refusal = line.refusal { return ClientCommand.fail(refusal) }
            if line.isSettled {
                if !steps.isEmpty {
                    steps.removeFirst()(self, runtime)
                    line.pump()
                    continue
                }
                guard printList(runtime) else { return 0 }
                if let command = input.next() {
                    if perform(command, runtime) { return hasFailed ? 1 : 0 }
                    line.pump()
                    continue
                }
                if input.hasEnded { return hasFailed ? 1 : 0 }
            } else if input.hasEnded, runtime.state.connection != .connected {
                let now = Clocks.steady()
                let limit = awayUntil ?? now + PlainLoop.lastPatience
                awayUntil = limit
                if now >= limit { return ClientCommand.fail("app: gave up reconnecting to the server") }
            }
            let reads = input.wantsMore
            let ready = line.wait(
                besides: interruption.descriptors + (reads ? [StandardStream.input.descriptor] : []))
            if reads, ready.last?.canRead == true { input.read() }
            let lost = steps.isEmpty ? line.unsent : ["The last command is not completed."]
            if let status = interruption.end(losing: lost, and: &input) { return status }
        }
    }

    private func printList(_ runtime: AppRuntime) -> Bool {
        var lines = AppPlainRenderer.list(runtime.state) { item, _ in numbering.number(for: item.id) }
        guard lines != printed || runtime.state.view.hint != nil else { return true }
        let isSame = lines == printed
        printed = lines
        // A printed line stays in sight, so its failure counts as read.
        if runtime.state.jobs.contains(where: \.isUnreadFailure) { _ = runtime.perform([.readJobs]) }
        if isSame { lines = [] }
        if let hint = runtime.state.view.hint {
            lines.append("(\(CleanText.line(hint)))")
            runtime.tell(nil)
        }
        return StandardStream.output.write(lines.map { $0 + "\n" }.joined()) == nil
    }

    /// Performs the command of a line.
    ///
    /// - Returns: True if the line ends the program.
    private func perform(_ text: String, _ runtime: AppRuntime) -> Bool {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard let verb = words.first else { return false }
        // Any line but “yes” answers the question with no.
        let asked = question
        question = nil
        switch verb {
        case "yes":
            guard let asked else { return mistake("there is no question to answer") }
            if let now = runtime.state.document?.document, now.url == asked.url, now.title != asked.title {
                ask(toDelete: now)
                return mistake("nothing was deleted: the question has changed")
            }
            _ = runtime.perform([.delete(asked)])
            steps.append { $0.report($1) }
        case "no": if asked == nil { return mistake("there is no question to answer") }
        case "quit": return true
        case "list": printed = []
        case "more":
            guard runtime.state.hasMore || runtime.state.hasMoreDocuments else {
                return mistake("there is nothing more to list")
            }
            _ = runtime.perform([.readMore, .readMoreDocuments])
        case "new":
            let title = text.dropFirst(verb.count).drop { $0 == " " }
            guard !title.isEmpty else { return mistake("new needs a title: new TITLE") }
            _ = runtime.perform([.create(title: String(title))])
            steps.append { $0.report($1) }
        // A hint about a removal names both this command and the key of the screen.
        case "undo", "u":
            guard let removed = runtime.state.view.removed.last else {
                return mistake("there is nothing to undo: no item was removed")
            }
            _ = runtime.perform([.restore(removed)])
        case "open", "reply", "remove", "text", "edit", "comment", "rename", "delete":
            let items = runtime.state.items + runtime.state.documents
            let numbers = words.count > 1 ? words[1].split(separator: "/").map { Int($0) } : []
            guard (1...2).contains(numbers.count), let number = numbers[0] else {
                return mistake("\(verb) needs the number of an item: list prints them")
            }
            guard let place = items.firstIndex(where: { numbering.number(for: $0.id) == number }) else {
                return mistake(
                    items.isEmpty
                        ? "there is nothing to \(verb): the list is empty" : "the list has no item \(number)")
            }
            let item = items[place]
            switch verb {
            case "open":
                runtime.open(item)
                steps.append { loop, runtime in
                    if let why = runtime.state.view.refusal {
                        _ = loop.mistake(CleanText.line(why))
                    } else {
                        let title = CleanText.line(item.title)
                        loop.say("“\(title)” is open: \(AppPlainRenderer.item(item, in: runtime.state))")
                    }
                }
            case "remove" where place >= runtime.state.items.count:
                return mistake("“\(CleanText.line(item.title))” is not in Shared with You")
            case "reply" where place >= runtime.state.items.count:
                // The conversations of a document are known only while it is open.
                return work(
                    verb, on: item, words.count > 2 ? words[2] : "", choice: numbers.dropFirst().first ?? nil, runtime)
            case "remove": _ = runtime.perform([.remove(item.id)])
            case "text", "edit", "comment", "rename", "delete":
                return work(verb, on: item, words.count > 2 ? words[2] : "", runtime)
            default:
                return reply(
                    words.count > 2 ? words[2] : "", to: item, numbers.dropFirst().first ?? nil,
                    in: runtime.state.attributions[item.id]?.places)
            }
        default: return mistake("there is no “\(verb)”: \(Self.commands.joined(separator: ", "))")
        }
        return false
    }

    private func ask(toDelete document: SharedDocument) {
        question = document
        say(
            "(question) Delete “\(CleanText.line(document.title))”? No one can open it anymore, and it cannot be "
                + "recovered. Answer yes or no")
    }

    /// Opens a document, and applies the command to it as soon as it is open.
    private func work(
        _ verb: String, on item: AppItem, _ text: String, choice: Int? = nil, _ runtime: AppRuntime
    ) -> Bool {
        guard verb == "text" || verb == "delete" || !text.isEmpty else {
            return mistake("\(verb) needs a text: \(verb) N \(verb == "rename" ? "TITLE" : "TEXT")")
        }
        runtime.open(item)
        steps.append { loop, runtime in
            guard let page = runtime.state.document, page.document.url == item.url else {
                let why =
                    runtime.state.view.hint ?? runtime.state.view.refusal.map { CleanText.line($0) }
                    ?? "“\(CleanText.line(item.title))” is not a document"
                runtime.tell(nil)
                _ = loop.mistake(why)
                return
            }
            switch verb {
            case "edit":
                // Another person's change since the text was printed must not be overwritten unseen.
                var base = page.document
                if let text = loop.read[base.url], text != base.text { base.revision = 0 }
                _ = runtime.perform([.edit(text: text, base: base)])
            case "reply":
                _ = loop.reply(text, to: item, choice, in: runtime.state.places(of: item.id))
                return
            case "comment": _ = runtime.perform([.comment(text: text, page.document)])
            case "delete":
                guard page.canDelete else {
                    _ = loop.mistake("only the owner can delete “\(CleanText.line(item.title))”")
                    return
                }
                loop.ask(toDelete: page.document)
                return
            case "rename": _ = runtime.perform([.rename(title: text, page.document)])
            default: AppPlainRenderer.document(page, at: runtime.state.view.part).forEach(loop.say)
            }
            loop.read[page.document.url] = verb == "edit" ? text : page.document.text
            if verb != "text" { loop.steps.append { $0.report($1) } }
        }
        return false
    }

    /// Reports the failure of the last change, if it failed.
    private func report(_ runtime: AppRuntime) {
        guard let failure = runtime.documents.lastFailure else { return }
        runtime.tell(nil)
        guard case .stale(let now) = failure else {
            _ = mistake(CleanText.line(failure.description))
            return
        }
        let name = CleanText.line(runtime.documents.changer ?? "Someone")
        _ = mistake("\(name) changed the text since you read it; edit again to replace this text:")
        CleanText.lines(now.text, keepsTabs: true).forEach { say("  \($0)") }
        read[now.url] = now.text
    }

    /// Sends a reply. If the item has several conversations, the person selects one: `reply 1/2 TEXT` (`disambiguate`).
    ///
    /// - Parameter places: The conversations of the item; nil if they are not loaded yet.
    private func reply(
        _ text: String, to item: AppItem, _ choice: Int?, in places: [AttributionContent.Place]?
    ) -> Bool {
        let title = CleanText.line(item.title)
        guard let places else { return mistake("the people who shared “\(title)” are not loaded yet") }
        guard !places.isEmpty else { return mistake("“\(title)” was shared in no conversation of your list") }
        guard let index = choice ?? (places.count == 1 ? 1 : nil), places.indices.contains(index - 1) else {
            let names = places.enumerated().map { "\($0.offset + 1) \(CleanText.line($0.element.name))" }
            return mistake(
                "it was shared in \(names.joined(separator: ", ")): reply N/WHICH TEXT, such as reply 1/2 Yes")
        }
        let place = places[index - 1]
        guard !text.isEmpty else { return mistake("reply needs a text: reply N TEXT") }
        line.send(text, in: place)
        say("You in \(CleanText.line(place.name)): \(CleanText.line(text))")
        return false
    }

    private func say(_ text: String) { StandardStream.output.write(text + "\n") }

    private func mistake(_ text: String) -> Bool {
        hasFailed = true
        ClientCommand.fail("app: \(text)")
        return false
    }
}
