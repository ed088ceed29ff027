import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Logins with tokens: the tokens as values, and their checks in the engine.
struct AuthenticatorTests {
    /// A generator with the same random numbers on every run.
    struct Dice: RandomNumberGenerator {
        var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }

        mutating func byte() -> UInt8 { .random(in: .min ... .max, using: &self) }
    }

    /// A token set, and a function that adds tokens to it.
    struct Keys {
        var dice = Dice()
        var book = TokenSet()

        mutating func make(_ grant: TokenGrant) -> String {
            let secret = TokenSecret(of: { dice.byte() })
            book.add(
                Token(
                    for: secret, grant: grant, note: nil, madeAt: Instant(milliseconds: 0),
                    of: { dice.byte() }))
            return secret.text
        }
    }

    private let anna: Handle
    private let bea: Handle
    private let notes = AppID("com.example.notes")
    private let maps = AppID("com.example.maps")

    init() throws {
        anna = Handle("anna")
        bea = Handle("bea")
    }

    private func isAdmitted(_ identity: Hello.Identity, _ token: String?, by door: Authenticator) -> Bool {
        (try? door.admit(identity, token: token)) != nil
    }

    @Test("each grant admits exactly its own identities")
    func grantAdmitsOnlyItsIdentities() {
        let identities: [Hello.Identity] = [
            .person(anna, name: "A"), .person(bea, name: nil), .app(notes, person: anna), .app(notes, person: bea),
            .app(maps, person: anna), .observer(nil), .observer(anna),
        ]
        let table: [(TokenGrant, [Bool])] = [
            (.person(anna), [true, false, false, false, false, false, false]),
            (.app(notes, person: anna), [false, false, true, false, false, false, false]),
            (.app(notes, person: nil), [false, false, true, true, false, false, false]),
            (.observer, [false, false, false, false, false, true, true]),
        ]
        for (grant, expected) in table {
            var keys = Keys()
            let secret = keys.make(grant)
            for (identity, isAdmitted) in zip(identities, expected) {
                #expect(self.isAdmitted(identity, secret, by: .tokens(keys.book)) == isAdmitted, "\(grant) \(identity)")
                #expect(self.isAdmitted(identity, nil, by: .open), "without tokens all is as it was")
                #expect(self.isAdmitted(identity, "whatever", by: .open))
                #expect(!self.isAdmitted(identity, secret, by: .shut))
            }
        }
    }

    @Test("a secret is unique, 77 characters long and contains its token's id")
    func secretContainsItsTokenID() {
        var dice = Dice()
        let secrets = (0..<50).map { _ in TokenSecret(of: { dice.byte() }) }
        #expect(Set(secrets.map(\.text)).count == 50)
        for secret in secrets {
            #expect(secret.text.count == 4 + 8 + 1 + 64 && secret.text.hasPrefix("ust_"))
            #expect(TokenSecret.id(in: secret.text) == secret.id)
        }
    }

    @Test("a token opens only by its exact secret")
    func tokenOpensOnlyByItsSecret() throws {
        var keys = Keys()
        let secret = keys.make(.observer)
        let other = keys.make(.observer)
        #expect(keys.book.token(openedBy: secret) == keys.book.tokens[0])
        let id = keys.book.tokens[0].id.rawValue
        let swapped = "ust_" + id + other.dropFirst(4 + 8)
        let wrong = [
            "", "ust_", "ust_\(id)", "ust_\(id)_", String(secret.dropLast()), secret + "0", secret.uppercased(),
            " " + secret, secret + "\n", swapped, String(secret.dropFirst(4)), "ust_00000000" + secret.dropFirst(12),
            String(repeating: secret, count: 2), "ust__", Hexadecimal.text(keys.book.tokens[0].digest),
        ]
        for text in wrong { #expect(keys.book.token(openedBy: text) == nil, "\(text)") }
    }

    @Test("two tokens for one secret have different digests")
    func tokensForOneSecretHaveDifferentDigests() {
        var dice = Dice()
        let secret = TokenSecret(of: { dice.byte() })
        let tokens = (0..<2).map { _ in
            Token(
                for: secret, grant: .observer, note: nil, madeAt: Instant(milliseconds: 0),
                of: { dice.byte() })
        }
        #expect(tokens[0].digest != tokens[1].digest)
    }

    // MARK: The engine

    private func hello(_ members: JSONValue, _ token: String?) -> JSONValue {
        token.map { with(members, "token", .string($0)) } ?? members
    }

    @Test("a refused login reports a missing, unknown or foreign token, and writes no event")
    func refusedLoginsNameTheToken() throws {
        var keys = Keys()
        let secret = keys.make(.person(anna))
        let app = keys.make(.app(notes, person: anna))
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        let person: JSONValue = ["role": "person", "handle": "anna"]
        let wrong: [JSONValue] = [
            person, hello(person, ""), hello(person, "nonsense"), hello(person, app),
            hello(person, String(secret.dropLast()) + "x"), hello(["role": "person", "handle": "bea"], secret),
            hello(["role": "observer"], secret), ["role": "observer", "handle": "anna"],
            // A refusal must not reveal the worlds and apps that exist.
            hello(with(person, "world", "none"), nil), ["role": "app", "app": "none", "handle": "anna"],
            hello(["role": "app", "app": "com.example.notes", "handle": "bea"], app),
            hello(with(person, "name", "  "), "wrong"),
        ]
        let none = "This server needs a token, and none was given: set UNDERSTUDY_TOKEN, or use --token-file."
        let unknown = "This server does not know this token."
        let others = "This token is for "
        let reasons = [
            none, none, unknown, others + "the app com.example.notes as anna, not for anna.", unknown,
            others + "anna, not for bea.", others + "anna, not for an observer.", none, none, none,
            others + "the app com.example.notes as anna, not for the app com.example.notes as bea.", unknown,
        ]
        var answers: [String] = []
        for params in wrong {
            let client = server.connect()
            let id = client.post("session.hello", params)
            server.flush()
            let error = try #require(client.answers[id]?.first?["error"], "\(params)")
            #expect(error["code"] == -32001)
            answers.append(error["message"]?.stringValue ?? "")
            #expect(client.refusal { try $0.conversation.list() } == .unauthenticated)
        }
        #expect(answers == reasons)
        #expect(server.log.end == 0)
        let client = server.connect()
        #expect(client.refusal("session.hello", hello(person, "wrong")) == .unauthenticated)
        try client.ask("session.hello", hello(person, secret))
        try client.conversation.list()
        #expect(server.connect().refusal("session.hello", hello(["role": "observer"], secret)) == .unauthenticated)
    }

    @Test("the connection's bearer token applies only if the login has no token")
    func bearerTokenAppliesWithoutALoginToken() throws {
        var keys = Keys()
        let secret = keys.make(.person(anna))
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        let client = server.connect()
        client.engineSession.noteConnection(bearer: secret, from: nil)
        #expect(
            client.refusal("session.hello", ["role": "person", "handle": "anna", "token": "x"]) == .unauthenticated)
        try client.ask("session.hello", ["role": "person", "handle": "anna"])
    }

    @Test("a revoked token ends only its own sessions")
    func revokedTokenEndsOnlyItsSessions() throws {
        var keys = Keys()
        let secrets = [keys.make(.person(anna)), keys.make(.person(bea)), keys.make(.observer)]
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        let first = try server.join(hello(["role": "person", "handle": "anna"], secrets[0]))
        let other = try server.join(hello(["role": "person", "handle": "bea"], secrets[1]))
        let observer = try server.join(hello(["role": "observer"], secrets[2]))
        // A request of the same tick is still executed and answered.
        let asked = first.post(Request.conversationCreate(.init(participants: ["bea"])))
        var book = keys.book
        book.remove(book.tokens[0].id)
        var ended: [Session] = []
        server.flushOnce { ended = server.engine.change(authenticator: .tokens(book)) }
        #expect(ended.map { $0 === first.engineSession } == [true])
        server.flush()
        _ = try first.answer(asked)
        #expect(first.end == .tokenRevoked && other.end == nil && observer.end == nil)
        #expect(other.received("conversation.changed").count == 1)
        #expect(first.received.isEmpty)
        try other.conversation.create(participants: ["anna", "carl"])
        #expect(first.received.isEmpty, "nothing is told to who was ended")
        let again = server.connect()
        #expect(
            again.refusal("session.hello", hello(["role": "person", "handle": "anna"], secrets[0]))
                == .unauthenticated)
        #expect(server.engine.change(authenticator: .tokens(book)).isEmpty)
        #expect(server.engine.change(authenticator: .shut).isEmpty, "whoever is in stays while it cannot be told")
        #expect(try other.ask("session.ping") == [:])
        #expect(
            server.connect().refusal("session.hello", hello(["role": "person", "handle": "bea"], secrets[1]))
                == .unauthenticated)
    }

    /// The first token can be added to the database while a server without tokens has sessions.
    @Test("sessions without a token end when the server begins to require tokens")
    func sessionsWithoutATokenEnd() throws {
        var keys = Keys()
        let secret = keys.make(.person(bea))
        let server = try EngineFixture()
        let anna = try server.person("anna")
        let nobody = server.connect()
        let passing = server.connect(isStream: false)
        try passing.ask("session.hello", ["role": "person", "handle": "carl"])
        #expect(server.engine.change(authenticator: .shut).isEmpty)
        server.engine.change(authenticator: .tokens(keys.book))
        server.flush()
        #expect(anna.end == .tokenRevoked)
        #expect(passing.refusal { try $0.session.ping() } == .unauthenticated)
        try nobody.ask("session.hello", hello(["role": "person", "handle": "bea"], secret))
    }

    @Test("a session without a stream is logged out when its token is removed")
    func removedTokenLogsOutASession() throws {
        var keys = Keys()
        let secret = keys.make(.person(anna))
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        let client = server.connect(isStream: false)
        try client.ask("session.hello", hello(["role": "person", "handle": "anna"], secret))
        try client.session.ping()
        server.engine.change(authenticator: .tokens(TokenSet()))
        #expect(client.refusal { try $0.session.ping() } == .unauthenticated)
    }

    @Test("a session with a token in its header must send the header with each request")
    func headerTokenIsNeededEachTime() throws {
        var keys = Keys()
        let secrets = [keys.make(.person(anna)), keys.make(.person(bea))]
        let person: JSONValue = ["role": "person", "handle": "anna"]
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        for other in [nil, secrets[1], "", "x"] {
            let client = server.connect(isStream: false)
            server.engine.hold(client.engineSession, toBearer: secrets[0])
            try client.ask("session.hello", person)
            server.engine.hold(client.engineSession, toBearer: secrets[0])
            try client.session.ping()
            server.engine.hold(client.engineSession, toBearer: other)
            #expect(client.refusal { try $0.session.ping() } == .unauthenticated)
        }
        // A session with a token in its login is refused only for a header with another token.
        let client = server.connect(isStream: false)
        try client.ask("session.hello", hello(person, secrets[0]))
        server.engine.hold(client.engineSession, toBearer: nil)
        try client.session.ping()
        server.engine.hold(client.engineSession, toBearer: secrets[1])
        #expect(client.refusal { try $0.session.ping() } == .unauthenticated)
        // A server without tokens ignores the header.
        let open = try EngineFixture()
        let free = open.connect(isStream: false)
        try free.ask("session.hello", person)
        open.engine.hold(free.engineSession, toBearer: "x")
        try free.session.ping()
    }

    @Test("a token that is replaced under the same id ends its sessions")
    func replacedTokenEndsItsSessions() throws {
        var keys = Keys()
        let secret = keys.make(.observer)
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        let client = try server.join(hello(["role": "observer"], secret))
        var token = keys.book.tokens[0]
        token.grant = .person(anna)
        var book = keys.book
        book.add(token)
        server.engine.change(authenticator: .tokens(book))
        server.flush()
        #expect(client.end == .tokenRevoked)
    }
}
