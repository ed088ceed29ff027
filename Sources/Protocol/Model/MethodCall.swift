/// A method with its params: what a client sends.
public protocol MethodCall: Sendable {
    /// The method that is called.
    var method: Method { get }

    /// Appends the params to an object that is begun.
    func writeMembers(to json: inout JSONWriter)
}
