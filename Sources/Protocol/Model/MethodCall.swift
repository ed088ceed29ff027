/// A request of a client: a method with its params.
public protocol MethodCall: Sendable {
    /// The method of the request.
    var method: Method { get }

    /// Appends the params to an object that is already open.
    func writeMembers(to json: inout JSONWriter)
}
