import ChatCore
import ChatProtocol

extension JournalEntry {
    /// The most characters of a text in a journal entry.
    private static let textMax = 200

    /// Creates the entry of an event that a person was notified of, or was not.
    init(
        _ kind: Kind, _ event: NotificationName, _ subject: EventSubject, of record: EventRecord, by: Handle?,
        to person: Handle
    ) {
        self.init(
            kind: kind, cursor: record.position, at: record.at, event: event.rawValue, person: person, role: .person,
            app: subject.app, by: by, about: subject.about, conversation: subject.conversation,
            url: subject.urls.first, text: subject.text.map { String($0.prefix(Self.textMax)) })
    }
}

extension RequestNotes.Note {
    /// The journal entry of the note, and the links in it.
    var entry: (JournalEntry, urls: [String]) {
        switch content {
        case .request(let request):
            let (owner, done) = (request.owner, request.read)
            var entry = JournalEntry(
                kind: .request, cursor: position, number: number, at: at, event: request.method.rawValue,
                person: owner.person, role: owner.role, app: owner.app ?? done?.params.flatMap(Self.app), request: done)
            var urls = done?.params.map(Self.urls) ?? []
            switch done?.outcome {
            case .result(let result): urls += Self.urls(in: result)
            case .refused(let error):
                entry.kind = .refusal
                entry.text = error.message
                entry.why = error.rule.map { Reason($0, error.message) }
            case .longResult, nil: break
            }
            entry.url = urls.first
            return (entry, urls)
        case .fault(let fired):
            let entry = JournalEntry(
                kind: .fault, cursor: position, number: number, at: at, event: fired.notification.rawValue,
                person: fired.to, role: .person, fault: fired)
            return (entry, [])
        }
    }

    /// Returns the app that the params of a request name; nil if they name none.
    private static func app(in params: JSONValue) -> AppID? { params["app"]?.stringValue.map(AppID.init) }

    /// Returns the links in the params or the result of a request: the value of each member `url`, once each.
    private static func urls(in value: JSONValue) -> [String] {
        var found: [String] = []
        func collect(from value: JSONValue) {
            switch value {
            case .object(let object):
                for member in object.members {
                    if member.key == "url", let text = member.value.stringValue {
                        if !found.contains(text) { found.append(text) }
                    } else {
                        collect(from: member.value)
                    }
                }
            case .array(let elements): elements.forEach(collect)
            case .null, .bool, .integer, .number, .string: break
            }
        }
        collect(from: value)
        return found
    }
}

extension JournalFinding.NearMiss {
    /// The near miss in words.
    var words: String {
        let who = entry.person?.rawValue ?? entry.request?.owner.session ?? "nobody"
        let what = [entry.event, entry.about, entry.text.map { "“\($0)”" }].compactMap(\.self).joined(separator: " ")
        switch entry.kind {
        case .silence: return "\(what) was not sent to \(who)"
        case .refusal: return "\(entry.event) of \(who) was refused: \(entry.text ?? "")"
        case .request: return "\(entry.event) of \(who)" + (entry.url.map { " about \($0)" } ?? "")
        case .fault:
            let effect = entry.fault.map { "\($0.fault): \($0.effect.kind.rawValue)" } ?? ""
            return "\(entry.event) to \(who) met \(effect)"
        case .notification:
            let link = misfit == .url ? entry.url.map { " about \($0)" } ?? " about no link" : ""
            return
                "\(what) was sent to \(entry.role == .app ? "\(entry.app?.rawValue ?? "an app") as \(who)" : who)\(link)"
        }
    }
}
