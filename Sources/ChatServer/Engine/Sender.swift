import ChatCore
import ChatProtocol

extension Principal {
    /// Whose client ids are one space: a person's sessions share theirs, and so do an app's for one person.
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
