import ChatProtocol
package import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// The pauses of a demonstration, long enough for people to follow it.
enum Pace {
    /// Returns the time to type the quoted text of a step, from 300 to 2,400 milliseconds.
    static func typing(_ step: String) -> Duration { .milliseconds(min(2_400, 300 + 22 * quotedLength(of: step))) }

    /// Returns the time to read the result of a step, from 600 to 2,600 milliseconds.
    static func reading(_ step: String) -> Duration { .milliseconds(min(2_600, 600 + 14 * step.count)) }

    private static func quotedLength(of step: String) -> Int {
        var length = 0
        var isInside = false
        for character in step {
            if character == "\"" { isInside.toggle() } else if isInside { length += 1 }
        }
        return length
    }
}

extension StringProtocol {
    /// Returns true if the text contains the other text byte for byte.
    func has(bytesOf other: String) -> Bool { String(self).utf8.contains(sequence: other) }
}

extension String.UTF8View {
    /// Returns true if the bytes contain those of the other text as a sequence.
    func contains(sequence other: String) -> Bool {
        var (text, other) = (String(self), other)
        return text.withUTF8 { bytes in
            other.withUTF8 { wanted in
                guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
                return (0...(bytes.count - wanted.count)).contains { start in
                    bytes[start] == first && bytes[start...].starts(with: wanted)
                }
            }
        }
    }
}

extension String {
    /// Returns true if it contains the text in any form of Unicode normalization. Comparisons of whole texts ignore the
    /// form too, and a check that a text is absent must not miss another form of it.
    func says(_ text: String) -> Bool {
        utf8.contains(sequence: text) || !text.utf8.allSatisfy { $0 < 0x80 } && contains(text)
    }
}

/// A moment of a run for a demonstration: the step, and the screens of all people.
package struct PlayMoment: Equatable, Sendable {
    /// The progress of a step.
    package enum Phase: Equatable, Sendable {
        /// The step is about to be done.
        case begins
        /// The step was done.
        case done
        /// The step failed, with the reason in one line.
        case failed(String)
    }

    /// The name of the feature.
    package var feature: String
    /// The name of the scenario.
    package var scenario: String
    /// The step as its author wrote it, with its keyword.
    package var step: String
    /// The progress of the step.
    package var phase: Phase
    /// The panes of all people in the scenario, in the order in which they were first named. A pending consent request
    /// is the state's `sheet`. If the step checks Shared with You, the actor's pane shows the shelf.
    package var panes: [PaneWall.Pane]
    /// The index among ``panes`` of the person who acts in the step.
    var current: Int

    /// The drawn panes, with the step as the caption.
    package var wall: PaneWall { PaneWall(panes: panes, current: current, caption: step, title: [feature, scenario]) }
}

/// The typing of people in their composers.
extension ScenarioContext {
    /// Shows the other people that the step's person is typing its message, in a run that is paced for people. Sending
    /// the message ends it.
    func beginTyping(_ arguments: StepArguments) {
        guard isPaced, Self.isTyped(arguments.step.text), let name = arguments.textIfGiven(.person),
            let conversation = arguments.textIfGiven(.conversation), let id = record.conversations[conversation],
            let person = try? roster.person(name), (try? beThere(person)) != nil,
            person.state.conversations.contains(where: { $0.id == id })
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
