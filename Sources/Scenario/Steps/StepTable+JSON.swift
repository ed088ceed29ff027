import ChatProtocol
import ChatScreens

extension StepTable {
    /// The version of ``json(chapters:)``. Removing a member or changing its meaning raises it; adding one does not.
    static var jsonVersion: Int { 1 }

    /// Returns the table for editors and other programs, one phrase on each line. `docs/reference/gherkin.md` describes
    /// the members.
    ///
    /// - Parameter chapters: The title of each definition's chapter.
    package func json(chapters: [String]) -> String {
        let phrases = zip(zip(definitions, phrases), chapters).map { entry, chapter in
            let (definition, phrase) = entry
            return Self.line { json in
                json.member("phrase", definition.phrase)
                json.member("chapter", chapter)
                json.member("summary", definition.summary)
                json.member("example", definition.example)
                Self.write(phrase, to: &json)
                json.member("argument", definition.argument.rawValue)
                json.member("check", definition.isCheck)
            }
        }
        let around = zip(modifiers, modifierPhrases).map { modifier, phrase in
            Self.line { json in
                json.member("phrase", modifier.phrase)
                json.member("place", modifier.place == .before ? "before" : "behind")
                json.member("around", modifier.scope == .checks ? "checks" : "persons")
                json.member("summary", modifier.summary)
                json.member("example", modifier.example)
                Self.write(phrase, to: &json)
            }
        }
        let kinds = ParameterKind.allCases.map { kind in
            Self.line { json in
                json.member("kind", kind.rawValue)
                json.member("example", kind.example)
                json.member("quoted", kind.isQuoted)
            }
        }
        return "{\"version\":\(Self.jsonVersion),\n" + Self.list("steps", phrases) + ",\n"
            + Self.list("modifiers", around) + ",\n" + Self.list("parameters", kinds) + "}\n"
    }

    private static func write(_ phrase: Phrase, to json: inout JSONWriter) {
        json.member(
            "parameters", phrase.slots.compactMap { if case .parameter(let kind) = $0 { kind.rawValue } else { nil } })
        json.member("pattern", StepPattern(phrase).source)
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(reserving: 512, write), as: UTF8.self)
    }

    private static func list(_ name: String, _ lines: [String]) -> String {
        "\"\(name)\":[\n" + lines.joined(separator: ",\n") + "\n]"
    }
}
