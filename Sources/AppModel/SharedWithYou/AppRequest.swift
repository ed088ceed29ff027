import ChatConnection
package import ChatProtocol

/// A request that the model sends for an app: a method call of the contract.
package enum AppRequest: Equatable, Sendable {
    /// A request without a client id.
    case request(Request)
    /// A change with its own client id. By this id the server recognises the same change from another device.
    case change(Request, clientID: String)
    /// A live request. The server stores nothing for it.
    case live(LiveRequest)

    /// The client id of a change; nil for other requests.
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

/// A request with the number under which its answer arrives.
package struct NumberedRequest: SessionRequest {
    let request: AppRequest
    let number: Int

    package var ownClientID: String? { request.ownClientID }

    package func call(me: Handle?) -> any MethodCall { request.call }
}
