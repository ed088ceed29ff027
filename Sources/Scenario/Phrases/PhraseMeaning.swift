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
        action: @escaping @Sendable (PlayStep, _ conversation: ConversationID) throws -> ChatAction
    ) -> PhraseMeaning {
        step(summary, example: example, as: name, from: request) { step in
            let id = try step.conversation
            step.context.record.say(messageOf: try step.act(action(step, id), in: id), in: id)
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

/// The requests that a phrase expresses in a recording: the inverse of its action.
///
/// The parameters of the phrase for people, conversations and apps have no entry in ``values``:
/// - The first person made the request, or is its `person`. The second person is its `handle`.
/// - The first conversation is that of the request or of its message. The second is the group that the request began.
/// - The app made the request.
struct PhraseRequest: Sendable {
    let methods: [Method]
    /// The values for the other slots, in the order of the phrase.
    let values: [Value]

    /// A value for a slot, read from a request.
    struct Value: Sendable {
        /// True if the phrase can leave the slot out. Without another value, it does not express the request.
        var isOptional = false
        let read: @Sendable (DoneRequest, Recording) -> RecordedSlot?
    }

    /// Returns the requests of a method.
    static func request(_ method: Method, _ values: Value...) -> PhraseRequest {
        PhraseRequest(methods: [method], values: values)
    }

    /// Returns the requests of two methods. Each has a word, which is the first of the values.
    static func requests(_ words: [Method: String], _ values: Value...) -> PhraseRequest {
        PhraseRequest(methods: Array(words.keys), values: [Value { done, _ in .text(words[done.method]) }] + values)
    }

    /// Returns the values with which a phrase expresses a request; nil if it does not.
    func slots(of phrase: Phrase, for done: DoneRequest, in recording: Recording) -> [RecordedSlot?]? {
        var (slots, rest): ([RecordedSlot?], _) = ([], values[...])
        var people = [done.params?.handle("person") ?? done.person, done.params?.handle("handle")][...]
        var places: ArraySlice<RecordedSlot?> = [
            .conversation(recording.place(of: done)), recording.group(begunBy: done).map { .conversation($0.id) },
        ]
        for slot in phrase.slots {
            switch slot {
            case .parameter(.person): slots.append(people.popFirst().map { .person($0) })
            case .parameter(.app): slots.append(.app(done.owner.app))
            case .parameter(.conversation): slots.append(places.popFirst() ?? nil)
            case .parameter, .choice:
                guard let value = rest.popFirst() else { continue }
                let slot = value.read(done, recording)
                guard slot != nil || value.isOptional else { return nil }
                slots.append(slot)
            }
        }
        return slots
    }
}

extension PhraseRequest.Value {
    /// The message of the request.
    static let message = Self { done, _ in .message(done.message) }
    /// The link of the request, or that of its share.
    static let link = Self { done, recording in .text(recording.link(done)) }
    /// The link that a person sent in a message.
    static let sentLink = Self { done, _ in (done.params?.text("url")).map { .sentLink($0) } }
    /// The link of the highlight.
    static let highlight = Self { done, recording in
        .text((done.params?.text("highlight")).flatMap { recording.highlights[HighlightID($0)] })
    }
    /// The tapback that the request sets.
    static let reaction = Self { done, _ in
        let word = done.params?.text("reaction")
        guard let reaction = word.flatMap({ Reaction($0) }) else { return .text(word) }
        return done.params?["remove"] == true ? nil : .text(reaction.spoken)
    }

    /// Returns the text of a member, or another one if the member is missing.
    static func text(_ member: String, else other: String? = nil) -> Self {
        Self { done, _ in (done.params?.text(member) ?? other).map { .text($0) } }
    }

    /// Returns the word of the only missing member.
    static func missing(_ words: [String: String]) -> Self {
        Self { done, _ in
            let missing = words.filter { done.params?[$0.key] == nil }
            return missing.count == 1 ? .text(missing.first?.value) : nil
        }
    }

    /// Returns the number of a member, which can be missing.
    static func count(_ member: String) -> Self {
        Self(isOptional: true) { done, _ in (done.params?[member]?.integerValue).map { .count(Int($0)) } }
    }

    /// Returns a word for a member that is true, and another one for false.
    static func word(_ member: String, _ yes: String, _ no: String) -> Self {
        Self { done, _ in .text(done.params?[member] == true ? yes : no) }
    }
}

/// The names of the phrases that code of a recording chooses.
enum PhraseName: CaseIterable, Hashable {
    case opensLinks, lacksCapability, runs, showsPreview, callsButton, keepsDocuments, opensFiles, sharesOneWay
    case asksForProofs
    case offersOptions, publishes, publishesNothing
    case areContacts, savesContact, blocks, beginsConversation, hasOlderSystem, areIn, renames
    case turnsReceipts, seesThatRead, types, seesTyping
    case sends, sendsAgain, attaches, replies, repliesFromApp, sees, doesNotSee, isAlerted, turnsMentionAlerts
    case pins, turnsSharing, isAskedToShare, answersConsent, answersConsentTwice
    case seesOnShelf, opensFromShelf
    case shares, sharesFolder, sharesWithNobody, opens, opensInApp, works, mentions, creates, writes, editsOutdated
    case comments, moves, closes, postsNothing
    case stages, choosesInDraft, turnsOffInDraft, writesInDraft
    case startIs, changeIs, sendsOn, sendsCopy
    case addsToShare, removesFromShare, opensShare, closesShare, setsPermission, setsRole, setsInviting
    case setsAccessRequests, answersAccessRequests, makesOneTimeLink, takesBackOneTimeLink
    case stopsSharing, hasNoAccess, tellsMembership
    case seesNotice, doesNotSeeNotice, closesNotice, isAsked, answersPrompt, answersPromptOfOther
    case faultOfNotice, faultOfMessage, reordersMessage, breaks
    case passes, goesOffline, comesBack, requestFails, requestRunsIntoRule
}

/// A kind of item that a person sees, described once for all checks: that one is present or absent, their number, or
/// the whole list.
struct SeenThings: Sendable {
    /// The columns of an item in a table.
    let columns: [String]
    /// The index of the column by which a step names an item.
    var key = 0
    /// The message if an item is missing; ``present`` is the one if it is present but must not be.
    var missing = "{person} does not see it"
    var present = "{person} sees it"
    /// The message if the list differs; ``number`` is the one if the number differs.
    var others = "{person} sees something else"
    var number = "{person} sees another number"
    /// True if an item that only contains the step's text counts as present in a check for absence.
    var hasWords = false
    /// The separator of the columns in a failure.
    var separator = " | "
    /// Finds all the items, in order.
    let find: PhraseMeaning.Query<[[String]]>

    /// Returns a check that an item has the step's text.
    func sees(_ summary: String, example: [String], as name: PhraseName? = nil) -> PhraseMeaning {
        .check(summary, example: example, as: name) { step in
            let text = try step.text
            var glance = step
            glance.part = .end
            if try find(glance).contains(where: { $0[key] == text }) { return }
            let things = try find(step)
            try step.expect(
                things.contains { $0[key] == text }, or: missing, expected: text, actual: shown(things).listed)
        }
    }

    /// Returns a check that no item has the step's text.
    func doesNotSee(_ summary: String, example: [String], as name: PhraseName? = nil) -> PhraseMeaning {
        .check(summary, example: example, as: name) { step in
            let text = try step.text
            let meant = try find(step).filter { hasWords ? $0[key].says(text) : $0[key] == text }
            try step.expect(meant.isEmpty, or: present, expected: "no \(text)", actual: shown(meant).listed)
        }
    }

    /// Returns a check of the number of items, which is zero if the step has no number.
    func seesCount(_ summary: String, example: [String]? = nil) -> PhraseMeaning {
        .check(summary, example: example) { step in
            let (count, things) = ((try? step.count) ?? 0, try find(step))
            try step.expect(
                things.count == count, or: number, expected: "\(count)",
                actual: "\(things.count):\n" + shown(things).listed)
        }
    }

    /// Returns a check that the items equal the step's table, in the columns of that table.
    func seesThese(_ summary: String, example: [String]? = nil, inAnyOrder: Bool = false) -> PhraseMeaning {
        .check(summary, example: example, argument: .table) { step in
            let places = try step.arguments.columns(of: columns).compactMap { columns.firstIndex(of: $0) }
            var expected = Array(try step.arguments.table().dropFirst())
            var actual = try find(step).map { cells in places.map { cells[$0] } }
            if inAnyOrder {
                expected.sort { $0.lexicographicallyPrecedes($1) }
                actual.sort { $0.lexicographicallyPrecedes($1) }
            }
            try step.expect(
                expected == actual, or: others, expected: shown(expected).listed, actual: shown(actual).listed)
        }
    }

    private func shown(_ things: [[String]]) -> [String] { things.map { $0.joined(separator: separator) } }
}
