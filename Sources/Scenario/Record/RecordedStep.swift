import ChatProtocol

/// A step as a phrase says it, or why none does.
struct RecordedStep {
    /// Nil where no phrase says it.
    var text: String?
    /// Why no phrase says it.
    var why = "which has no phrase"
    /// The text between quotes below the step.
    var docString: String?
    /// The rows below the step.
    var table: [[String]] = []

    /// What no phrase says.
    static let unsaid = RecordedStep()
}

/// What stands in a place of a step, as it was heard. What cannot be said there, or was not heard, leaves the whole step
/// unsaid.
enum RecordedSlot: Hashable, ExpressibleByStringLiteral {
    case person(Handle?)
    case people([Handle])
    case app(AppID?)
    case conversation(ConversationID?)
    /// What it reads.
    case message(MessageID?)
    case text(String?)
    /// One that somebody sent: the message of before in which it stands is said in the background.
    case sentLink(String)
    case count(Int)
    case milliseconds(Int64)
    /// An alternative of a group.
    case word(String?)

    init(stringLiteral word: String) { self = .word(word) }
}

extension Recording {
    /// A step that says a phrase.
    mutating func say(_ name: PhraseName, _ slots: RecordedSlot?...) -> RecordedStep { say(name, slots) }

    mutating func say(_ name: PhraseName, _ slots: [RecordedSlot?]) -> RecordedStep {
        for case .some(let slot) in slots { rememberDocuments(of: slot) }
        var values: [StepValue?] = []
        for slot in slots {
            guard let slot else {
                values.append(nil)
                continue
            }
            switch value(of: slot) {
            case .success(let value): values.append(value)
            case .failure(let unsayable): return RecordedStep(text: nil, why: unsayable.why)
            }
        }
        for case .some(let slot) in slots { remember(slot) }
        return RecordedStep(text: PlayPhrases.named[name]?.step(saying: values))
    }

    /// Why something cannot stand in a step.
    private struct Unsayable: Error { let why: String }

    private mutating func value(of slot: RecordedSlot) -> Result<StepValue, Unsayable> {
        let (value, why): (StepValue?, String) =
            switch slot {
            case .person(let handle): (handle.map { .text(cast.name($0)) }, "of an unknown person")
            case .people(let handles): (handles.isEmpty ? nil : .names(handles.map { cast.name($0) }), "of no one")
            case .app(let id): (id.flatMap { line(cast.apps[$0]) }, "in an unknown app")
            case .conversation(let id):
                (id.flatMap { line(cast.conversation($0)) }, "in a conversation from before the recording")
            case .message(let id): (id.flatMap { line(cast.text(of: $0)) }, "about a message without a unique text")
            case .text(let words) where words.flatMap { unarranged[$0] } != nil:
                (nil, words.flatMap { unarranged[$0] } ?? "")
            case .text(let words): (line(words), words == nil ? "which has no phrase" : "in more than one line")
            case .sentLink(let url): (line(url), "in more than one line")
            case .count(let count): (.count(count), "")
            case .milliseconds(let time): (time > 0 ? .duration(.milliseconds(time)) : nil, "for zero time")
            case .word(let word): (word.map { .text($0) }, "which has no phrase")
            }
        return value.map { .success($0) } ?? .failure(Unsayable(why: why))
    }

    private func line(_ text: String?) -> StepValue? { text.flatMap { StepText.fitsLine($0) ? .text($0) : nil } }

    /// That so much time passes; nothing for zero time at all.
    mutating func passing(milliseconds: Int64) -> RecordedStep {
        let isOne = DurationReader.words(milliseconds: milliseconds)?.hasPrefix("a") == true
        return say(.passes, .milliseconds(milliseconds), isOne ? "passes" : "pass")
    }
}
