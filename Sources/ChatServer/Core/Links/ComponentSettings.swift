import ChatProtocol

/// The settings of a component of an association. They are inherited from the domain's `defaults`, then the app's, then
/// the component itself; the more specific level wins (`ul-default-levels`). `defaults` may contain every key of a
/// component.
struct ComponentSettings {
    private(set) var options = LinkPattern.Options()
    var path: AssociationNode?
    private(set) var query: AssociationNode?
    private(set) var fragment: AssociationNode?
    var isExcluded = false

    /// Creates the settings of a component without keys or defaults (`ul-component-defaults`).
    init() {}

    /// Reads one level, with the level above it as the default.
    init(_ node: AssociationNode?, over inherited: Self) throws(SiteAssociation.Fault) {
        self = inherited
        guard let members = try node?.members() else { return }
        if let value = try members["caseSensitive"]?.bool() { options.isCaseSensitive = value }
        if let value = try members["percentEncoded"]?.bool() { options.isPercentEncoded = value }
        if let value = try members["exclude"]?.bool() { isExcluded = value }
        _ = try members["comment"]?.string()
        path = try text(members["/"]) ?? path
        query = members["?"] ?? query
        fragment = try text(members["#"]) ?? fragment
    }

    private func text(_ node: AssociationNode?) throws(SiteAssociation.Fault) -> AssociationNode? {
        _ = try node?.string()
        return node
    }
}
