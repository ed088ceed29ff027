import ChatProtocol

/// What a component of an association says, or has from the level above: the domain's `defaults`, then the app's, then
/// the component itself, the more specific over the less (`ul-default-levels`). Every key of a component may stand in
/// `defaults`, too.
struct ComponentSettings {
    private(set) var options = LinkPattern.Options()
    var path: AssociationNode?
    private(set) var query: AssociationNode?
    private(set) var fragment: AssociationNode?
    var isExcluded = false

    /// What holds where nothing is said (`ul-component-defaults`).
    init() {}

    /// One level over the level above.
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
