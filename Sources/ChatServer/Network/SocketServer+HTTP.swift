import ChatProtocol

/// The HTTP door: what a request is for, and its answer.
extension SocketServer {
    func upgrade(_ request: HTTPRequest, on connection: ClientConnection) {
        switch HTTPRoute(request, asksForUpgrade: true, names: names) {
        case .upgrade:
            connection.wire.acceptUpgrade(subprotocols: [WebSocketHandshake.subprotocol], into: &connection.output)
        case .rpc:
            let response = HTTPResponse(status: 400, text: "A WebSocket is at /ws.\n")
            _ = connection.wire.respond(response, into: &connection.output)
        case .answer(let response): respond(response, on: connection)
        }
    }

    func answer(_ request: HTTPRequest, on connection: ClientConnection) {
        switch HTTPRoute(request, asksForUpgrade: false, names: names) {
        case .upgrade: break
        case .answer(let response): respond(response, on: connection)
        case .rpc(let hello):
            if let hello {
                // Each request that names its sender is a session of its own.
                if let session = connection.session { engine.close(session) }
                connection.session = nil
                do throws(RPCError) {
                    try engine.greet(hello, from: session(of: connection, isStream: false))
                } catch {
                    let id = try? RequestEnvelope.read(request.body, limits: limits).id
                    return respond(HTTPResponse(json: Envelope.failure(id: id, error)), on: connection)
                }
            }
            engine.receive(request.body, from: session(of: connection, isStream: false))
        }
    }

    func respond(_ response: HTTPResponse, on connection: ClientConnection) {
        if !connection.wire.respond(response, into: &connection.output) { endAfterSending(connection) }
        markDirty(connection)
    }
}
