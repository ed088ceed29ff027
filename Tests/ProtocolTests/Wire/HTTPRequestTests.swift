import Testing

@testable import ChatProtocol

@Suite struct HTTPRequestTests {
    private struct Parsed: Equatable {
        var requests: [HTTPRequest] = []
        var error: HTTPError?
        var output: [UInt8] = []
    }

    private func parse(_ pieces: [[UInt8]], limits: WireLimits = WireLimits()) -> Parsed {
        var parser = HTTPRequestParser(limits: limits)
        var queue = ByteQueue()
        var parsed = Parsed()
        for piece in pieces {
            queue.append(piece)
            do throws(HTTPError) {
                while let request = try parser.next(in: &queue, into: &parsed.output) {
                    parsed.requests.append(request)
                }
            } catch {
                parsed.error = error
            }
        }
        return parsed
    }

    private func parse(_ text: String, limits: WireLimits = WireLimits()) -> Parsed {
        parse([Array(text.utf8)], limits: limits)
    }

    @Test func requestsAreParsedAlikeInAnyPieces() {
        let text = "POST /rpc?a=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}\r\nGET / HTTP/1.0\r\n\r\n"
        expectSameForEveryFeeding(Array(text.utf8)) { parse($0) }
        let parsed = parse(text)
        #expect(parsed.requests.map(\.head.method) == ["POST", "GET"])
        #expect(parsed.requests.map(\.head.path) == ["/rpc", "/"])
        #expect(parsed.requests.map(\.body) == [Array("{}".utf8), []])
        #expect(parsed.requests.map(\.head.keepsAlive) == [true, false])
        #expect(parsed.error == nil)
    }

    @Test func requestsInOneReadAreAllParsed() {
        let one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        #expect(parse(String(repeating: one, count: 500)).requests.count == 500)
    }

