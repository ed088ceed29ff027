public import ChatProtocol

/// What an app asks of the document service, on behalf of the person whom it runs as. Documents are named by their
/// link: it is what a highlight has.
public enum AppDocumentRequest: Hashable, Sendable {
    /// A new document of the app, which nobody else can see yet; under a link that the server makes, where none is given.
    case create(title: String, url: String?)
    /// The documents that the person can read; those behind one of them, where it is given.
    case list(after: DocumentID?)
    /// The document; the person is active in it from now on.
    case open(url: String)
    /// The document as it is.
    case get(url: String)
    /// The person is not active in it any more.
    case close(url: String)
    /// Another text, in place of the one of that revision.
    case edit(url: String, text: String, revision: Int64)
    /// Something about it.
    case comment(url: String, text: String)
    /// Another title.
    case rename(url: String, title: String)
    /// Another folder.
    case move(url: String, folder: String)
    /// Nothing any more.
    case delete(url: String)

    /// The method with its params.
    var call: any MethodCall {
        switch self {
        case .create(let title, let url): Request.documentCreate(.init(title: title, url: url))
        case .list(let after): Request.documentList(.init(after: after))
        case .open(let url): Request.documentOpen(.url(url))
        case .get(let url): Request.documentGet(.url(url))
        case .close(let url): LiveRequest.documentClose(.url(url))
        case .edit(let url, let text, let revision):
            Request.documentEdit(.init(document: .url(url), text: text, revision: revision))
        case .comment(let url, let text): Request.documentComment(.init(document: .url(url), text: text))
        case .rename(let url, let title): Request.documentRename(.init(document: .url(url), title: title))
        case .move(let url, let folder): Request.documentMove(.init(document: .url(url), folder: folder))
        case .delete(let url): Request.documentDelete(.url(url))
        }
    }
}
