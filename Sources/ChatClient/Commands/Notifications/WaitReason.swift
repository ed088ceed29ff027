import ChatConnection
import ChatProtocol

/// The reasons for which a person received a notification or did not: the rules of `delivery.explain`, and the faults
/// that match.
///
/// They are requested as an observer. If the token does not admit one, the result is empty.
struct WaitReason {
    private let servers: ServerEndpoints
    private let hello: Hello

    /// Creates the reasons for a session.
    ///
    /// - Parameter hello: The login of the session that waited.
    init(_ servers: ServerEndpoints, _ hello: Hello) { (self.servers, self.hello) = (servers, hello) }

    /// The most notifications of others that are explained.
    private static let subjectsMax = 3
    private static let timeoutMilliseconds = 5_000

    private var person: Handle? {
        switch hello.identity {
        case .person(let handle, _), .app(_, let handle): handle
        case .observer: nil
        }
    }

    /// Returns the reasons for which the person received a notification.
    func ofDelivery(_ params: JSONValue) -> String {
        guard let person, let subject = params.deliverySubject else { return "" }
        return asObserver(after: nil) { client throws(ClientFailure) in try Self.reasons(subject, person, client) }
    }

    /// Returns the reasons for which no matching notification arrived: those of matching notifications to others, and
    /// the faults.
    ///
    /// - Parameters:
    ///   - start: The position in the log after which notifications count.
    ///   - known: The positions of the notifications that the person received.
    func ofAbsence(
        of name: String, _ match: NotificationMatch, after start: Int64?, known: Set<Int64>
    ) -> String {
        guard let person, let kind = NotificationName(rawValue: name) else { return "" }
        return asObserver(after: start) { client throws(ClientFailure) in
            try client.request(.sessionFence)
            var subjects: [String] = []
            for heard in client.inbox.reversed() where heard.method == name && match.misses(in: heard.params).isEmpty {
                guard let subject = heard.params.deliverySubject, !subjects.contains(subject),
                    heard.params["cursor"]?.integerValue.map(known.contains) != true
                else { continue }
                subjects.append(subject)
            }
            var text = ""
            for subject in subjects.prefix(Self.subjectsMax) { text += try Self.reasons(subject, person, client) }
            for told in try client.request(.faultList)["faults"]?.arrayValue ?? [] {
                guard
                    let fault = try? JSONFields.all(
                        of: told, { fields throws(InvalidField) in try Fault(from: &fields) }),
                    let action = fault.action(on: kind, to: person, named: "\(name) to \(person)", { "\($0) ms" })
                else { continue }
                text += "  \(fault.id): this fault \(action)\n"
            }
            return text
        }
    }

    private static func reasons(
        _ subject: String, _ person: Handle, _ client: ScriptedClient
    ) throws(ClientFailure) -> String {
        let trail = try client.request(.deliveryExplain(ExplainDelivery(person: person, about: subject)))
        let verdict = trail["delivered"] == true ? "is delivered" : "is not delivered"
        let reasons = trail["reasons"]?.arrayValue ?? []
        return "  \(subject) \(verdict) to \(person):\n"
            + reasons.map { "    \($0["rule"]?.stringValue ?? ""): \($0["text"]?.stringValue ?? "")\n" }.joined()
    }

    private func asObserver(
        after start: Int64?, _ body: (ScriptedClient) throws(ClientFailure) -> String
    ) -> String {
        var hello = Hello(.observer(nil), world: hello.world, after: start)
        hello.token = self.hello.token
        let text = try? ScriptedClient.with(
            anyOf: servers, hello, timeoutMilliseconds: Self.timeoutMilliseconds, isRepeated: false
        ) { client, _ in try body(client) }
        return text ?? ""
    }
}
