import ChatProtocol

/// What others saw of what was done: each becomes a step or two, seen by somebody who is there.
extension Recording {
    /// Something that somebody saw.
    enum Sight: Hashable {
        /// A message that was said.
        case message(String)
        /// A message that reads otherwise now.
        case text(message: String)
        /// A message that was taken back.
        case unsent(message: String, text: String)
        /// A tapback that alerted somebody.
        case reaction(message: String, by: Handle, spoken: String, alerted: Handle)
        /// Who is in a group now.
        case members(conversation: String)
        /// A notice, by its id.
        case notice(String)
        /// A question to the owner of a document.
        case prompt(Handle, notice: String)
        /// A question of consent.
        case consent(Handle, id: String, app: String)
        /// A link on somebody's shelf, and who shared it where that was one alone.
        case shelf(Handle, url: String, from: Handle?)
        /// Somebody is on a share no longer.
        case noAccess(Handle, url: String)
        /// How far somebody's collaboration got.
        case start(Handle, state: String)
        /// How far somebody's change of a share got, which its app is asked for.
        case change(Handle, state: String)
        /// Somebody types.
        case typing(conversation: String, person: Handle)
        /// A message of a conversation of two was read.
        case read(message: String)
    }

    /// Notes that others saw something.
    mutating func see(_ sight: Sight) {
        if !isUnsaid, !seen.contains(sight) { seen.append(sight) }
    }

    // MARK: Notifications

