package import ChatProtocol

/// Devices with a system that supports no administrators. A share with administrators is read-only there, and shows
/// them as private users (`ck-role-compat`).
struct OldSystemChecks {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Checks that a request changes no share with administrators, for a device with an older system.
    ///
    /// - Throws: `forbidden` if it does.
    func check(_ request: Request, of person: Handle) throws(RPCError) {
        guard let share = share(changedBy: request, for: person),
            share.participants.contains(where: { $0.role == .administrator })
        else { return }
        throw ShareRefusal(
            .forbidden, "ck-role-compat",
            "“\(share.title)” has administrators, which this device’s system does not support: it is read-only here."
        ).error
    }

    /// Returns the share that a request changes, or the share of the document that it changes. It is nil for every
    /// other request, and if the person may not know the share.
    private func share(changedBy request: Request, for person: Handle) -> Share? {
        if let save = request.save { return try? ShareDecisions(draft).share(save.share, for: person) }
        let views = DocumentViews(draft.state)
        guard let reference = request.changedDocument, let document = views.document(reference),
            let share = views.share(of: document.id), share.participant(person) != nil
        else { return nil }
        return share
    }
}

extension Request {
    /// The document that the request changes; nil if it changes none.
    fileprivate var changedDocument: DocumentReference? {
        switch self {
        case .documentEdit(let request): request.document
        case .documentComment(let request): request.document
        case .documentRename(let request): request.document
        case .documentMove(let request): request.document
        case .documentDelete(let document): document
        default: nil
        }
    }
}

extension ShareView {
    /// The share as an older system shows it.
    package var onOldSystem: ShareView {
        var view = self
        for index in share.participants.indices where share.participants[index].role == .administrator {
            view.share.participants[index].role = .privateUser
        }
        if view.role == .administrator { view.role = .privateUser }
        return view
    }
}

extension Answer {
    /// The answer in the form for a device with an older system.
    package var onOldSystem: Answer {
        switch self {
        case .share(let share): .share(share.onOldSystem)
        case .asked(let start, let share, let dropped): .asked(start, share: share?.onOldSystem, dropped: dropped)
        case .savedShare(let share, let dropped, let conversation):
            .savedShare(share.onOldSystem, dropped: dropped, conversation: conversation)
        case .shares(let shares, let more): .shares(shares.map(\.onOldSystem), more: more)
        default: self
        }
    }
}
