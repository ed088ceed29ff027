import ChatProtocol
import ChatScreens

/// The meaning of a phrase in a scenario: an action or a check.
struct PhraseMeaning: Sendable {
    /// Returns a value for a step, or throws a ``StepFailure``.
    typealias Query<Value> = @Sendable (PlayStep) throws -> Value

    let summary: String
    let example: [String]?
    let argument: StepArgumentKind
    let isCheck: Bool
    var name: PhraseName?
    /// The requests that the phrase expresses; nil if code of the recording chooses it.
    var request: PhraseRequest?
    let run: Query<Void>

    /// Returns the meaning of a phrase for an action or a preparation.
    static func step(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        from request: PhraseRequest? = nil, run: @escaping Query<Void>
    ) -> PhraseMeaning {
        PhraseMeaning(
            summary: summary, example: example, argument: argument, isCheck: false, name: name, request: request,
            run: run)
    }

    /// Returns the meaning of a phrase for a check, which changes nothing and can be repeated.
    static func check(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        run: @escaping Query<Void>
    ) -> PhraseMeaning {
        PhraseMeaning(summary: summary, example: example, argument: argument, isCheck: true, name: name, run: run)
    }

    /// Returns the meaning of a phrase for an action of the step's person, by a key, a command or a menu.
    static func act(
        _ summary: String, example: [String]? = nil, as name: PhraseName? = nil, from request: PhraseRequest? = nil,
        action: @escaping Query<ChatAction>
    ) -> PhraseMeaning {
        step(summary, example: example, as: name, from: request) { try $0.act(action($0)) }
    }

    /// Returns the meaning of a phrase for an action in the step's conversation, which the person has open.
    static func act(
        _ summary: String, example: [String]? = nil, as name: PhraseName? = nil, from request: PhraseRequest? = nil,
        action: @escaping @Sendable (PlayStep, _ conversation: String) throws -> ChatAction
    ) -> PhraseMeaning {
        step(summary, example: example, as: name, from: request) { step in
            let id = try step.conversation
            step.context.record.say(messageOf: try step.act(action(step, id.rawValue), in: id), in: id)
        }
    }

    /// Returns the meaning of a phrase that registers the step's app again after a change.
    static func registers(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        change: @escaping @Sendable (PlayStep, inout CastApp) throws -> Void
    ) -> PhraseMeaning {
        step(summary, example: example, argument: argument, as: name) { step in
            var app = try step.app
            try change(step, &app)
            try step.context.register(app)
        }
    }

    /// Returns a check that a request of the observer is refused with a message that contains certain words.
    static func refuses(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none,
        naming what: @escaping Query<String>, or complaint: String, request: @escaping Query<Request>
    ) -> PhraseMeaning {
        check(summary, example: example, argument: argument) { step in
            let (what, request) = (try what(step), try request(step))
            var refusal: String?
            do throws(StepFailure) { try step.context.observe(request) } catch {
                refusal = error.actual ?? error.message
            }
            try step.expect(
                refusal?.has(bytesOf: what) == true, or: complaint, expected: "a refusal that names \(what)",
                actual: refusal ?? "it succeeded")
        }
    }

    /// Returns a check that a value equals the wanted one, by default the step's text.
    static func reads(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        or complaint: String = "it differs", is wanted: @escaping Query<String> = { try $0.text },
        query: @escaping Query<String?>
    ) -> PhraseMeaning {
        check(summary, example: example, argument: argument, as: name) {
            try $0.expect(query($0), is: wanted($0), or: complaint)
        }
    }

    /// Returns a check that a list equals the wanted one, by default the step's people, in the same order.
    static func lists(
        _ summary: String, example: [String]? = nil, or complaint: String = "they differ",
        are wanted: @escaping Query<[String]> = { try $0.handles.map(\.rawValue) }, query: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example) { try $0.expect(query($0), are: wanted($0), or: complaint) }
    }

    /// Returns a check that a list contains the wanted value, or lacks it if the step contains `not`.
    static func has(
        _ summary: String, example: [String]? = nil, _ wanted: @escaping Query<String> = { try $0.text },
        query: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example) { step in
            let (wanted, isDenied, all) = (try wanted(step), step.denies, try query(step))
            try step.expect(
                all.contains(wanted) != isDenied, or: isDenied ? "it is there" : "it is not there",
                expected: isDenied ? "no \(wanted)" : wanted, actual: all.listed)
        }
    }

    /// Returns a check that rows match the step's doc string, in which … matches anything.
    static func shows(
        _ summary: String, example: [String]? = nil, or complaint: String = "it differs",
        rows: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example, argument: .docString) {
            try $0.expect(rows($0), match: ScreenPattern.lines($0.arguments.docString()), or: complaint)
        }
    }

    /// Returns a check that a list is empty.
    static func none(
        _ summary: String, example: [String]? = nil, or complaint: String = "it is not empty",
        query: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example) { try $0.expect(query($0), are: [], or: complaint) }
    }
}

/// A chapter of phrases with their meanings, in the order of the list.
struct PhraseChapter: ExpressibleByDictionaryLiteral, Sendable {
    let phrases: [StepDefinition<ScenarioContext>]
    /// The phrases that a recording can write.
    let recorded: [(sentence: String, meaning: PhraseMeaning)]

    init(dictionaryLiteral rows: (String, PhraseMeaning)...) {
        phrases = rows.map { Self.definition($0, $1) }
        recorded = rows.filter { $1.name != nil || $1.request != nil }
    }

    /// Returns the definition of a step with a phrase and its meaning.
    ///
    /// - Parameter example: An example of the step; nil for one made from the phrase.
    static func definition(
        _ sentence: String, _ meaning: PhraseMeaning, example: String? = nil
    ) -> StepDefinition<ScenarioContext> {
        StepDefinition(
            sentence, example: example, exampleValues: meaning.example, summary: meaning.summary,
            argument: meaning.argument, isCheck: meaning.isCheck
        ) { context, arguments throws(StepFailure) in
            let context = context
            try context.play(arguments) { () throws(StepFailure) in
                // The people in an action are created if needed, and online from then on. A check creates no one.
                if !meaning.isCheck { for name in arguments.everyone { try context.bringIn(name) } }
                let step = PlayStep(context: context, arguments: try context.resolved(arguments))
                do { try meaning.run(step) } catch let failure as StepFailure { throw failure } catch {
                    throw StepFailure("\(error)")
                }
            }
        }
    }
}
