import ChatProtocol

/// A value of an association file and its place there, so that every fault can say where it is.
struct AssociationNode {
    /// As `applinks.details[0].components[2]["/"]`.
    let place: String
    let value: JSONValue

    /// The members of an object, each knowing its place.
    struct Members {
        let place: String
        let object: JSONObject

        subscript(key: String) -> AssociationNode? {
            self[key, at: AssociationNode.place(of: key, in: place)]
        }

        subscript(key: String, at place: String) -> AssociationNode? {
            object[key].map { AssociationNode(place: place, value: $0) }
        }

        /// All of them, in the order of the file.
        var all: [(name: String, node: AssociationNode)] {
            object.members.map {
                ($0.key, AssociationNode(place: AssociationNode.place(of: $0.key, in: place), value: $0.value))
            }
        }
    }

    func fault(_ problem: String) -> SiteAssociation.Fault {
        SiteAssociation.Fault(place: place, problem: problem)
    }

    func members() throws(SiteAssociation.Fault) -> Members {
        guard case .object(let object) = value else { throw fault("expected an object, found \(value.kind)") }
        return Members(place: place, object: object)
    }

    func elements() throws(SiteAssociation.Fault) -> [AssociationNode] {
        guard case .array(let values) = value else { throw fault("expected an array, found \(value.kind)") }
        return values.enumerated().map { AssociationNode(place: "\(place)[\($0.offset)]", value: $0.element) }
    }

    func string() throws(SiteAssociation.Fault) -> String {
        guard case .string(let text) = value else { throw fault("expected a string, found \(value.kind)") }
        return text
    }

    func bool() throws(SiteAssociation.Fault) -> Bool {
        guard case .bool(let flag) = value else { throw fault("expected true or false, found \(value.kind)") }
        return flag
    }

    /// A name is written plainly where it is a word, and in brackets and quotes where it is not.
    private static func place(of key: String, in place: String) -> String {
        let isWord = !key.isEmpty && key.utf8.allSatisfy(ASCII.isAlphanumeric)
        return isWord ? "\(place).\(key)" : "\(place)[\"\(key)\"]"
    }
}
