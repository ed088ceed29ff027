import ChatProtocol
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The limit on wrong tokens, which applies to one address on all its connections.
struct WrongTokensTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: 1_000_000 + milliseconds) }

    @Test("an address at the limit of wrong tokens waits for the end of the window")
    func addressAtTheLimitWaits() {
        var wrong = WrongTokens()
        for count in 1...WrongTokens.countMax {
            #expect(wrong.wait(from: "10.0.0.1", at: at(Int64(count))) == nil)
            let isLast = wrong.note(from: "10.0.0.1", at: at(Int64(count)))
            #expect(isLast == (count == WrongTokens.countMax))
        }
        #expect(wrong.wait(from: "10.0.0.1", at: at(11)) == 59_990)
        #expect(wrong.wait(from: "10.0.0.1", at: at(60_000)) == 1)
        #expect(wrong.wait(from: "10.0.0.1", at: at(60_001)) == nil)
        #expect(wrong.wait(from: "10.0.0.2", at: at(11)) == nil)
        #expect(wrong.wait(from: "10.0.0.1", at: at(-1)) == nil, "a clock that was put back keeps nobody out")
        let isLast = wrong.note(from: "10.0.0.1", at: at(60_001))
        #expect(!isLast, "the next window begins with one")
    }

    @Test("a full list of addresses forgets the oldest, and later the expired")
    func fullListForgetsTheOldestAddress() {
        var wrong = WrongTokens()
        for _ in 0..<WrongTokens.countMax { _ = wrong.note(from: "first", at: at(0)) }
        for number in 1..<WrongTokens.addressesMax { _ = wrong.note(from: "\(number)", at: at(Int64(number))) }
        #expect(wrong.count == WrongTokens.addressesMax && wrong.wait(from: "first", at: at(5_000)) != nil)
        _ = wrong.note(from: "one more", at: at(5_000))
        #expect(wrong.count == WrongTokens.addressesMax && wrong.wait(from: "first", at: at(5_000)) == nil)
        _ = wrong.note(from: "much later", at: at(1_000_000))
        #expect(wrong.count == 1)
    }

    @Test("the engine throttles an address at the limit of wrong tokens and reports it once")
    func engineThrottlesAnAddressAtTheLimit() throws {
        var keys = AuthenticatorTests.Keys()
        let anna = Handle("anna")
        let secret = keys.make(.person(anna))
        let server = try EngineFixture { $0.authenticator = .tokens(keys.book) }
        var delivered: [String] = []
        server.engine.logins.reportThrottledAddresses { delivered.append($0) }
        func refusal(_ token: JSONValue?, from address: String) throws -> RPCError.Reason? {
            let client = server.connect()
            client.engineSession.noteConnection(bearer: nil, from: address)
            var hello: [JSONObject.Member] = [
                .init(key: "role", value: "person"), .init(key: "handle", value: "anna"),
            ]
            if let token { hello.append(.init(key: "token", value: token)) }
            return client.refusal("session.hello", .object(JSONObject(hello)))
        }
        // Logins without a token and with the right token do not count.
        for _ in 0...WrongTokens.countMax {
            #expect(try refusal(nil, from: "10.0.0.1") == .unauthenticated)
            #expect(try refusal(.string(secret), from: "10.0.0.1") == nil)
        }
        for _ in 1...WrongTokens.countMax { #expect(try refusal("ust_x", from: "10.0.0.1") == .unauthenticated) }
        for _ in 1...3 { #expect(try refusal("ust_x", from: "10.0.0.1") == .rateLimited) }
        #expect(try refusal(.string(secret), from: "10.0.0.1") == .rateLimited, "a guess that is right is not told")
        #expect(try refusal(.string(secret), from: "10.0.0.2") == nil)
        #expect(delivered == ["10.0.0.1"])
        #expect(throws: RPCError.self) { try server.engine.admitObserver(token: "x", from: "10.0.0.1") }
        server.now = Instant(milliseconds: server.now.milliseconds + WrongTokens.windowMilliseconds)
        #expect(try refusal(.string(secret), from: "10.0.0.1") == nil)
    }

    @Test("a server that cannot read its tokens counts no wrong tokens")
    func unreadableTokensCountNoWrongTokens() throws {
        let server = try EngineFixture { $0.authenticator = .shut }
        for _ in 0...WrongTokens.countMax {
            let client = server.connect()
            client.engineSession.noteConnection(bearer: nil, from: "10.0.0.1")
            let hello: JSONValue = ["role": "person", "handle": "anna", "token": "ust_x"]
            #expect(client.refusal("session.hello", hello) == .unauthenticated)
        }
    }
}
