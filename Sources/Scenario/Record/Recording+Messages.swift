import ChatProtocol

/// What is said in conversations, and what becomes of them.
extension Recording {
    // MARK: Conversations

    mutating func recordCreation(_ request: HeardRequest) {
        guard let me = request.person else { return }
        var people = [me]
        for other in request.params.handles("participants") where !people.contains(other) { people.append(other) }
        guard people.count > 1 else { return leaveOut(request, "which no phrase says") }
        let given = request.text("name").flatMap { cast.isTaken($0) ? nil : $0 }
        guard request.isDone, let id = request.result?["conversation"]?.text("id") else {
            act(say(.beginsConversation, .text(given), .people(people)), request, or: "which was refused")
            return
        }
        // The two may have it already; by another name it is the same one.
        let isKnown = cast.conversation(id) != nil
        if isKnown, given == nil { return }
        let name = isKnown ? given : cast.name(conversation: id, request.text("name"), of: people)
        guard let text = say(.beginsConversation, .text(name), .people(people)) else {
            return leaveOut(request, "whose name cannot be said")
        }
        arrange(text, at: request.at)
        if isKnown, let name { cast.rename(id, name) }
    }

    mutating func recordConversation(_ request: HeardRequest) {
        guard let person = request.person, let id = request.text("conversation"), cast.conversation(id) != nil
        else { return leaveOut(request, "in a conversation that began before") }
        let (me, place) = (RecordedSlot.person(person), RecordedSlot.conversation(id))
        let other = RecordedSlot.person(request.params.handle("handle"))
        switch request.method {
        case .conversationAddParticipant:
            let group = request.result?["conversation"]
            var begun: RecordedSlot?
            if let group, let new = group.text("id"), new != id {
                _ = cast.name(conversation: new, group.text("name"), of: group.handles("participants"))
                begun = .conversation(new)
            }
            let line = act(say(.adds, me, other, place, begun), request)
            if line != nil, request.isDone, let group = group?.text("id") { see(.members(conversation: group)) }
        case .conversationRemoveParticipant:
            let line = act(say(.removes, me, other, place), request)
            if line != nil, request.isDone { see(.members(conversation: id)) }
        case .conversationLeave:
            act(say(.leaves, me, place), request)
            if request.isDone { cast.members[id]?.removeAll { $0 == person } }
        case .conversationRename:
            let name = request.text("name") ?? ""
            let isFree = !cast.isTaken(name) || cast.conversation(id) == name
            let line = act(
                say(.renames, me, place, .text(isFree ? name : nil)), request, or: "to a name that cannot be said")
            if line != nil, request.isDone, !name.isEmpty { cast.rename(id, name) }
        case .conversationSetPhoto:
            if let photo = request.text("photo") {
                act(say(.givesPhoto, me, place, .text(photo)), request, or: "which cannot be said")
            } else {
                act(say(.takesPhoto, me, place), request)
            }
        case .conversationMarkRead:
            // A conversation that lies over an app is read there by itself.
            guard options.hasEverything && request.deviceName != "app" || !request.isDone else {
                isUnsaid = options.hasEverything
                return
            }
            let line = act(say(.reads, me, place), request)
            if let line, request.isDone { lastRead[person] = (line, id) }
        case .conversationMarkUnread: act(say(.marksUnread, me, place), request)
        case .conversationMute: act(say(.mutes, me, request.isOn("muted") ? "mutes" : "unmutes", place), request)
        case .conversationPin:
            let number = request.params["place"]?.integerValue.map { RecordedSlot.count($0) }
            act(say(.pinsConversation, me, request.isOn("pinned") ? "pins" : "unpins", place, number), request)
        case .conversationTyping:
            guard options.hasEverything, request.deviceName != "app" else { return }
            act(say(.types, me, request.isOn("typing") ? "is" : "stops", place), request)
        default: return
        }
    }

    // MARK: Messages

