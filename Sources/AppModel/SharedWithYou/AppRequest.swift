import ChatConnection
package import ChatProtocol

/// The requests that the model sends for an app: calls of the contract.
package enum AppRequest: Equatable, Sendable {
    /// A request.
    case request(Request)
    /// A change under a client id of its own: by it the server knows the same change from another device.
    case change(Request, clientID: String)
    /// What leads to nothing that lasts.
    case live(LiveRequest)

    /// The client id that it brings along.
    package var ownClientID: String? {
        if case .change(_, let clientID) = self { clientID } else { nil }
    }

    /// The method with its params.
    package var call: any MethodCall {
        switch self {
        case .request(let request), .change(let request, _): request
        case .live(let request): request
        }
    }
}

/// A request with the number of its question.
package struct NumberedRequest: SessionRequest {
    let request: AppRequest
    let number: Int

    package var ownClientID: String? { request.ownClientID }

    package func call(me: Handle?) -> any MethodCall { request.call }
}
