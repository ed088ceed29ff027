/// A save as the log keeps it while an app is asked: the params of `share.save`.
extension SaveShare: JSONWritable {
    /// Appends what ``init(from:)`` reads; what is changed by methods of its own, such as roles, is in none.
    public func write(to json: inout JSONWriter) {
        json.object {
            switch share {
            case .id(let id): $0.member("share", id)
            case .url(let url): $0.member("url", url)
            }
            if let revision { $0.member("revision", revision) }
            $0.member("title", title)
            $0.member("access", access?.rawValue)
            $0.member("permission", permission?.rawValue)
            if let allowsInviting { $0.member("allowsInviting", allowsInviting) }
            if !additions.isEmpty { $0.member("add", additions) }
            if !removals.isEmpty { $0.member("remove", removals) }
            if !permissions.isEmpty { $0.member("permissions", permissions) }
        }
    }
}

extension SaveShare.Addition: JSONWritable {
    /// Appends `{handle, permission?, role?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("permission", permission?.rawValue)
            $0.member("role", role?.rawValue)
        }
    }
}

extension SaveShare.OwnPermission: JSONWritable {
    /// Appends `{handle, permission}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("permission", permission.rawValue)
        }
    }
}
