import ChatProtocol

extension Troupe {
    /// Opens a stream to the stage.
    static func open(_ stage: any Stage) throws(ClientFailure) -> any ClientTransport {
        do throws(TransportError) { return try stage.connect() } catch { throw .transport(error) }
    }

    // MARK: Requests

    /// Makes a request of a person, who logs in first if need be.
    ///
    /// - Returns: the result; nil if it was refused and the next step says so.
    /// - Throws: ``StepFailure`` if it was refused and no step says so, if the person is offline, or the server is gone.
    func ask(
        _ person: CastPerson, _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> JSONValue? {
        let client = try session(of: person)
        return try outcome(of: person, method) { () throws(ClientFailure) in try client.request(method, params) }
    }

    /// Makes a request of an app that runs as a person; what becomes of it is that person's.
    func ask(
        _ app: Int, as person: CastPerson, _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> JSONValue? {
        let client = try session(of: app, as: person)
        return try outcome(of: person, method) { () throws(ClientFailure) in try client.request(method, params) }
    }

    /// Asks something that no story expects to be refused.
    func look(
        _ person: CastPerson, _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> JSONValue {
        let client = try session(of: person)
        do throws(ClientFailure) { return try client.request(method, params) } catch {
            throw StepFailure("\(method) of \(person.name) was not answered", actual: error.description)
        }
    }

    /// Asks for what may be hidden from a person.
    ///
    /// - Returns: the result; nil if there is no such thing for them.
    func peek(
        _ person: CastPerson, _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> JSONValue? {
        let client = try session(of: person)
        do throws(ClientFailure) { return try client.request(method, params) } catch {
            if case .refused(let refusal) = error, refusal.reason == .notFound { return nil }
            throw StepFailure("\(method) of \(person.name) was not answered", actual: error.description)
        }
    }

    /// Makes a request of a person on another of their devices.
    func ask(
        _ person: CastPerson, on device: ScriptedClient, _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws(StepFailure) -> JSONValue? {
        try outcome(of: person, method) { () throws(ClientFailure) in try device.request(method, params) }
    }

    /// Another device of a person, which hears only what comes from now on.
    func otherDevice(of person: CastPerson) throws(StepFailure) -> ScriptedClient {
        do throws(ClientFailure) {
            let client = ScriptedClient(try Self.open(stage))
            try client.hello(Hello(.person(person.handle, name: person.name), world: world).with(stage.credentials))
            return client
        } catch {
            throw StepFailure("\(person.name) cannot log in on another device", actual: error.description)
        }
    }

    private func outcome(
        of person: CastPerson, _ method: String, _ request: () throws(ClientFailure) -> JSONValue
    ) throws(StepFailure) -> JSONValue? {
        do throws(ClientFailure) {
            let result = try request()
            try? note(.success(result), of: person)
            return result
        } catch {
            guard case .refused(let refusal) = error else {
                throw StepFailure("\(method) of \(person.name) was not answered", actual: error.description)
            }
            try? note(.failure(refusal), of: person)
            if expectsRefusal(of: person) { return nil }
            throw StepFailure(
                "the request of \(person.name) was refused", expected: "\(method) is done",
                actual: "\(refusal.reason.rawValue): \(refusal.message)")
        }
    }

    /// The last request of somebody is the last one on any of their devices.
    private func note(_ outcome: Result<JSONValue, RPCError>, of person: CastPerson) throws(StepFailure) {
        person.lastRequest = outcome
        if person.isSecondDevice { try owner(person.name).lastRequest = outcome }
    }

    // MARK: Sessions

    /// A person's session; logs in if there is none.
    func session(of person: CastPerson) throws(StepFailure) -> ScriptedClient {
        guard !person.isAway else { throw StepFailure("\(person.name) is offline and can do nothing") }
        let client = try login(of: person)
        guard expectsBreaks, hasEnded(client) else { return client }
        try person.read(client)
        person.leave()
        return try login(of: person)
    }

    /// Whether the server ended a stream, once all that it put on it before is read.
    private func hasEnded(_ client: ScriptedClient) -> Bool {
        do throws(ClientFailure) {
            try client.catchUp()
            return false
        } catch {
            if case .transport = error { return true }
            return false
        }
    }

    private func login(of person: CastPerson) throws(StepFailure) -> ScriptedClient {
        do throws(ClientFailure) { return try person.session(on: stage, world: world) } catch {
            throw StepFailure("\(person.name) cannot log in", actual: error.description)
        }
    }

    /// An app's session as a person; opens one if there is none.
    func session(of app: Int, as person: CastPerson) throws(StepFailure) -> ScriptedClient {
        guard !person.isSecondDevice else {
            throw StepFailure("apps run on the first device of \(person.name) alone", actual: apps[app].name)
        }
        if let session = apps[app].sessions[person.handle] { return session }
        do throws(ClientFailure) {
            let client = ScriptedClient(try Self.open(stage))
            var hello = Hello(.app(apps[app].id, person: person.handle), world: world).with(stage.credentials)
            hello.system = person.system
            let welcome = try client.hello(hello)
            apps[app].greetedActions[person.handle] = welcome["actions"]?.arrayValue ?? []
            apps[app].sessions[person.handle] = client
            return client
        } catch {
            throw StepFailure("\(apps[app].name) cannot run as \(person.name)", actual: error.description)
        }
    }

    /// Asks as the observer, who may see and arrange everything.
    @discardableResult
    func observe(
        _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> JSONValue {
        do throws(ClientFailure) {
            let observer = try observer()
            let result = try observer.request(method, params)
            hear(observer.takeInbox())
            return result
        } catch {
            throw StepFailure("\(method) was not answered", actual: error.description)
        }
    }

    /// Lets the observer listen from now on.
    func observer(isListening: Bool) throws(StepFailure) {
        guard isListening, !memory.isListening else { return }
        memory.isListening = true
        try observe("session.ping")
    }

    /// The observer's session; opens one if there is none.
    func observer() throws(ClientFailure) -> ScriptedClient {
        if let observerSession { return observerSession }
        let client = ScriptedClient(try Self.open(stage))
        // Who listens goes on where the last stream ended.
        var hello = Hello(.observer(nil), world: world, after: memory.cursor).with(stage.credentials)
        hello.hearsRequests = lastNotices.areNeeded
        try client.hello(hello)
        observerSession = client
        return client
    }

    // MARK: Looking

    /// Reads everything that was meant for a person up to now. Of someone who is offline, what they knew stays.
    func settle(_ person: CastPerson) throws(StepFailure) {
        guard !person.isAway else { return }
        let client = try session(of: person)
        try observe("session.fence")
        do throws(ClientFailure) { try client.catchUp() } catch {
            throw StepFailure("the stream of \(person.name) ended", actual: error.description)
        }
        try person.read(client)
    }

    /// Asks for a person's shelf if it may be another by now.
    func refreshShelf(of person: CastPerson) throws(StepFailure) {
        guard person.notebook.isShelfStale else { return }
        let answer = try look(person, "highlight.list")
        person.notebook.shelf = try read("a shelf") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("highlights") { fields throws(InvalidField) in try PersonHighlight(from: &fields) }
        }
        person.notebook.isShelfStale = false
    }

    /// Reads a part of an answer.
    func read<Value>(_ what: String, _ body: () throws(InvalidField) -> Value) throws(StepFailure) -> Value {
        do throws(InvalidField) { return try body() } catch {
            throw StepFailure("\(what) cannot be read", actual: error.message)
        }
    }

    // MARK: The end

    /// Every stream is gone: whoever was online logs in again when next looked at.
    func loseStreams() {
        for person in people + secondDevices { person.leave() }
        for index in apps.indices {
            for session in apps[index].sessions.values { session.close() }
            apps[index].sessions = [:]
            for screen in apps[index].screens.values { screen.close() }
            apps[index].screens = [:]
            apps[index].countedChanges = [:]
        }
        observerSession?.close()
        observerSession = nil
    }
}
