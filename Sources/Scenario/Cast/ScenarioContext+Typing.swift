import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// The typing of people in their composers.
extension ScenarioContext {
    /// Shows the other people that the step's person is typing its message, in a run that is paced for people. Sending
    /// the message ends it.
    func beginTyping(_ arguments: StepArguments) {
        guard isPaced, Self.isTyped(arguments.step.text), let name = arguments.textIfGiven(.person),
            let conversation = arguments.textIfGiven(.conversation), let id = record.conversations[conversation],
            let person = try? roster.person(name), (try? beThere(person)) != nil,
            person.state.conversations.contains(where: { $0.id == id.rawValue })
        else { return }
        type("…", in: id, by: person)
    }

    /// Sets the text of the composer in a conversation, which may be empty.
    func type(_ text: String, in conversation: ConversationID, by person: CastPerson) {
        person.open(conversation)
        person.session?.updateState {
            $0.view.draft = LineEditor(text)
            $0.view.isTyping = true
        }
        person.session?.tellTyping()
        person.catchUp()
    }

    /// Returns true if a person sends a message or a reply in the step.
    private static func isTyped(_ step: String) -> Bool {
        StepText(step).pieces.prefix(2).contains { piece in
            if case .word(let word) = piece { word == "sends" || word == "replies" } else { false }
        }
    }
}
