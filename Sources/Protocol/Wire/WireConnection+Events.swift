extension WireConnection {
    /// Returns the next event, or nil if more bytes or the response to a request are needed first.
    ///
    /// - Parameter output: receives the automatic replies of the protocol: a pong, a close frame, `100 Continue`.
    public mutating func next(into output: inout [UInt8]) -> Event? {
        while true {
            switch incoming {
            case .undecided(let blanks):
                guard let event = recognise(after: blanks, into: &output) else {
                    if case .undecided = incoming { return rest() }
                    continue
                }
                return event
            case .lines(let framer): return nextLine(framer)
            case .http(let parser): return nextRequest(parser, into: &output)
            case .awaitingAnswer: return nil
            case .handshake(let reader, let handshake): return nextHandshake(reader, handshake)
            case .webSocket: return nextFrame(into: &output)
            case .finished: return nil
            }
        }
    }

    /// Frees the spare memory of a short remainder. Returns nil: no event is ready.
    private mutating func rest() -> Event? {
        queue.trim()
        return nil
    }

    /// Ends the input and returns the last event.
    mutating func finish(_ event: Event) -> Event {
        incoming = .finished
        queue.removeAll()
        return event
    }

    /// Detects the protocol from the first bytes. If it returns nil and the mode is undecided, more bytes are needed.
    private mutating func recognise(after passed: Int, into output: inout [UInt8]) -> Event? {
        var blanks = 0
        while blanks < queue.count, ASCII.isWhiteSpace(queue[blanks]) { blanks += 1 }
        queue.consume(blanks)
        incoming = .undecided(blanks: passed + blanks)
        guard passed + blanks <= limits.headBytes else { return refuse() }
        guard !queue.isEmpty else { return streamEnded ? finish(.ended) : nil }
        if queue[0] == ASCII.openBrace {
            incoming = .lines(LineFramer(limit: limits.messageBytes))
            outgoing = .lines
            return nil
        }
        switch FirstBytes(queue) {
        case .method:
            incoming = .http(HTTPRequestParser(limits: limits))
            outgoing = .http
            return nil
        case .otherMethod:
            HTTPError.methodUnknown.response.encode(closes: true, into: &output)
            return refuse()
        case .undecided where !streamEnded: return nil
        case .undecided, .foreign: return refuse()
        }
    }

    private mutating func refuse() -> Event {
        outgoing = .closed
        return finish(.unrecognised)
    }

    private mutating func nextLine(_ old: LineFramer) -> Event? {
        var framer = old
        do throws(WireError) {
            if let line = try framer.next(in: &queue) {
                incoming = .lines(framer)
                return .message(line)
            }
            if streamEnded {
                guard let line = try framer.finish(in: &queue) else { return finish(.ended) }
                incoming = .lines(framer)
                return .message(line)
            }
            incoming = .lines(framer)
            return rest()
        } catch {
            return finish(.failed(error))
        }
    }

    private mutating func nextRequest(_ old: HTTPRequestParser, into output: inout [UInt8]) -> Event? {
        var parser = old
        do throws(HTTPError) {
            if let request = try parser.next(in: &queue, into: &output) {
                incoming = .awaitingAnswer(parser)
                outgoing = .httpAnswer(request.head)
                return request.head.wantsWebSocket ? .upgradeRequested(request) : .httpRequest(request)
            }
        } catch {
            outgoing = .httpRefusal
            return finish(.failed(.http(error)))
        }
        incoming = .http(parser)
        guard streamEnded else { return rest() }
        if queue.isEmpty, !parser.isInsideBody { return finish(.ended) }
        outgoing = .httpRefusal
        return finish(.failed(.http(.truncated)))
    }

    private mutating func nextHandshake(_ old: HTTPHeadReader, _ handshake: WebSocketClientHandshake) -> Event? {
        var reader = old
        do throws(HTTPError) {
            guard let lines = try reader.next(in: &queue, limits: limits) else {
                incoming = .handshake(reader, handshake)
                guard streamEnded else { return rest() }
                outgoing = .closed
                return finish(.failed(.handshake(.truncated)))
            }
            let response = try HTTPResponseHead(lines: lines)
            do throws(WebSocketHandshakeError) {
                let agreed = try handshake.verify(response)
                openWebSocket()
                return .upgraded(subprotocol: agreed)
            } catch {
                outgoing = .closed
                return finish(.failed(.handshake(error)))
            }
        } catch {
            outgoing = .closed
            return finish(.failed(.handshake(.answerMalformed(error))))
        }
    }

    private mutating func nextFrame(into output: inout [UInt8]) -> Event? {
        guard case .webSocket(var decoder) = incoming else { return nil }
        incoming = .finished  // so that the decoder's bytes are not shared, and grow in place
        do throws(WebSocketError) {
            while let frame = try decoder.next(in: &queue) {
                guard let event = handle(frame, into: &output) else { continue }
                if case .closed = event { return finish(event) }
                incoming = .webSocket(decoder)
                return event
            }
        } catch {
            return finish(.failed(.webSocket(error)))
        }
        if streamEnded {
            outgoing = .closed
            return finish(.closed(WebSocketClose(.abnormal)))
        }
        incoming = .webSocket(decoder)
        return rest()
    }

    /// Sends the automatic replies of the protocol and returns the event for the owner, if there is one.
    ///
    /// After our own close frame, only the peer's close frame is handled (RFC 6455, section 5.5.1). Other frames are
    /// dropped, because a request could not be answered.
    private mutating func handle(_ frame: WebSocketDecoder.Event, into output: inout [UInt8]) -> Event? {
        let isOpen = mode == .webSocket
        switch frame {
        case .text(let bytes): return isOpen ? .message(bytes) : nil
        case .binary(let bytes): return isOpen ? .binary(bytes) : nil
        case .pong(let payload): return isOpen ? .pong(payload) : nil
        case .ping(let payload):
            if isOpen { append(.pong, payload, into: &output) }
            return nil
        case .close(let close):
            // The reply repeats the peer's code and not its reason.
            self.close(WebSocketClose(close.code), into: &output)
            return .closed(close)
        }
    }

    mutating func openWebSocket() {
        incoming = .webSocket(
            WebSocketDecoder(peerMasks: maskKeys == nil, acceptsBinary: acceptsBinary, limits: limits))
        outgoing = .webSocket
    }
}

/// The classification of the first bytes of a connection.
private enum FirstBytes {
    /// A known HTTP method and the space after it.
    case method
    /// Another token and the space after it, which may be a method.
    case otherMethod
    case undecided
    case foreign

    /// The most bytes of a method. A longer token is not HTTP.
    private static let wordMax = 32

    init(_ queue: ByteQueue) {
        // No method contains a dot. An SSH client's first word does, and it should get an early refusal.
        let end = (0..<min(queue.count, Self.wordMax + 1)).first { !ASCII.isToken(queue[$0]) || queue[$0] == ASCII.dot }
        switch end {
        case nil: self = queue.count > Self.wordMax ? .foreign : .undecided
        case let end? where end > 0 && queue[end] == ASCII.space:
            let word = String(decoding: queue.copy(0..<end), as: UTF8.self)
            self = HTTPRequestHead.methods.contains(word) ? .method : .otherMethod
        default: self = .foreign
        }
    }
}