    @Test(arguments: [
        ("GET /\r\nHost: x\r\n\r\n", HTTPError.malformedRequestLine),
        ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("G\u{e9}T / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("GET /\u{7} HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/11\r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("GET / http/1.1\r\nHost: x\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", .unsupportedVersion),
        ("GET / HTTP/1.2\r\nHost: x\r\n\r\n", .unsupportedVersion),
        ("GET / HTTP/1.1\r\n\r\n", .hostMissingOrRepeated),
        ("GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n", .hostMissingOrRepeated),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", .foldedHeader),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", .spaceBeforeColon),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nHost: x\r\nA\"B: x\r\n\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n", .malformedHeader),
        ("GET / HTTP/1.1\nHost: x\n\n", .bareLineEnd),
        ("GET / HTTP/1.1\r\nHost: x\n\r\n", .bareLineEnd),
        ("GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", .bareLineEnd),
        ("\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", .bareLineEnd),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncodingUnsupported),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
            .contentLengthAndTransferEncoding
        ),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: gzip\r\n\r\n",
            .contentLengthAndTransferEncoding
        ),
        ("PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n", .methodUnknown),
        ("post / HTTP/1.1\r\nHost: x\r\n\r\n", .methodUnknown),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", .contentLengthRepeated),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na", .malformedContentLength),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na", .malformedContentLength),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\na", .malformedContentLength),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\na",
            .bodyTooLong(limit: 262_144)
        ),
        ("POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\na", .expectationUnknown),
    ])
    func requestThatRFC9112ForbidsIsRefused(_ text: String, _ error: HTTPError) {
        #expect(parse(text).error == error)
        expectSameForEveryFeeding(Array(text.utf8)) { parse($0).error }
    }

    @Test func errorsHaveTheirStatusCodes() {
        #expect(HTTPError.contentLengthAndTransferEncoding.status == 400)
        #expect(HTTPError.transferEncodingUnsupported.status == 411)
        #expect(HTTPError.methodUnknown.status == 501)
    }

    @Test func emptyLinesBeforeARequestAreBounded() {
        let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        let limits = WireLimits(headBytes: 200)
        let lines = String(repeating: "\r\n", count: 100)
        expectSameForEveryFeeding(Array((lines + request + lines + request).utf8), 2) {
            parse($0, limits: limits).requests.count
        }
        expectSameForEveryFeeding(Array((lines + "\r\n" + request).utf8), .headTooLong(limit: 200)) {
            parse($0, limits: limits).error
        }
    }

    @Test func parserReadsNoRequestAfterAnError() {
        let parsed = parse("GET /\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(parsed.requests.isEmpty)
    }

    @Test func headIsAcceptedAtTheLimitAndRefusedBeyond() {
        let frame = "GET / HTTP/1.1\r\nHost: x\r\nA: \r\n\r\n"
        let fill = String(repeating: "a", count: 200 - frame.utf8.count)
        let head = frame.replacing("A: ", with: "A: " + fill)
        #expect(head.utf8.count == 200)
        expectSameForEveryFeeding(Array(head.utf8), 1) { parse($0, limits: WireLimits(headBytes: 200)).requests.count }
        expectSameForEveryFeeding(Array(head.utf8), .headTooLong(limit: 199)) {
            parse($0, limits: WireLimits(headBytes: 199)).error
        }
        #expect(
            parse(String(repeating: "a", count: 200), limits: WireLimits(headBytes: 200)).error
                == .headTooLong(limit: 200))
    }

    @Test func headersAreAcceptedAtTheLimitAndRefusedBeyond() {
        let headers = (1...9).map { "A\($0): b\r\n" }.joined()
        let head = "GET / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n"
        #expect(parse(head, limits: WireLimits(headers: 10)).requests.count == 1)
        #expect(parse(head, limits: WireLimits(headers: 9)).error == .tooManyHeaders(limit: 9))
    }

    @Test func bodyOverTheLimitIsRefusedBeforeItIsRead() {
        let limits = WireLimits(messageBytes: 3)
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: "
        #expect(parse(head + "3\r\n\r\nabc", limits: limits).requests.map(\.body) == [Array("abc".utf8)])
        #expect(parse(head + "4\r\n\r\n", limits: limits).error == .bodyTooLong(limit: 3))
    }

    @Test func expectContinueIsAnsweredIfTheBodyIsMissing() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
        let parsed = parse([Array(head.utf8), Array("{}".utf8)])
        #expect(String(decoding: parsed.output, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(parsed.requests.count == 1)
        #expect(parse(head + "{}").output.isEmpty)
    }

    @Test func pathIsReadFromEveryFormOfTarget() {
        for (target, path) in [
            ("/ws", "/ws"), ("/ws?x=/y", "/ws"), ("http://host:1/ws?x", "/ws"), ("HTTP://host", "/"), ("*", "*"),
            ("http://host?x", "/"),
        ] {
            let head = HTTPRequestHead(method: "GET", target: target, headers: HTTPHeaders())
            #expect(head.path == path, "\(target)")
        }
    }

    @Test func headerListsIgnoreCaseAndBlanks() {
        var headers = HTTPHeaders()
        headers.add("Connection", "keep-alive,\tUpgrade ,,")
        headers.add("CONNECTION", "x")
        #expect(headers.list("connection") == ["keep-alive", "Upgrade", "x"])
        #expect(headers.hasToken("upgrade", in: "Connection"))
        #expect(!headers.hasToken("up", in: "Connection"))
        #expect(headers["connection"] == "keep-alive,\tUpgrade ,,")
    }

    @Test func responseHasItsLengthAndConnectionHeader() {
        var output: [UInt8] = []
        HTTPResponse(status: 200, text: "ok").encode(closes: false, into: &output)
        HTTPResponse(status: 404, text: "no").encode(closes: true, omitsBody: true, into: &output)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                HTTP/1.1 200 OK\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 2\r
                \r
                okHTTP/1.1 404 Not Found\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 2\r
                Connection: close\r
                \r

                """)
    }

    @Test func headerValueCannotStartAnotherHeader() {
        var response = HTTPResponse(status: 200)
        response.headers.add("X", "a\r\nSet-Cookie: b")
        var output: [UInt8] = []
        response.encode(closes: false, into: &output)
        #expect(!String(decoding: output, as: UTF8.self).contains("\nSet-Cookie"))
    }
}
