import ChatProtocol

/// What stands in a place of a step, as it was heard. What cannot be said there, or was not heard, leaves the whole step
/// unsaid.
enum RecordedSlot: ExpressibleByStringLiteral {
    case person(Handle?)
    case people([Handle])
    /// By its id.
    case app(String?)
    /// By its id.
    case conversation(String?)
    /// By its id: what it reads.
    case message(String?)
    case text(String?)
    case count(Int64)
    case milliseconds(Int64)
    /// An alternative of a group.
    case word(String?)

    init(stringLiteral word: String) { self = .word(word) }
}

extension Recording {
    /// A step that says a phrase; nil where no step can.
    mutating func say(_ name: PhraseName, _ slots: RecordedSlot?...) -> String? {
        var values: [StepValue?] = []
        for slot in slots {
            guard let slot else {
                values.append(nil)
                continue
            }
            guard let value = value(of: slot) else { return nil }
            values.append(value)
        }
        return PlayPhrases.named[name]?.step(saying: values)
    }

    private mutating func value(of slot: RecordedSlot) -> StepValue? {
        let text: String?
        switch slot {
        case .person(let handle): return handle.map { .text(cast.name($0)) }
        case .people(let handles): return handles.isEmpty ? nil : .names(handles.map { cast.name($0) })
        case .count(let count): return .count(Int(clamping: count))
        case .milliseconds(let milliseconds): return milliseconds > 0 ? .duration(.milliseconds(milliseconds)) : nil
        case .word(let word): return word.map { .text($0) }
        case .app(let id): text = id.flatMap { cast.apps[$0] }
        case .conversation(let id): text = id.flatMap { cast.conversation($0) }
        case .message(let id): text = id.flatMap { cast.text(ofMessage: $0) }
        case .text(let words): text = words
        }
        return text.flatMap { StepText.fitsLine($0) ? .text($0) : nil }
    }

    /// That so much time passes; nil for no time at all.
    mutating func passing(milliseconds: Int64) -> String? {
        let isOne = DurationReader.words(milliseconds: milliseconds)?.hasPrefix("a") == true
        return say(.passes, .milliseconds(milliseconds), isOne ? "passes" : "pass")
    }
}
