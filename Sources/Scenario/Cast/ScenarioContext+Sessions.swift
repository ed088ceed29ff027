import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension ScenarioContext {
    // MARK: Actions of people

    /// Performs the action of a key, a command or a menu of a person. An action that the screen refuses counts as
    /// refused. Over the wire, the server decides instead of the screen.
    ///
    /// - Parameters:
    ///   - method: The method of the action's request, if that changes nothing.
    ///   - conversation: The conversation that the person opens for it.
    /// - Returns: The result; nil if it was refused and the next step checks that.
    /// - Throws: ``StepFailure`` if it was refused and no step checks that, if the person is offline, or if the server
    ///   is gone.
    @discardableResult
    func act(
        _ person: CastPerson, _ action: ChatAction, _ method: Method? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) -> JSONValue? {
        try beThere(person)
        let isWritten = direction.isLinear && !isOverTheWire && action.saysSomething
        if !isOverTheWire, !isWritten, let conversation { person.open(conversation) }
        if !isOverTheWire, !isWritten, let obstacle = ChatUpdate.obstacle(to: action, in: person.state) {
            return try refused(obstacle, by: person)
        }
        var mistake: SlashCommand.Mistake?
        let outcome = try person.outcome(of: method) { session throws(StepFailure) in
            // A sent text leaves the composer, which ends the typing.
            if case .send = action { session.updateState { $0.view.draft = LineEditor() } }
            mistake = try person.perform(action, isWritten: isWritten, reads: conversation != nil)
            session.tellTyping()
        }
        if let mistake { return try refused(mistake, by: person) }
        return try answered(outcome, of: person)
    }

    /// Stores a refusal by the screen.
    private func refused(_ mistake: SlashCommand.Mistake, by person: CastPerson) throws(StepFailure) -> JSONValue? {
        person.session?.updateState { $0.view.hint = mistake.text }
        return try checked(.failure(RPCError(mistake.reason, mistake.text)), of: person, byScreen: true)
    }

    /// Makes a request of a person's client.
    ///
    /// - Returns: The result; nil if it was refused and the next step checks that.
    func ask(_ person: CastPerson, _ method: Method, _ body: (PersonSession) -> Void) throws(StepFailure) -> JSONValue?
    {
        try beThere(person)
        return try answered(person.outcome(of: method, body), of: person)
    }

    func answered(
        _ outcome: Result<JSONValue, RPCError>?, of person: CastPerson
    ) throws(StepFailure) -> JSONValue? {
        guard person.isOnline else { throw StepFailure("\(person.name) was not answered") }
        let said = person.hint ?? "no request was sent"
        return try checked(outcome ?? .failure(RPCError(.conflict, said)), of: person, byScreen: outcome == nil)
    }

    /// Stores the result of a person's action and returns it.
    /// - Throws: ``StepFailure`` if it was refused and no step checks that.
    func checked(
        _ outcome: Result<JSONValue, RPCError>, of person: CastPerson, byScreen: Bool = false
    ) throws(StepFailure) -> JSONValue? {
        // The last request of a person is the last one on any of their devices.
        for device in [person, try roster.owner(person.name)] {
            device.lastRequest = outcome
            device.lastSaid = person.hint ?? ""
        }
        switch outcome {
        case .success(let result): return result
        case .failure(let refusal):
            if expectsRefusal(of: person) { return nil }
            throw StepFailure(
                byScreen
                    ? "the screen of \(person.name) does not do that" : "the request of \(person.name) was refused",
                expected: "it succeeded", actual: "\(refusal.reason.rawValue): \(refusal.message)")
        }
    }

    /// Checks that a person is online, and brings them up to date.
    /// - Throws: ``StepFailure`` if they are offline or cannot log in.
    func beThere(_ person: CastPerson) throws(StepFailure) {
        guard !person.isAway else { throw StepFailure("\(person.name) is offline") }
        person.catchUp()
        if person.isOnline { return }
        throw StepFailure("\(person.name) cannot log in", actual: person.session?.problem)
    }

    /// Makes a request on a person's stream directly, and returns its result. For requests that no screen makes.
    func look(_ person: CastPerson, _ request: ClientRequest) throws(StepFailure) -> Result<JSONValue, RPCError> {
        try beThere(person)
        guard let outcome = person.outcome(of: request.method, { $0.ask(request) }) else {
            throw StepFailure(
                "\(request.method.rawValue) of \(person.name) was not answered", actual: person.session?.problem)
        }
        return outcome
    }

    // MARK: The observer

    /// Makes a request as the observer, who has access to everything.
    @discardableResult
    func observe(_ request: Request) throws(StepFailure) -> JSONValue {
        try observing(request.method) { observer throws(ClientFailure) in try observer.request(request) }
    }

    /// Makes a live request as the observer.
    @discardableResult
    func observe(_ request: LiveRequest) throws(StepFailure) -> JSONValue {
        try observing(request.method) { observer throws(ClientFailure) in try observer.request(request) }
    }

    private func observing(
        _ method: Method, _ ask: (ScriptedClient) throws(ClientFailure) -> JSONValue
    ) throws(StepFailure) -> JSONValue {
        do throws(ClientFailure) {
            let observer = try observer()
            let result = try ask(observer)
            hear(observer.takeInbox())
            return result
        } catch {
            throw StepFailure("\(method.rawValue) was not answered", actual: error.description)
        }
    }

    /// Makes the observer listen from now on, if it does not yet.
    func observer(isListening: Bool) throws(StepFailure) {
        guard isListening, !memory.isListening else { return }
        memory.isListening = true
        try observe(.sessionPing)
    }

    /// Returns the observer's session, and opens it if needed.
    func observer() throws(ClientFailure) -> ScriptedClient {
        if let observerSession { return observerSession }
        let transport: any ClientTransport
        do throws(TransportError) { transport = try stage.connect() } catch { throw .transport(error) }
        let client = ScriptedClient(transport)
        // A listening observer resumes at the end of its last stream.
        var hello = Hello(.observer(nil), world: world, after: memory.cursor).with(stage.credentials)
        hello.receivesEvents = memory.isListening || camera != nil
        try client.hello(hello)
        observerSession = client
        return client
    }

    // MARK: Checks

    /// Reads everything meant for a person up to now. A person who is offline reads nothing.
    func settle(_ person: CastPerson) throws(StepFailure) { try person.settle() }

    // MARK: The end

    /// Drops every stream. The clients connect again by themselves at their next use.
    func loseStreams() {
        for person in roster.devices { person.loseConnection() }
        for screen in apps.flatMap(\.screens.values) { screen.loseConnection() }
        observerSession?.close()
        observerSession = nil
    }

    /// Closes all clients and the observer's session.
    func leave() {
        for person in roster.devices { person.close() }
        for screen in apps.flatMap(\.screens.values) { screen.close() }
        observerSession?.close()
        observerSession = nil
    }
}