    mutating func takeSight(_ method: String, _ params: JSONValue) {
        if hasPassed {
            // Time alone brought it.
            flush()
            flushTime()
        }
        let person = params["person"]?.stringValue.flatMap { Handle($0) }
        switch method {
        case "message.posted":
            guard let message = params["message"], let id = message["id"]?.stringValue else { return }
            cast.take(message: message)
            takeSent(message)
            alerted[id] = (params["alerted"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { Handle($0) } }
                .filter { reader in
                    message["mentions"]?.arrayValue?.contains { $0["handle"]?.stringValue == reader.rawValue } == true
                }
            if alone.contains(id) { alerted[id] = [] }
            see(.message(id))
        case "message.changed": takeChange(params)
        case "conversation.changed":
            if let conversation = params["conversation"] { learn(conversation: conversation) }
        case "notice.posted": takeNotice(params["notice"] ?? .null, person)
        case "consent.requested":
            guard let person, let id = params["consent"]?.stringValue, let app = params["app"]?.stringValue else {
                return
            }
            if !consents[person, default: []].contains(id) { consents[person, default: []].append(id) }
            see(.consent(person, id: id, app: app))
        case "settings.changed":
            guard let person else { return }
            consents[person] = (params["settings"]?["consents"]?.arrayValue ?? []).compactMap {
                $0["consent"]?.stringValue
            }
        case "highlights.changed":
            guard let person else { return }
            for highlight in params["removed"]?.arrayValue ?? [] {
                let url = highlight["url"]?.stringValue
                seen.removeAll { if case .shelf(person, url, _) = $0 { true } else { false } }
            }
            for highlight in params["updated"]?.arrayValue ?? [] { takeShelf(highlight, of: person, isNew: false) }
            for highlight in params["added"]?.arrayValue ?? [] { takeShelf(highlight, of: person, isNew: true) }
        case "share.changed":
            guard let person, let share = params["share"] else { return }
            learn(share: share)
            if params["gone"] == "removed", let url = share["url"]?.stringValue { see(.noAccess(person, url: url)) }
        case "collaboration.changed":
            guard let person, let state = params["start"]?["state"]?.stringValue else { return }
            if unsaidStarts.contains(params["start"]?["id"]?.stringValue ?? "") { return }
            if params["start"]?["share"] != nil, state != CollaborationStart.State.sent.rawValue {
                seen.removeAll { if case .change(person, _) = $0 { true } else { false } }
                return see(.change(person, state: state))
            }
            seen.removeAll { if case .start(person, _) = $0 { true } else { false } }
            see(.start(person, state: state))
        case "typing":
            guard options.hasEverything, let person, let id = params["conversation"]?.stringValue else { return }
            seen.removeAll { $0 == .typing(conversation: id, person: person) }
            if params["typing"] == true { see(.typing(conversation: id, person: person)) }
        case "receipt":
            guard options.hasEverything, params["status"] == "read", let id = params["message"]?.stringValue else {
                return
            }
            see(.read(message: id))
        default: return
        }
    }

    private mutating func takeChange(_ params: JSONValue) {
        guard let message = params["message"], let id = message["id"]?.stringValue else { return }
        cast.take(message: message)
        guard params["change"]?["kind"] == "reacted", params["change"]?["removed"] != true,
            let by = params["change"]?["by"]?.stringValue.flatMap({ Handle($0) }),
            let spoken = params["change"]?["reaction"]?.stringValue.flatMap({ Reaction($0)?.spoken }),
            let reader = params["alerted"]?.arrayValue?.first?.stringValue.flatMap({ Handle($0) })
        else { return }
        see(.reaction(message: id, by: by, spoken: spoken, alerted: reader))
    }

    private mutating func takeShelf(_ highlight: JSONValue, of person: Handle, isNew: Bool) {
        learn(highlight: highlight)
        guard let url = highlight["url"]?.stringValue else { return }
        let sharers = (highlight["attribution"]?.arrayValue ?? []).compactMap { $0["handle"]?.stringValue }
        let from = Set(sharers).count == 1 ? sharers.first.flatMap { Handle($0) } : nil
        let known = seen.firstIndex { if case .shelf(person, url, _) = $0 { true } else { false } }
        if let known {
            seen[known] = .shelf(person, url: url, from: from)
        } else if isNew {
            see(.shelf(person, url: url, from: from))
        }
    }

    private mutating func takeNotice(_ notice: JSONValue, _ person: Handle?) {
        guard let id = notice["id"]?.stringValue, let conversation = notice["conversation"]?.stringValue else { return }
        notices[id] = notice
        if let person, notice["actions"]?.arrayValue?.isEmpty == false {
            return see(.prompt(person, notice: id))
        }
        if noticeReaders[id] == nil {
            let actor = notice["actor"]?.stringValue
            let isPrompt = notice["actions"]?.arrayValue?.isEmpty == false
            let others = (cast.members[conversation] ?? []).filter { isPrompt || $0.rawValue != actor }
            questions.append(Question(notice: id, candidates: Array(others.prefix(8))))
        }
        see(.notice(id))
    }

    // MARK: Steps

    /// Writes what others saw since the last act, as long as there is somebody who sees it.
    mutating func flush() {
        let sights = seen
        seen = []
        var shown: Set<String> = []
        for (index, sight) in sights.enumerated() {
            if case .shelf(_, let url, _) = sight, !shown.insert(url).inserted { continue }
            for line in lines(sight, before: sights.dropFirst(index + 1)) { script.add(line.kind, line.text) }
        }
    }

    private func isThere(_ person: Handle) -> Bool { !away.contains(person) && !faulty.contains(person) }

    private mutating func lines(
        _ sight: Sight, before next: ArraySlice<Sight>
    ) -> [(kind: RecordedScript.Kind, text: String)] {
        switch sight {
        case .message(let id):
            guard let one = cast.said[id], !one.isUnsent, let words = cast.text(ofMessage: id) else { return [] }
            if let reader = alerted[id]?.first(where: isThere), let place = place(one.conversation) {
                return [(.outcome, "\(cast.name(reader)) is alerted to \(words) in \(place)")]
            }
            // Who answers has seen it.
            let answers = next.compactMap { sight -> RecordedCast.Said? in
                if case .message(let other) = sight { cast.said[other] } else { nil }
            }
            let answering =
                answers.first { $0.conversation == one.conversation && $0.sender != one.sender }?.sender
            guard let (reader, place) = reader(of: one, preferring: answering) else {
                missed.append(sight)
                return []
            }
            return [(.outcome, "\(reader) sees \(words) in \(place)")]
        case .text(let id):
            guard let one = cast.said[id], !one.isUnsent, let words = cast.text(ofMessage: id),
                let (reader, place) = reader(of: one, isCurrent: true)
            else { return [] }
            return [(.outcome, "\(reader) sees \(words) in \(place)")]
        case .unsent(let id, let text):
            guard let one = cast.said[id], let words = RecordedWords.quoted(text), !text.isEmpty,
                !cast.messages(of: one.conversation).contains(where: {
                    !$0.isUnsent && $0.text.says(text)
                }), let (reader, place) = reader(of: one, isCurrent: true)
            else { return [] }
            return [(.denial, "\(reader) does not see \(words) in \(place)")]
        case .reaction(let id, let by, let spoken, let reader):
            guard isThere(reader), !old.contains(reader), let one = cast.said[id], let place = place(one.conversation),
                let words = RecordedWords.quoted("\(cast.name(by)) reacted \(spoken) to “\(one.text)”")
            else { return [] }
            return [(.outcome, "\(cast.name(reader)) is alerted to \(words) in \(place)")]
        case .members(let id):
            let members = cast.members[id] ?? []
            guard (2...8).contains(members.count), members.allSatisfy(isThere), let place = place(id) else { return [] }
            return [(.outcome, "\(RecordedWords.list(members.map { cast.name($0) })) are in \(place)")]
        case .notice(let id): return noticeLines(id)
        case .prompt(let person, let id):
            guard isThere(person), let (text, place) = notice(id) else { return [] }
            return [(.outcome, "\(cast.name(person)) is asked \(text) in \(place)")]
        case .consent(let person, let id, let app):
            guard isThere(person), consents[person]?.contains(id) == true, let name = appName(app) else { return [] }
            return [(.outcome, "\(cast.name(person)) is asked to share \(name) automatically")]
        case .shelf(let person, let url, let from):
            guard isThere(person), let words = RecordedWords.quoted(url) else { return [] }
            let sharer = from.map { " from \(cast.name($0))" } ?? ""
            return [(.outcome, "\(cast.name(person)) sees \(words) in Shared with You\(sharer)")]
        case .noAccess(let person, let url):
            guard isThere(person), open[url] != true, let words = RecordedWords.quoted(url) else { return [] }
            return [(.outcome, "\(cast.name(person)) has no access to \(words)")]
        case .start(let person, let state):
            let words = ["waiting": "waits", "sent": "was sent", "failed": "failed", "cancelled": "was cancelled"]
            guard isThere(person), let word = words[state] else { return [] }
            return [(.outcome, "the start of \(cast.name(person)) \(word)")]
        case .change(let person, let state):
            let words = ["waiting": "waits", "done": "is made", "failed": "failed", "cancelled": "was cancelled"]
            guard isThere(person), let word = words[state] else { return [] }
            return [(.outcome, "the change of \(cast.name(person)) \(word)")]
        case .typing(let conversation, let person):
            // What is typed in an app is no step.
            guard let place = place(conversation),
                script.lines.contains(where: { $0.text == "\(cast.name(person)) is typing in \(place)" }),
                let reader = cast.members[conversation]?.first(where: { $0 != person && isThere($0) })
            else { return [] }
            return [(.outcome, "\(cast.name(reader)) sees that \(cast.name(person)) is typing in \(place)")]
        case .read(let id):
            guard let one = cast.said[id], let sender = one.sender, isThere(sender), !one.isUnsent,
                let words = cast.text(ofMessage: id), let place = place(one.conversation)
            else { return [] }
            return [(.outcome, "\(cast.name(sender)) sees that \(words) was read in \(place)")]
        }
    }

    private func place(_ conversation: String) -> String? {
        cast.conversation(conversation).flatMap { RecordedWords.quoted($0) }
    }

    private func notice(_ id: String) -> (text: String, place: String)? {
        guard let notice = notices[id],
            let text = RecordedWords.quoted(cast.inSteps(notice["text"]?.stringValue ?? "")),
            let place = notice["conversation"]?.stringValue.flatMap({ place($0) })
        else { return nil }
        return (text, place)
    }

    private mutating func noticeLines(_ id: String) -> [(kind: RecordedScript.Kind, text: String)] {
        guard let (text, place) = notice(id), let readers = noticeReaders[id] else { return [] }
        var lines: [(kind: RecordedScript.Kind, text: String)] = []
        let told = readers.filter { $0.value.isDelivered && isThere($0.key) }.keys.min()
        if notices[id]?["actions"]?.arrayValue?.isEmpty == false {
            return told.map { [(.outcome, "\(cast.name($0)) is asked \(text) in \(place)")] } ?? []
        }
        if let told { lines.append((.outcome, "\(cast.name(told)) sees the notice \(text) in \(place)")) }
        // What is one person's own is worth saying of the others too, who were told nothing that reads the same.
        guard notices[id]?["event"]?["type"] == "mention" else { return lines }
        let others = readers.filter { reader, trail in
            !trail.isDelivered && isThere(reader)
                && !noticeReaders.contains { $0.value[reader]?.isDelivered == true && notice($0.key)?.text == text }
        }.keys.min()
        if let others { lines.append((.denial, "\(cast.name(others)) does not see the notice \(text) in \(place)")) }
        return lines
    }

    /// Somebody in the conversation who sees a message that is not theirs, by name; and the conversation's.
    private mutating func reader(
        of message: RecordedCast.Said, preferring first: Handle? = nil, isCurrent: Bool = false
    ) -> (reader: String, place: String)? {
        guard let place = place(message.conversation) else { return nil }
        let others = (cast.members[message.conversation] ?? []).filter { person in
            person != message.sender && isThere(person) && !(isCurrent && old.contains(person))
        }
        guard let reader = others.first(where: { $0 == first }) ?? others.first else { return nil }
        return (cast.name(reader), place)
    }
}
