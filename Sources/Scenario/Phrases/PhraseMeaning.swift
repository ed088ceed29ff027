import ChatProtocol
import ChatScreens

/// What a sentence means in a play: what is done, or what is looked for.
struct PhraseMeaning: Sendable {
    /// Finds something that a step speaks of, or fails as steps do, with a ``StepFailure``.
    typealias Query<Value> = @Sendable (PlayStep) throws -> Value

    let summary: String
    let example: [String]?
    let argument: StepArgumentKind
    let isCheck: Bool
    let name: PhraseName?
    let run: Query<Void>

    /// What somebody does, or what is arranged.
    static func step(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        run: @escaping Query<Void>
    ) -> PhraseMeaning {
        PhraseMeaning(summary: summary, example: example, argument: argument, isCheck: false, name: name, run: run)
    }

    /// What only looks: it changes nothing for anybody, and can be done again.
    static func check(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        run: @escaping Query<Void>
    ) -> PhraseMeaning {
        PhraseMeaning(summary: summary, example: example, argument: argument, isCheck: true, name: name, run: run)
    }

    /// What the step's person does by a key, a command or a menu.
    static func act(
        _ summary: String, example: [String]? = nil, as name: PhraseName? = nil, action: @escaping Query<ChatAction>
    ) -> PhraseMeaning {
        step(summary, example: example, as: name) { try $0.act(action($0)) }
    }

    /// The same in the step's conversation, which they have open meanwhile.
    static func act(
        _ summary: String, example: [String]? = nil, as name: PhraseName? = nil,
        action: @escaping @Sendable (PlayStep, _ conversation: String) throws -> ChatAction
    ) -> PhraseMeaning {
        step(summary, example: example, as: name) { step in
            let id = try step.conversation
            step.context.record.say(messageOf: try step.act(action(step, id.rawValue), in: id), in: id)
        }
    }

    /// Registers the step's app anew, as it is after a change.
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

    /// Checks that the observer is refused something, in words that name what was wrong.
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

    /// Checks that something is what the step says: its text, if nothing else is given.
    static func reads(
        _ summary: String, example: [String]? = nil, argument: StepArgumentKind = .none, as name: PhraseName? = nil,
        or complaint: String = "it differs", is wanted: @escaping Query<String> = { try $0.text },
        query: @escaping Query<String?>
    ) -> PhraseMeaning {
        check(summary, example: example, argument: argument, as: name) {
            try $0.expect(query($0), is: wanted($0), or: complaint)
        }
    }

    /// Checks that some are just those that the step says, in that order: its persons, if nothing else is given.
    static func lists(
        _ summary: String, example: [String]? = nil, or complaint: String = "they differ",
        are wanted: @escaping Query<[String]> = { try $0.handles.map(\.rawValue) }, query: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example) { try $0.expect(query($0), are: wanted($0), or: complaint) }
    }

    /// Checks that what the step says is among some, or that it is not where the step says so.
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

    /// Checks that rows are those of the step's doc string, in which … stands for anything.
    static func shows(
        _ summary: String, example: [String]? = nil, or complaint: String = "it differs",
        rows: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example, argument: .docString) {
            try $0.expect(rows($0), match: ScreenPattern.lines($0.arguments.docString()), or: complaint)
        }
    }

    /// Checks that there is none.
    static func none(
        _ summary: String, example: [String]? = nil, or complaint: String = "it is not empty",
        query: @escaping Query<[String]>
    ) -> PhraseMeaning {
        check(summary, example: example) { try $0.expect(query($0), are: [], or: complaint) }
    }
}

/// A chapter of phrases: what each of its sentences means, in the order in which they are listed.
struct PhraseChapter: ExpressibleByDictionaryLiteral, Sendable {
    let phrases: [StepDefinition<ScenarioContext>]
    /// The sentences of the phrases that have a name.
    let named: [(name: PhraseName, sentence: String)]

    init(dictionaryLiteral rows: (String, PhraseMeaning)...) {
        phrases = rows.map { Self.definition($0, $1) }
        named = rows.compactMap { sentence, meaning in meaning.name.map { ($0, sentence) } }
    }

    /// What a sentence means, as a step of a play.
    ///
    /// - Parameter example: a step that says it, where the usual names in its places would not do.
    static func definition(
        _ sentence: String, _ meaning: PhraseMeaning, example: String? = nil
    ) -> StepDefinition<ScenarioContext> {
        StepDefinition(
            sentence, example: example, exampleValues: meaning.example, summary: meaning.summary,
            argument: meaning.argument, isCheck: meaning.isCheck
        ) { context, arguments throws(StepFailure) in
            let context = context
            try context.play(arguments) { () throws(StepFailure) in
                // Whoever does something, or has something done to them, is there from then on; a check brings in
                // nobody.
                if !meaning.isCheck { for name in arguments.everyone { try context.bringIn(name) } }
                let step = PlayStep(context: context, arguments: try context.resolved(arguments))
                do { try meaning.run(step) } catch let failure as StepFailure { throw failure } catch {
                    throw StepFailure("\(error)")
                }
            }
        }
    }
}
