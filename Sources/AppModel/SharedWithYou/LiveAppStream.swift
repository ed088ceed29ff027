package import ChatConnection
import ChatProtocol
import ChatSystem

/// An app's stream on a client connection.
package final class LiveAppStream: AppStream {
    let connection: ClientConnection<NumberedRequest>
    private var inbox = AppStreamInbox()
    private var hasSupport = false
    /// True if the stream runs on a transport that is given once: it is read only by ``takeEvents()`` and ``wait()``,
    /// and does not reconnect.
    private var isOnTransport = false

    package init(_ connection: ClientConnection<NumberedRequest>) { self.connection = connection }

    /// Logs in on an open stream and waits for the welcome.
    ///
    /// - Throws: ``ClientFailure`` if the server refuses the login or the stream fails.
    convenience init(_ transport: any ClientTransport, hello: Hello) throws(ClientFailure) {
        let connection = TransportConnection<NumberedRequest>(transport, hello: hello)
        connection.start()
        switch connection.phase {
        case .live:
            self.init(connection)
            isOnTransport = true
        case .refused(let error): throw .refused(error)
        case .connecting, .greeting, .waiting: throw .transport(.closed(connection.lastProblem))
        }
    }

    package func ask(_ request: AppRequest, number: Int) {
        if isOnTransport || !request.call.method.changesTheLog {
            guard connection.phase == .live else { return inbox.fail(number) }
            inbox.begin(number)
        }
        connection.request(NumberedRequest(request: request, number: number))
    }

    package func takeEvents() -> [AppStreamEvent] {
        if isOnTransport {
            // The server answers the ping after everything that it sent before. So one turn reads all of that.
            connection.ask(.sessionPing)
            connection.turn(.init())
        }
        for report in connection.takeReports() {
            switch report {
            case .support(let isThere): hasSupport = isThere
            case .welcome:
                let end = connection.endAtLogin
                inbox.append(.welcome(hasCollaborationSupport: hasSupport, cursor: end))
            default: inbox.hear(report) { $0.number }
            }
        }
        return inbox.drain()
    }

    package func wait() -> Bool {
        if case .refused = connection.phase { return false }
        connection.wait()
        return !isOnTransport || connection.phase == .live
    }
}
