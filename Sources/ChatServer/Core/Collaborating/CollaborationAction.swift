import ChatProtocol

extension CollaborationAction {
    /// What is asked.
    var kind: RequestedAction.Kind {
        switch purpose {
        case .start, .create: .startCollaboration
        case .send, .save, .prompt: .updateCollaborationParticipants
        }
    }

    /// What its person waits for, if it is not an answered prompt.
    var start: StartID? {
        switch purpose {
        case .start(let id), .send(let id, _, _), .create(let id, _), .save(let id, _, _): id
        case .prompt: nil
        }
    }

    /// The share that is not there yet.
    var draft: Share? {
        switch purpose {
        case .send(_, let share, true), .create(_, let share): share
        case .start, .send, .save, .prompt: nil
        }
    }

    /// The share that is there already, by its id.
    var existing: ShareID? {
        switch purpose {
        case .send(_, let share, false): share.id
        case .prompt(_, let share), .save(_, let share, _): share
        case .start, .send, .create: nil
        }
    }
}
