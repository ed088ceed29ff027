import ChatProtocol
import Testing

@Suite struct WireConnectionTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    // The detection of the three protocols.

    @Test func braceStartsLineMode() {
        expectSameForEveryFeeding(
            bytes(" \r\n\t{\"a\":1}\r\n\n{}\n"), [.message(bytes("{\"a\":1}")), .message(bytes("{}"))]
        ) { Conversation($0).events }
    }

    @Test(arguments: ["\u{16}\u{3}\u{1}", "[1]\n", "hello\n", "SSH-2.0", "GETX / HTTP/1.1", "get /", "\0", "\"a\"\n"])
    func otherFirstBytesAreUnrecognised(_ text: String) {
        expectSameForEveryFeeding(bytes(text), [.unrecognised]) { Conversation($0).events }
    }

    @Test(arguments: ["GETX / HTTP/1.1", "get /", "PROPFIND ", "M-SEARCH *", "12 ?"])
    func unknownHTTPMethodIsAnsweredWith501(_ text: String) {
        expectSameForEveryFeeding(bytes(text)) { Conversation($0) }
        let talk = Conversation([bytes(text)])
        #expect(talk.events == [.unrecognised] && talk.text.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
        #expect(talk.text.contains("Connection: close\r\n"))
    }

    @Test(arguments: ["\u{16}\u{3} ", "hello\n", "SSH-2.0-x y", "\"a b\"\n", String(repeating: "a", count: 33)])
    func bytesThatAreNoHTTPAreNotAnswered(_ text: String) {
        let talk = Conversation([bytes(text)])
        #expect(talk.events == [.unrecognised] && talk.output.isEmpty)
    }

    @Test func blanksBeforeTheFirstByteAreBounded() {
        let start = WireConnection(limits: WireLimits(headBytes: 8))
        expectSameForEveryFeeding(bytes(" \r\n\t \r\n {}\n"), [.message(bytes("{}"))]) {
            Conversation($0, on: start).events
        }
        expectSameForEveryFeeding(bytes(" \r\n\t \r\n  {}\n"), [.unrecognised]) { Conversation($0, on: start).events }
    }

    @Test func streamWithoutAMessageEndsOrIsUnrecognised() {
        #expect(Conversation([], ended: true).events == [.ended])
        #expect(Conversation([bytes(" \n")], ended: true).events == [.ended])
        #expect(Conversation([bytes("GE")], ended: true).events == [.unrecognised])
    }

    // Line mode.

    @Test func requestBeforeTheEndIsDeliveredAndCanBeAnswered() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(bytes("{\"id\":1}"))
        connection.receiveEnd()
        #expect(connection.next(into: &output) == .message(bytes("{\"id\":1}")))
        #expect(connection.next(into: &output) == .ended)
        #expect(connection.next(into: &output) == nil)
        let isSent = connection.frame(bytes("{}"), into: &output)
        #expect(isSent && output == bytes("{}\n"))
    }

    @Test func oversizeLineIsTheLastEvent() {
        let start = WireConnection(limits: WireLimits(messageBytes: 8))
        expectSameForEveryFeeding(
            bytes("{2345678\n{23456789\n{}\n"), [.message(bytes("{2345678")), .failed(.lineTooLong(limit: 8))]
        ) { Conversation($0, on: start).events }
        var connection = start
        var output: [UInt8] = []
        connection.receive(bytes("{23456789"))
        _ = connection.next(into: &output)
        let isSent = connection.frame(bytes("{}"), into: &output)
        #expect(isSent)
        connection.close(into: &output)
        #expect(connection.mode == .closed && output == bytes("{}\n"))
    }

    @Test func invalidUTF8InALineIsDeliveredUnchanged() {
        #expect(Conversation([[0x7B, 0xFF, 0x0A]]).events == [.message([0x7B, 0xFF])])
    }

    // HTTP.

    @Test func pipelinedRequestsAreAnsweredInOrder() {
        let text = "GET /a HTTP/1.1\r\nHost: x\r\n\r\nHEAD /b HTTP/1.1\r\nHost: x\r\n\r\n"
        expectSameForEveryFeeding(bytes(text)) { Conversation($0) }
        let talk = Conversation([bytes(text)], ended: true)
        #expect(talk.events.count == 3 && talk.events.last == .ended)
        #expect(talk.text.hasSuffix("Content-Length: 2\r\n\r\n"))
        #expect(talk.text.contains("\r\n\r\n/aHTTP/1.1 200 OK\r\n"))
    }

    @Test func secondRequestIsNotReadBeforeTheFirstAnswer() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(bytes("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n"))
        guard case .httpRequest = connection.next(into: &output) else {
            Issue.record("no request")
            return
        }
        #expect(connection.next(into: &output) == nil)
        let isOpen = connection.respond(HTTPResponse(status: 204), into: &output)
        #expect(isOpen)
        guard case .httpRequest(let second) = connection.next(into: &output) else {
            Issue.record("no second request")
            return
        }
        #expect(second.head.path == "/b")
    }

    @Test func requestWithConnectionCloseIsTheLastOne() {
        let text = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n"
        let talk = Conversation([bytes(text)])
        #expect(talk.events.count == 1)
        #expect(talk.text.contains("Connection: close\r\n"))
    }

    @Test func invalidRequestIsAnsweredAndIsTheLastOne() {
        let talk = Conversation([bytes("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")])
        #expect(talk.events == [.failed(.http(.transferEncodingUnsupported))])
        #expect(talk.text.hasPrefix("HTTP/1.1 411 Length Required\r\n"))
        #expect(talk.text.contains("Connection: close\r\n"))
    }

    @Test func streamThatEndsInsideARequestIsAnError() {
        #expect(Conversation([bytes("GET / HT")], ended: true).events == [.failed(.http(.truncated))])
        let body = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
        #expect(Conversation([bytes(body)], ended: true).events == [.failed(.http(.truncated))])
    }

    @Test func ownerCanEndASlowRequestWith408() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(bytes("GET / HT"))
        #expect(connection.next(into: &output) == nil)
        let isOpen = connection.respond(HTTPResponse(status: 408), into: &output)
        #expect(!isOpen && connection.mode == .closed && connection.isFinished)
        #expect(String(decoding: output, as: UTF8.self).contains("408 Request Timeout\r\n"))
    }

    @Test func answerAfterTheCloseIsDropped() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(upgradeRequest)
        _ = connection.next(into: &output)
        connection.close(into: &output)
        let isOpen =
            connection.respond(HTTPResponse(status: 200), into: &output) || connection.acceptUpgrade(into: &output)
        #expect(!isOpen && output.isEmpty)
    }

    // WebSocket.

    @Test func framesInTheSameReadAsTheUpgradeAreHandled() {
        let stream =
            upgradeRequest + rawFrame(0x81, bytes("{\"a\":1}")) + rawFrame(0x89, [9]) + rawFrame(0x81, bytes("{}"))
            + rawFrame(0x88, [0x03, 0xE9])
        expectSameForEveryFeeding(stream) { Conversation($0) }
        let talk = Conversation([stream])
        #expect(
            Array(talk.events.dropFirst()) == [
                .message(bytes("{\"a\":1}")), .message(bytes("{}")), .closed(WebSocketClose(.goingAway)),
            ])
        #expect(talk.text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        // The pong, then the close with the peer's code.
        #expect(Array(talk.output.suffix(7)) == [0x8A, 1, 9, 0x88, 2, 0x03, 0xE9])
    }

    @Test func ownerCanRefuseAnUpgrade() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(upgradeRequest)
        guard case .upgradeRequested(let request) = connection.next(into: &output) else {
            Issue.record("no upgrade")
            return
        }
        #expect(request.head.path == "/ws")
        connection.respond(HTTPResponse(status: 403, text: "not from there"), into: &output)
        #expect(String(decoding: output, as: UTF8.self).hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        #expect(connection.mode == .http)
    }

    @Test func upgradeOfAnotherVersionIsAnsweredWith426() {
        let wrong = String(decoding: upgradeRequest, as: UTF8.self).replacing("Version: 13", with: "Version: 7")
        #expect(Conversation([bytes(wrong)]).text.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
    }

    private func failure(_ frame: [UInt8], limits: WireLimits = WireLimits()) -> (WireConnection.Event?, [UInt8]) {
        let talk = Conversation([upgradeRequest, frame], on: WireConnection(limits: limits))
        return (talk.events.last, talk.output.suffix(from: Conversation([upgradeRequest]).output.count).map(\.self))
    }

    @Test func eachFailureClosesWithItsCode() {
        let cases: [([UInt8], UInt16)] = [
            (rawFrame(0x82, [1]), 1003), (rawFrame(0x81, announced: 300_000), 1009), (rawFrame(0x81, [0xFF]), 1007),
            (rawFrame(0x83), 1002), (rawFrame(0x81, mask: nil), 1002),
        ]
        for (frame, code) in cases {
            let (event, output) = failure(frame)
            guard case .failed(let error) = event else {
                Issue.record("\(code): \(String(describing: event))")
                continue
            }
            #expect(error.close.code.rawValue == code)
            #expect(output[0] == 0x88 && Int(output[1]) == output.count - 2)
            #expect(output[2] == UInt8(code >> 8) && output[3] == UInt8(code & 0xFF))
        }
    }

    @Test func streamThatEndsWithoutACloseIsAbnormal() {
        let talk = Conversation([upgradeRequest, rawFrame(0x01, [0x61])], ended: true)
        #expect(talk.events.last == .closed(WebSocketClose(.abnormal)))
    }

    @Test func onlyThePeersCloseIsReadAfterTheOwnClose() {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(upgradeRequest)
        _ = connection.next(into: &output)
        connection.acceptUpgrade(into: &output)
        output = []
        connection.close(WebSocketClose(.goingAway, reason: "bye"), into: &output)
        connection.close(into: &output)
        #expect(output == [0x88, 5, 0x03, 0xE9] + bytes("bye"))
        output = []
        connection.receive(rawFrame(0x81, bytes("{}")) + rawFrame(0x89) + rawFrame(0x88, [0x03, 0xE9]))
        #expect(connection.next(into: &output) == .closed(WebSocketClose(.goingAway)))
        let isSent = connection.frame(bytes("{}"), into: &output) || connection.ping(into: &output)
        #expect(!isSent && output.isEmpty)
    }

    @Test func clientAndServerUnderstandEachOther() {
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        let handshake = WebSocketClientHandshake(host: "localhost", nonce: .init(repeating: 7, count: 16))
        var client = WireConnection.webSocketClient(handshake, maskKeys: { 0xDEAD_BEEF }, into: &toServer)
        var server = WireConnection()
        let early = client.frame(bytes("{}"), into: &toServer)
        #expect(!early)

        server.receive(toServer)
        toServer = []
        guard case .upgradeRequested = server.next(into: &toClient) else {
            Issue.record("no upgrade")
            return
        }
        server.acceptUpgrade(into: &toClient)
        server.frame(bytes("{\"from\":\"server\"}"), into: &toClient)
        server.ping(bytes("?"), into: &toClient)
        client.receive(toClient)
        toClient = []
        #expect(client.next(into: &toServer) == .upgraded(subprotocol: "chat.v1"))
        #expect(client.next(into: &toServer) == .message(bytes("{\"from\":\"server\"}")))
        #expect(client.next(into: &toServer) == nil)
        client.frame(bytes("{\"from\":\"client\"}"), into: &toServer)
        client.close(into: &toServer)
        server.receive(toServer)
        toServer = []
        #expect(server.next(into: &toClient) == .pong(bytes("?")))
        #expect(server.next(into: &toClient) == .message(bytes("{\"from\":\"client\"}")))
        #expect(server.next(into: &toClient) == .closed(WebSocketClose(.normal)))
        client.receive(toClient)
        #expect(client.next(into: &toServer) == .closed(WebSocketClose(.normal)))
        #expect(toServer.isEmpty)
    }

    @Test(arguments: ["", "{\"a\":1}\n", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
    func closedConnectionStaysClosed(_ before: String) {
        var connection = WireConnection()
        var output: [UInt8] = []
        connection.receive(bytes(before))
        _ = connection.next(into: &output)
        connection.close(into: &output)
        connection.receive(bytes("{\"a\":2}\n"))
        connection.receiveEnd()
        #expect(connection.next(into: &output) == nil)
        #expect(connection.mode == .closed && connection.isFinished && connection.bufferedBytes == 0)
        #expect(output.isEmpty)
    }

    @Test func clientThatClosesAmidTheHandshakeStaysClosed() {
        var asked: [UInt8] = []
        let handshake = WebSocketClientHandshake(host: "x", nonce: .init(repeating: 1, count: 16))
        var client = WireConnection.webSocketClient(handshake, maskKeys: { 1 }, into: &asked)
        let answer = Conversation([asked]).output
        var output: [UInt8] = []
        client.close(into: &output)
        client.receive(answer)
        #expect(client.next(into: &output) == nil)
        #expect(client.mode == .closed && output.isEmpty)
    }

    // The memory of a silent connection.

    @Test func connectionIsAmidAMessageUntilTheMessageIsComplete() {
        func isAmid(_ pieces: [UInt8]...) -> Bool {
            var connection = WireConnection()
            var output: [UInt8] = []
            for piece in pieces {
                connection.receive(piece)
                while let event = connection.next(into: &output) {
                    if case .upgradeRequested = event { connection.acceptUpgrade(into: &output) }
                }
            }
            return connection.isAmidMessage
        }
        let line = bytes("{\"a\":1}\n")
        #expect(!isAmid(line) && isAmid(line + bytes("{")) && !isAmid(line + bytes("{"), bytes("}\n")))
        #expect(!isAmid(upgradeRequest, rawFrame(0x81, bytes("{}"))))
        #expect(isAmid(upgradeRequest, Array(rawFrame(0x81, bytes("{}")).dropLast())), "inside a frame")
        #expect(isAmid(upgradeRequest, Array(rawFrame(0x89).prefix(1))), "inside a header")
        #expect(isAmid(upgradeRequest, rawFrame(0x01)), "between two frames, without a byte")
        #expect(isAmid(upgradeRequest, rawFrame(0x01, bytes("{")), rawFrame(0x8A)), "a sign of life ends nothing")
        #expect(!isAmid(upgradeRequest, rawFrame(0x01, bytes("{")), rawFrame(0x80, bytes("}"))))
    }

    @Test func silentConnectionHoldsNoBytes() {
        for opening in [bytes("{\"a\":1}\n"), bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), upgradeRequest] {
            var connection = WireConnection()
            var output: [UInt8] = []
            connection.receive(opening)
            while let event = connection.next(into: &output) {
                if case .upgradeRequested = event { connection.acceptUpgrade(into: &output) }
                if case .httpRequest = event { connection.respond(HTTPResponse(status: 204), into: &output) }
            }
            #expect(connection.bufferedBytes == 0 && connection.mode != .closed)
        }
    }

    @Test func silentConnectionTakesAtMost512Bytes() {
        #expect(MemoryLayout<WireConnection>.size <= 512)
    }
}
