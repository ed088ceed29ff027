package import ChatProtocol

/// Devices whose systems know no administrators: a share that has some is read only there, and shows them as private
/// users (`ck-role-compat`).
extension Core {
    /// Refuses what a person's device with an older system may not do.
    package func checkOldSystem(_ request: Request, of person: Handle) throws(RPCError) {
        guard let share = share(changedBy: request, for: person),
            share.participants.contains(where: { $0.role == .administrator })
        else { return }
        throw ShareRefusal(
            .forbidden, "ck-role-compat",
            "“\(share.title)” has administrators, which this device’s system does not support: it is read-only here."
        ).error
    }

    /// The share that a request would change, or whose document it would; nil for all else, and for what is not the
    /// person's to know.
    private func share(changedBy request: Request, for person: Handle) -> Share? {
        if let save = request.save { return try? share(save.share, for: person) }
        guard let reference = request.changedDocument, let document = state.document(reference),
            let share = state.share(of: document.id), share.participant(person) != nil
        else { return nil }
        return share
    }
}

extension Request {
    /// The document that it makes another; nil if it makes none another.
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
    /// The answer as a device with an older system is given it.
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
