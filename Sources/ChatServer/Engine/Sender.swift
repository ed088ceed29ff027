import ChatCore
import ChatProtocol

extension Principal {
    /// The scope of client ids. All sessions of a person share one, and so do all sessions of an app for a person.
    struct Sender: Hashable {
        var key: String
    }

    var sender: Sender {
        switch self {
        case .person(let handle): Sender(key: handle.rawValue)
        case .app(let app, let person): Sender(key: "\(person) \(app)")
        case .observer(let handle): Sender(key: "* \(handle?.rawValue ?? "")")
        }
    }
}
