import ChatProtocol

/// Compares two JSON values. The order of members is ignored, and strings are compared scalar by scalar.
enum JSONDifference {
    /// Returns the first difference, with its path; nil if the values are the same.
    static func first(_ actual: JSONValue, _ expected: JSONValue, at path: String = "$") -> String? {
        switch (actual, expected) {
        case (.object(let ours), .object(let theirs)):
            for member in theirs.members {
                guard let value = ours[member.key] else { return "\(path).\(member.key) is missing" }
                if let difference = first(value, member.value, at: "\(path).\(member.key)") { return difference }
            }
            let surplus = ours.members.first { theirs[$0.key] == nil }
            return surplus.map { "\(path).\($0.key) is unexpected" }
        case (.array(let ours), .array(let theirs)):
            for (index, pair) in zip(ours, theirs).enumerated() {
                if let difference = first(pair.0, pair.1, at: "\(path)[\(index)]") { return difference }
            }
            return ours.count == theirs.count ? nil : "\(path) has \(ours.count) elements, not \(theirs.count)"
        case (.string(let ours), .string(let theirs)):
            return ours.utf8.elementsEqual(theirs.utf8) ? nil : "\(path) is “\(ours)”, not “\(theirs)”"
        default:
            return actual == expected ? nil : "\(path) differs"
        }
    }
}
