import ChatProtocol

/// A value of an association file with its place, so that every fault can name the place.
struct AssociationNode {
    let at: Place
    let value: JSONValue

    /// A place in the file. Its text is built only for a fault or a component.
    indirect enum Place {
        case root(String)
        case member(String, of: Place)
        case element(Int, of: Place)

        /// The text of the place. A key is written plainly if it is alphanumeric, and in brackets and quotes if not.
        var text: String {
            switch self {
            case .root(let name): return name
            case .element(let index, let list): return "\(list.text)[\(index)]"
            case .member(let key, let object):
                let isWord = !key.isEmpty && key.utf8.allSatisfy(ASCII.isAlphanumeric)
                return isWord ? "\(object.text).\(key)" : "\(object.text)[\"\(key)\"]"
            }
        }
    }

    /// The place as text: `applinks.details[0].components[2]["/"]`.
    var place: String { at.text }

    /// The members of an object, with their places.
    struct Members {
        let at: Place
        let object: JSONObject

        subscript(key: String) -> AssociationNode? { self[key, at: .member(key, of: at)] }

        subscript(key: String, at place: Place) -> AssociationNode? {
            object[key].map { AssociationNode(at: place, value: $0) }
        }

        /// All members, in the order of the file.
        var all: [(name: String, node: AssociationNode)] {
            object.members.map { ($0.key, AssociationNode(at: .member($0.key, of: at), value: $0.value)) }
        }
    }

    func fault(_ problem: String) -> SiteAssociation.Fault {
        SiteAssociation.Fault(place: place, problem: problem)
    }

    func members() throws(SiteAssociation.Fault) -> Members {
        guard case .object(let object) = value else { throw fault("expected an object, found \(value.kind)") }
        return Members(at: at, object: object)
    }

    func elements() throws(SiteAssociation.Fault) -> [AssociationNode] {
        guard case .array(let values) = value else { throw fault("expected an array, found \(value.kind)") }
        return values.enumerated().map { AssociationNode(at: .element($0.offset, of: at), value: $0.element) }
    }

    func string() throws(SiteAssociation.Fault) -> String {
        guard case .string(let text) = value else { throw fault("expected a string, found \(value.kind)") }
        return text
    }

    func bool() throws(SiteAssociation.Fault) -> Bool {
        guard case .bool(let flag) = value else { throw fault("expected true or false, found \(value.kind)") }
        return flag
    }
}
