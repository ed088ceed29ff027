import ChatProtocol

/// In a play that is paced for people, who says something is seen to type before.
extension Troupe {
    /// Lets the others see that somebody types what the step says, as their client would: a message of theirs ends it.
    func beginTyping(_ arguments: StepArguments) {
        guard isPaced, Self.isTyped(arguments.step.text), let name = arguments.textIfGiven(.person),
            let conversation = arguments.textIfGiven(.conversation), let id = conversations[conversation],
            let person = try? person(name), !person.isAway
        else { return }
        // Who may not speak there is refused when they do, and that the story expects.
        _ = try? look(person, "conversation.typing") {
            $0.member("conversation", id)
            $0.member("typing", true)
        }
    }

    /// Whether the step is one of those by which somebody says something.
    private static func isTyped(_ step: String) -> Bool {
        StepText(step).pieces.prefix(2).contains { piece in
            if case .word(let word) = piece { word == "sends" || word == "replies" } else { false }
        }
    }
}
