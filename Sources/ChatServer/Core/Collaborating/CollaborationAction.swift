import ChatProtocol

extension CollaborationAction {
    var kind: RequestedAction.Kind {
        switch purpose {
        case .start, .create: .startCollaboration
        case .send, .save, .prompt: .updateCollaborationParticipants
        }
    }

    /// The collaboration that waits for the action; nil for an answered prompt.
    var start: StartID? {
        switch purpose {
        case .start(let id), .send(let id, _, _), .create(let id, _), .save(let id, _, _): id
        case .prompt: nil
        }
    }

    /// The share that the action will create; nil before its link is known and if the share exists.
    var draft: Share? {
        switch purpose {
        case .send(_, let share, true), .create(_, let share): share
        case .start, .send, .save, .prompt: nil
        }
    }

    /// The id of the share that the action changes; nil if no share exists yet.
    var existing: ShareID? {
        switch purpose {
        case .send(_, let share, false): share.id
        case .prompt(_, let share), .save(_, let share, _): share
        case .start, .send, .create: nil
        }
    }
}
