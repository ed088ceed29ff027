import ChatProtocol
import ChatScreens

/// The history of automatic sharing, for the person whose setting it is.
extension ClientModel {
    /// Shows the audit, the newest change first.
    mutating func show(audit changes: [SettingChange], of app: AppID?, hasMore: Bool) {
        var blocks = changes.reversed().map { change in
            [
                "\(clock.short(change.at))  \(title(of: change.scope)): \(words(change))", change.cause.text,
            ]
        }
        if blocks.isEmpty {
            blocks = [["No changes" + (app.map { " for \(known.apps.name(of: $0))" } ?? "")]]
        }
        if hasMore { blocks.append(["Earlier changes are not shown."]) }
        let heading = "Automatic Sharing: Change History"
        state.arrive(.text(title: heading, body: Array(blocks.joined(separator: [""]))))
        tell(.text(title: heading, body: blocks.flatMap { $0 }))
    }

    private func title(of scope: SettingChange.Scope) -> String {
        switch scope {
        case .everywhere: "Everywhere"
        case .app(let app): known.apps.name(of: app)
        case .conversation(let conversation):
            // A person who left a conversation gets no more data about it, not even its name.
            known[conversation].conversation == nil ? "a conversation" : title(of: conversation)
        }
    }

    private func words(_ change: SettingChange) -> String { "\(word(change.from)) → \(word(change.to))" }

    private func word(_ standing: SettingChange.Standing) -> String {
        switch standing {
        case .on: "on"
        case .off, .revoked: "off"
        case .unset: "not asked"
        case .offered: "asked"
        case .postponed: "not now"
        case .never: "never"
        }
    }
}