    mutating func recordMessage(_ request: HeardRequest) {
        guard let person = request.person else { return }
        guard let id = request.text("message"), let message = cast.said[id], cast.text(ofMessage: id) != nil,
            cast.conversation(message.conversation) != nil
        else { return leaveOut(request, "about a message that no step can name") }
        remember(message: id)
        let (me, place) = (RecordedSlot.person(person), RecordedSlot.conversation(message.conversation))
        switch request.method {
        case .messageEdit:
            guard let text = say(.edits, me, .message(id), .text(request.text("text") ?? ""), place) else {
                cast.unsayable.insert(id)
                return leaveOut(request, "in more than one line")
            }
            act(text, request)
            if request.isDone { see(.text(message: id)) }
        case .messageUnsend:
            act(say(.unsends, me, .message(id), place), request)
            if request.isDone { see(.unsent(message: id, text: message.text)) }
        default:
            let reaction = request.text("reaction").map { Reaction($0)?.spoken ?? $0 }
            let text =
                request.isOn("remove")
                ? say(.takesBackReaction, me, .message(id), place)
                : say(.reacts, me, .text(reaction), .message(id), place)
            if act(text, request) == nil { return }
        }
        if let changed = request.result?["message"] { cast.learn(message: changed) }
    }

    mutating func recordSending(_ request: HeardRequest) {
        guard let person = request.person else { return }
        guard let conversation = request.text("conversation"), cast.conversation(conversation) != nil else {
            return leaveOut(request, "in a conversation that began before")
        }
        let retry = request.text("clientID").map { "\(person) \($0)" }
        if let retry, let first = clientIDs[retry] { return script.change(first.line, to: first.resent) }
        let message = request.result?["message"]
        let (text, why, resent) = sending(request, by: person, to: conversation)
        guard let line = act(text, request, burst: "messages in \(conversation)", or: why) else {
            if let message, let id = message.text("id") {
                cast.learn(message: message)
                cast.unsayable.insert(id)
            }
            return
        }
        if let retry, request.isDone { clientIDs[retry] = (line, resent) }
        guard let message, let id = message.text("id") else { return }
        cast.learn(message: message)
        see(.message(id))
    }

    /// The step that sends a message, why there is none, and the step that sends it twice.
    private mutating func sending(
        _ request: HeardRequest, by person: Handle, to conversation: String
    ) -> (text: String?, why: String, resent: String?) {
        let (me, place) = (RecordedSlot.person(person), RecordedSlot.conversation(conversation))
        if let attachment = request.params["attachment"], request.text("text") ?? "" == "" {
            let name = request.params["replyTo"] == nil ? attachment.text("name") : nil
            return (say(.attaches, me, .text(name), place), "with a document that cannot be said", nil)
        }
        let told = said(request)
        cast.retell(request.text("text") ?? "", as: told)
        let words = RecordedSlot.text(told)
        guard request.params["attachment"] == nil, let sends = say(.sends, me, words, place) else {
            return (nil, "in more than one line, or with a document", nil)
        }
        guard let origin = request.text("replyTo") else { return (sends, "", say(.sendsAgain, me, words, place)) }
        guard let replies = say(.replies, me, words, .message(origin), place) else {
            return (nil, "an answer to a message that no step can name", nil)
        }
        remember(message: origin)
        guard request.deviceName == "app", let link = cast.link(inMessage: origin) else { return (replies, "", nil) }
        let target = cast.conversations(with: link.url).count > 1 ? place : nil
        return (say(.repliesFromApp, me, words, .text(link.url), .app(link.app), target) ?? replies, "", nil)
    }

    /// What somebody said, with the people whom it mentions called as the steps call them.
    private mutating func said(_ request: HeardRequest) -> String {
        let text = request.text("text") ?? ""
        guard let message = request.result?["message"] else { return text }
        var units = Array(text.utf16)
        func place(_ mention: JSONValue) -> Int { Int(clamping: mention["range"]?["location"]?.integerValue ?? -1) }
        for mention in message.list("mentions").sorted(by: { place($0) > place($1) }) {
            let location = place(mention)
            let length = Int(clamping: mention["range"]?["length"]?.integerValue ?? 0)
            guard let handle = mention.handle("handle"), location >= 0, length > 0, location + length <= units.count
            else { continue }
            let name = cast.name(handle)
            // Who is called by the handle that the steps give them is mentioned as before.
            guard CastPerson.handle(of: name) != handle else { continue }
            units.replaceSubrange(location..<(location + length), with: Array("@\(name)".utf16))
        }
        return String(decoding: units, as: UTF16.self)
    }
}
