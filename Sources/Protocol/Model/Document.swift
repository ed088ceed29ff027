/// A document of the document service: what a ``Share`` shares.
public struct Document: Sendable, Equatable {
    /// Its id.
    public var id: DocumentID
}
