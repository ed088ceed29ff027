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

    /// The method.
    var method: Method {
        switch self {
        case .create: .documentCreate
        case .list: .documentList
        case .open: .documentOpen
        case .get: .documentGet
        case .close: .documentClose
        case .edit: .documentEdit
        case .comment: .documentComment
        case .rename: .documentRename
        case .move: .documentMove
        case .delete: .documentDelete
        }
    }

    /// Appends the params.
    func writeParams(to json: inout JSONWriter) {
        switch self {
        case .create(let title, let url):
            json.member("title", title)
            json.member("url", url)
        case .list(let after): json.member("after", after)
        case .open(let url), .get(let url), .close(let url), .delete(let url): json.member("url", url)
        case .edit(let url, let text, let revision):
            json.member("url", url)
            json.member("text", text)
            json.member("revision", revision)
        case .comment(let url, let text):
            json.member("url", url)
            json.member("text", text)
        case .rename(let url, let title):
            json.member("url", url)
            json.member("title", title)
        case .move(let url, let folder):
            json.member("url", url)
            json.member("folder", folder)
        }
    }
}
