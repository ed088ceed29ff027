import ChatProtocol
import ChatScreens

/// The requests that a phrase expresses in a recording: the inverse of its action.
///
/// The parameters of the phrase for people, conversations and apps have no entry in ``values``:
/// - The first person made the request, or is its `person`. The second person is its `handle`.
/// - The first conversation is that of the request or of its message. The second is the group that the request began.
/// - The app made the request.
struct PhraseRequest: Sendable {
    let methods: [Method]
    /// The values for the other slots, in the order of the phrase.
    let values: [Value]

    /// A value for a slot, read from a request.
    struct Value: Sendable {
        /// True if the phrase can leave the slot out. Without another value, it does not express the request.
        var isOptional = false
        let read: @Sendable (DoneRequest, Recording) -> RecordedSlot?
    }

    /// Returns the requests of a method.
    static func request(_ method: Method, _ values: Value...) -> PhraseRequest {
        PhraseRequest(methods: [method], values: values)
    }

    /// Returns the requests of two methods. Each has a word, which is the first of the values.
    static func requests(_ words: [Method: String], _ values: Value...) -> PhraseRequest {
        PhraseRequest(methods: Array(words.keys), values: [Value { done, _ in .text(words[done.method]) }] + values)
    }

    /// Returns the values with which a phrase expresses a request; nil if it does not.
    func slots(of phrase: Phrase, for done: DoneRequest, in recording: Recording) -> [RecordedSlot?]? {
        var (slots, rest): ([RecordedSlot?], _) = ([], values[...])
        var people = [done.params?.handle("person") ?? done.person, done.params?.handle("handle")][...]
        var places: ArraySlice<RecordedSlot?> = [
            .conversation(recording.place(of: done)), recording.group(begunBy: done).map { .conversation($0.id) },
        ]
        for slot in phrase.slots {
            switch slot {
            case .parameter(.person): slots.append(people.popFirst().map { .person($0) })
            case .parameter(.app): slots.append(.app(done.owner.app))
            case .parameter(.conversation): slots.append(places.popFirst() ?? nil)
            case .parameter, .choice:
                guard let value = rest.popFirst() else { continue }
                let slot = value.read(done, recording)
                guard slot != nil || value.isOptional else { return nil }
                slots.append(slot)
            }
        }
        return slots
    }
}

extension PhraseRequest.Value {
    /// The message of the request.
    static let message = Self { done, _ in .message(done.message) }
    /// The link of the request, or that of its share.
    static let link = Self { done, recording in .text(recording.link(done)) }
    /// The link that a person sent in a message.
    static let sentLink = Self { done, _ in (done.params?.text("url")).map { .sentLink($0) } }
    /// The link of the highlight.
    static let highlight = Self { done, recording in
        .text((done.params?.text("highlight")).flatMap { recording.highlights[HighlightID($0)] })
    }
    /// The tapback that the request sets.
    static let reaction = Self { done, _ in
        let word = done.params?.text("reaction")
        guard let reaction = word.flatMap({ Reaction($0) }) else { return .text(word) }
        return done.params?["remove"] == true ? nil : .text(reaction.spoken)
    }

    /// Returns the text of a member, or another one if the member is missing.
    static func text(_ member: String, else other: String? = nil) -> Self {
        Self { done, _ in (done.params?.text(member) ?? other).map { .text($0) } }
    }

    /// Returns the word of the only missing member.
    static func missing(_ words: [String: String]) -> Self {
        Self { done, _ in
            let missing = words.filter { done.params?[$0.key] == nil }
            return missing.count == 1 ? .text(missing.first?.value) : nil
        }
    }

    /// Returns the number of a member, which can be missing.
    static func count(_ member: String) -> Self {
        Self(isOptional: true) { done, _ in (done.params?[member]?.integerValue).map { .count(Int($0)) } }
    }

    /// Returns a word for a member that is true, and another one for false.
    static func word(_ member: String, _ yes: String, _ no: String) -> Self {
        Self { done, _ in .text(done.params?[member] == true ? yes : no) }
    }
}
