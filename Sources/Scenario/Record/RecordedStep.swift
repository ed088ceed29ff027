import ChatProtocol

/// A step in the words of a phrase, or the reason why no phrase fits.
struct RecordedStep {
    /// The text; nil if no phrase fits.
    var text: String?
    /// The reason why no phrase fits.
    var why = "which has no phrase"
    /// The doc string below the step.
    var docString: String?
    /// The table below the step.
    var table: [[String]] = []

    /// A step without a phrase.
    static let unsaid = RecordedStep()
}

/// The value for a slot of a phrase, as it was recorded. If a value is unknown or cannot be written, the whole step has
/// no text.
enum RecordedSlot: Hashable, ExpressibleByStringLiteral {
    case person(Handle?)
    case people([Handle])
    case app(AppID?)
    case conversation(ConversationID?)
    /// The text of a message.
    case message(MessageID?)
    /// A text, or an alternative of a group.
    case text(String?)
    /// A link that a person sent. If an earlier message contains it, the background sends that message.
    case sentLink(String)
    case count(Int)
    case milliseconds(Int64)

    init(stringLiteral text: String) { self = .text(text) }
}

extension Recording {
    /// Returns a step with the phrase and the values for its slots; nil for a slot in a group that is left out.
    mutating func say(_ name: PhraseName, _ slots: RecordedSlot?...) -> RecordedStep { say(name, slots) }

    mutating func say(_ name: PhraseName, _ slots: [RecordedSlot?]) -> RecordedStep {
        say(PlayPhrases.named[name], slots)
    }

    /// Returns the steps for a request: with the first phrase that expresses it, one for each of its messages.
    mutating func say(_ done: DoneRequest) -> [RecordedStep] {
        done.parts.map { part in
            for (phrase, request) in PlayPhrases.requests[done.method] ?? [] {
                if let slots = request.slots(of: phrase, for: part, in: self) { return say(phrase, slots) }
            }
            return .unsaid
        }
    }

    private mutating func say(_ phrase: Phrase?, _ slots: [RecordedSlot?]) -> RecordedStep {
        for case .some(let slot) in slots { rememberDocuments(of: slot) }
        var values: [StepValue?] = []
        for slot in slots {
            let (value, why): (StepValue?, String) = if let slot { value(of: slot) } else { (nil, "") }
            guard value != nil || slot == nil else { return RecordedStep(text: nil, why: why) }
            values.append(value)
        }
        for case .some(let slot) in slots { remember(slot) }
        return RecordedStep(text: phrase?.step(saying: values))
    }

    /// Returns the value for a slot; without one, the reason why it cannot be written in a step.
    private mutating func value(of slot: RecordedSlot) -> (StepValue?, String) {
        switch slot {
        case .person(let handle): (handle.map { .text(cast.name($0)) }, "of an unknown person")
        case .people(let handles): (handles.isEmpty ? nil : .names(handles.map { cast.name($0) }), "of no one")
        case .app(let id): (id.flatMap { line(cast.apps[$0]) }, "in an unknown app")
        case .conversation(let id):
            (id.flatMap { line(cast.conversation($0)) }, "in a conversation from before the recording")
        case .message(let id): (id.flatMap { line(cast.text(of: $0)) }, "about a message without a unique text")
        case .text(let words?): unarranged[words].map { (nil, $0) } ?? (line(words), "in more than one line")
        case .text(nil): (nil, RecordedStep.unsaid.why)
        case .sentLink(let url): (line(url), "in more than one line")
        case .count(let count): (.count(count), "")
        case .milliseconds(let time): (time > 0 ? .duration(.milliseconds(time)) : nil, "for zero time")
        }
    }

    private func line(_ text: String?) -> StepValue? { text.flatMap { StepText.fitsLine($0) ? .text($0) : nil } }

    /// Returns the step that lets a time pass; it has no text for zero time.
    mutating func passing(milliseconds: Int64) -> RecordedStep {
        let isOne = DurationReader.words(milliseconds: milliseconds)?.hasPrefix("a") == true
        return say(.passes, .milliseconds(milliseconds), isOne ? "passes" : "pass")
    }
}
