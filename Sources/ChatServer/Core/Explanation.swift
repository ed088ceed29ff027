import ChatProtocol

extension CoreState {
    /// Why a person was told of something, or not: computed when it is asked, from the fact and the state.
    ///
    /// - Parameters:
    ///   - about: the id of a message, notice, highlight or consent, or a link.
    ///   - isObserver: whether an observer asks, who may know of everything; a person may know of what stands in their
    ///     own conversations.
    /// - Throws: `not_found` if there is no such thing.
    func explain(
        _ about: String, to person: Handle, isObserver: Bool, found: Core.Found
    ) throws(RPCError) -> DeliveryExplanation {
        func mayKnow(_ conversation: ConversationID) -> Bool {
            isObserver || conversations[conversation]?.members[person] != nil
        }
        if case .record(let record) = found {
            switch record.event {
            case .messagePosted(let message), .messageChanged(let message, _, _):
                guard mayKnow(message.conversation) else { break }
                return explain(message, to: person)
            case .noticePosted(let notice, let told, _) where mayKnow(notice.conversation):
                return explain(notice, told: told, to: person)
            default: break
            }
        }
        if let url = highlightURLs[HighlightID(about)] ?? (try? CanonicalURL(about)).flatMap({ known($0) }),
            isObserver || isLink(url, knownTo: person)
        {
            let surfacing = surfacing(of: url, for: person)
            var reasons = [surfacing.reason]
            if surfacing.sharers.count > 1 {
                reasons.append(Reason("merge-threads", "\(surfacing.sharers.count) people shared it"))
            }
            return DeliveryExplanation(delivered: surfacing.isShown, reasons: reasons)
        }
        if let request = people[person]?.waitingConsents.first(where: { $0.id.rawValue == about }) {
            let text = "a link of \(appName(request.app)) was pinned, and nothing stood against asking"
            return DeliveryExplanation(delivered: true, reasons: [Reason("auto-offer", text)])
        }
        throw RPCError(
            .notFound, "about: there is no such message, notice, highlight, consent or link.", .field("about"))
    }

    private func known(_ url: CanonicalURL) -> CanonicalURL? {
        highlightIDs[url] == nil ? nil : url
    }

    private func isLink(_ url: CanonicalURL, knownTo person: Handle) -> Bool {
        people[person]?.conversations.contains { conversations[$0]?.isShared(url, to: person) == true } == true
    }

    private func explain(_ message: Message, to person: Handle) -> DeliveryExplanation {
        guard let conversation = conversations[message.conversation], conversation.wasThere(person, for: message, at: 0)
        else {
            let isMember = conversations[message.conversation]?.members[person] != nil
            let text =
                isMember ? "\(name(person)) joined after it was sent" : "\(name(person)) was not in the conversation"
            return DeliveryExplanation(delivered: false, reasons: [Reason("grp-add", text)])
        }
        var reasons = [Reason("grp-add", "\(name(person)) was in the conversation when it was sent")]
        if message.isUnsent {
            reasons.append(Reason("msg-unsend-note", "it was unsent: a note stands in its place"))
        } else if person != message.sender {
            reasons.append(alert(for: person, of: .messagePosted(message)).reason)
        }
        return DeliveryExplanation(delivered: true, reasons: reasons)
    }

    private func explain(_ notice: Notice, told: [Handle], to person: Handle) -> DeliveryExplanation {
        guard conversations[notice.conversation]?.members[person] != nil else {
            let text = "the notice stands in a conversation that \(name(person)) is not in"
            return DeliveryExplanation(delivered: false, reasons: [Reason("notice-place", text)])
        }
        // Access is as it was when the notice was posted: those who had it were told.
        let verdict = NoticeRules.verdict(
            on: person, event: notice.event, actor: notice.actor, hasAccess: told.contains(person))
        var reasons = [verdict.reason]
        if verdict.told, notice.count > 1 {
            reasons.append(Reason("ntc-collapse", "\(notice.count) events of one kind are one notice"))
        }
        return DeliveryExplanation(delivered: verdict.told, reasons: reasons)
    }
}
