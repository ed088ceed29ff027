import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// What stands in people's composers before they send it.
extension ScenarioContext {
    /// Lets the others see that somebody types what the step says, in a play that is paced for people: their message
    /// ends it.
    func beginTyping(_ arguments: StepArguments) {
        guard isPaced, Self.isTyped(arguments.step.text), let name = arguments.textIfGiven(.person),
            let conversation = arguments.textIfGiven(.conversation), let id = record.conversations[conversation],
            let person = try? roster.person(name), (try? beThere(person)) != nil,
            person.state.conversations.contains(where: { $0.id == id.rawValue })
        else { return }
        type("…", in: id, by: person)
    }

    /// Writes into the composer of a conversation, or clears it.
    func type(_ text: String, in conversation: ConversationID, by person: CastPerson) {
        person.open(conversation)
        person.session?.updateState {
            $0.view.draft = LineEditor(text)
            $0.view.isTyping = true
        }
        person.session?.tellTyping()
        person.catchUp()
    }

    /// Whether the step is one of those by which somebody says something.
    private static func isTyped(_ step: String) -> Bool {
        StepText(step).pieces.prefix(2).contains { piece in
            if case .word(let word) = piece { word == "sends" || word == "replies" } else { false }
        }
    }
}
