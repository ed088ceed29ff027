/// What is asked of the document service, by a person or by an app that runs as one.
public enum DocumentRequest: Sendable, Equatable {
    /// `document.create`.
    case create(CreateDocument)
    /// `document.list`: of one app; an app's are its own. `after` is the last of the page before.
    case list(app: AppID?, after: DocumentID?)
    /// `document.get`.
    case get(DocumentReference)
    /// `document.open`.
    case open(DocumentReference)
    /// `document.edit`.
    case edit(DocumentReference, EditDocument)
    /// `document.comment`.
    case comment(DocumentReference, text: String)
    /// `document.rename`.
    case rename(DocumentReference, title: String)
    /// `document.move`.
    case move(DocumentReference, folder: String)
    /// `document.delete`.
    case delete(DocumentReference)
}
