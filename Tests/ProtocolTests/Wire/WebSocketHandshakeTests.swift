import Testing

@testable import ChatProtocol

@Suite struct WebSocketHandshakeTests {
    private func request(
        without missing: String? = nil, _ changes: [String: String] = [:], method: String = "GET", minor: Int = 1
    ) -> HTTPRequestHead {
        var fields: [(String, String?)] = [
            ("Host", "x"), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Protocol", "chat.v1"),
        ]
        for (index, field) in fields.enumerated() {
            if let change = changes[field.0] { fields[index].1 = change }
            if field.0 == missing { fields[index].1 = nil }
        }
        var headers = HTTPHeaders()
        for (name, value) in fields { if let value { headers.add(name, value) } }
        return HTTPRequestHead(method: method, target: "/ws", minorVersion: minor, headers: headers)
    }

    private func refusal(_ head: HTTPRequestHead) -> WebSocketHandshakeError? {
        do throws(WebSocketHandshakeError) {
            _ = try WebSocketHandshake.accept(head)
            return nil
        } catch {
            return error
        }
    }

    @Test func exampleOfRFC6455IsAccepted() throws {
        let response = try WebSocketHandshake.accept(request())
        #expect(response.status == 101)
        #expect(response.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(response.headers["Sec-WebSocket-Protocol"] == "chat.v1")
        #expect(response.headers["Upgrade"] == "websocket")
        #expect(response.headers["Connection"] == "Upgrade")
    }

    @Test func upgradeTokensAreFoundInListsInAnyCase() {
        #expect(refusal(request(["Upgrade": "WebSocket", "Connection": "keep-alive, UPGRADE"])) == nil)
        #expect(refusal(request(["Upgrade": "h2c, websocket"])) == nil)
    }

    @Test func onlyAnOfferedSubprotocolIsEchoed() throws {
        func agreed(_ head: HTTPRequestHead) throws -> String? {
            try WebSocketHandshake.accept(head).headers["Sec-WebSocket-Protocol"]
        }
        #expect(try agreed(request(without: "Sec-WebSocket-Protocol")) == nil)
        #expect(try agreed(request(["Sec-WebSocket-Protocol": "mqtt"])) == nil)
        #expect(try agreed(request(["Sec-WebSocket-Protocol": "mqtt, chat.v1"])) == "chat.v1")
        #expect(try agreed(request(["Sec-WebSocket-Protocol": "Chat.V1"])) == nil)
    }

    @Test func requestThatIsNoUpgradeIsRefused() {
        #expect(refusal(request(method: "POST")) == .notAnUpgrade)
        #expect(refusal(request(minor: 0)) == .notAnUpgrade)
        #expect(refusal(request(without: "Upgrade")) == .notAnUpgrade)
        #expect(refusal(request(["Upgrade": "websockets"])) == .notAnUpgrade)
        #expect(refusal(request(["Connection": "keep-alive"])) == .notAnUpgrade)
    }

    @Test func otherVersionIsRefusedWithTheSupportedOne() {
        #expect(refusal(request(["Sec-WebSocket-Version": "8"])) == .versionUnsupported)
        #expect(refusal(request(without: "Sec-WebSocket-Version")) == .versionUnsupported)
        let response = WebSocketHandshakeError.versionUnsupported.response
        #expect(response.status == 426)
        #expect(response.headers["Sec-WebSocket-Version"] == "13")
    }

    @Test(arguments: [nil, "", "abc", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25j", "dGhlIHNhbXBsZSBub25jZSE="])
    func keyOfOtherThan16BytesIsRefused(_ key: String?) {
        let head = key.map { request(["Sec-WebSocket-Key": $0]) } ?? request(without: "Sec-WebSocket-Key")
        #expect(refusal(head) == .keyInvalid)
    }

    @Test func requestWithTwoKeysIsRefused() {
        var head = request()
        head.headers.add("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(refusal(head) == .keyInvalid)
    }

    // The client's side.

    private func verdict(_ answer: String) -> WireConnection.Event? {
        var output: [UInt8] = []
        let handshake = WebSocketClientHandshake(host: "x", nonce: Array("the sample nonce".utf8))
        let client = WireConnection.webSocketClient(handshake, maskKeys: { 7 }, into: &output)
        let bytes = Array(answer.utf8)
        expectSameForEveryFeeding(bytes) { Conversation($0, on: client).events }
        return Conversation([bytes], on: client).events.first
    }

    private func answer(_ status: String = "101 Switching", _ more: String = "") -> String {
        "HTTP/1.1 \(status)\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\(more)\r\n"
    }

    @Test func requestOfTheClientIsAcceptedByTheServer() throws {
        var output: [UInt8] = []
        WebSocketClientHandshake(host: "x:1", nonce: Array("the sample nonce".utf8)).encode(into: &output)
        let talk = Conversation([output])
        #expect(talk.text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(talk.text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(talk.text.contains("Sec-WebSocket-Protocol: chat.v1\r\n"))
    }

    @Test func clientAcceptsAValidAnswer() {
        #expect(verdict(answer()) == .upgraded(subprotocol: nil))
        #expect(verdict(answer("101 ok", "Sec-WebSocket-Protocol: chat.v1\r\n")) == .upgraded(subprotocol: "chat.v1"))
    }

    @Test func clientRefusesAnInvalidAnswer() {
        #expect(verdict(answer("403 Forbidden")) == .failed(.handshake(.refused(status: 403))))
        #expect(verdict("HTTP/1.1 101 x\r\n\r\n") == .failed(.handshake(.acceptInvalid)))
        #expect(verdict(answer().replacing("s3pP", with: "S3pP")) == .failed(.handshake(.acceptInvalid)))
        #expect(verdict(answer("101 ok", "Sec-WebSocket-Protocol: mqtt\r\n")) == .failed(.handshake(.choiceNotOffered)))
        #expect(verdict(answer("101 ok", "Sec-WebSocket-Extensions: x\r\n")) == .failed(.handshake(.choiceNotOffered)))
        #expect(verdict("SSH-2.0-x\r\n\r\n") == .failed(.handshake(.answerMalformed(.malformedStatusLine))))
    }
}
