import ChatProtocol

/// What is said in conversations, and what becomes of them.
extension Recording {
    // MARK: Conversations

    mutating func takeCreation(_ request: HeardRequest) {
        guard let me = request.person else { return }
        var people = [me]
        for other in request.handles("participants") where !people.contains(other) { people.append(other) }
        guard people.count > 1 else { return leaveOut(request, "which no phrase says") }
        guard request.refusal == nil, let id = request.result?["conversation"]?["id"]?.stringValue else {
            guard let name = request.text("name"), !cast.isTaken(name), let words = RecordedWords.quoted(name) else {
                return leaveOut(request, "which was refused")
            }
            act("a conversation \(words) between \(RecordedWords.list(people.map { cast.name($0) }))", request)
            return
        }
        var alias: String?
        if cast.conversation(id) != nil {
            // The two have it already; by another name it is the same one.
            guard let name = request.text("name"), !cast.isTaken(name) else { return }
            alias = name
        }
        let name = alias ?? cast.name(conversation: id, request.text("name"), of: people)
        guard let words = RecordedWords.quoted(name) else { return leaveOut(request, "whose name cannot be said") }
        act(
            "a conversation \(words) between \(RecordedWords.list(people.map { cast.name($0) }))", at: request.at,
            kind: .setUp)
        if alias != nil { cast.rename(id, name) }
    }

    mutating func takeConversation(_ request: HeardRequest) {
        guard let person = request.person, let id = request.text("conversation"), let place = conversation(request)
        else { return leaveOut(request, "in a conversation that began before") }
        let me = cast.name(person)
        switch request.method {
        case .conversationAddParticipant:
            guard let other = request.handle("handle") else { return leaveOut(request, "which no phrase says") }
            var text = "\(me) adds \(cast.name(other)) to \(place)"
            if let new = request.result?["conversation"], let newID = new["id"]?.stringValue, newID != id {
                let people = (new["participants"]?.arrayValue ?? []).compactMap {
                    $0.stringValue.flatMap { Handle($0) }
                }
                let name = cast.name(conversation: newID, new["name"]?.stringValue, of: people)
                guard let words = RecordedWords.quoted(name) else { return }
                text += " and so begins \(words)"
            }
            act(text, request)
            if request.refusal == nil, let group = request.result?["conversation"]?["id"]?.stringValue {
                see(.members(conversation: group))
            }
        case .conversationRemoveParticipant:
            guard let other = request.handle("handle") else { return leaveOut(request, "which no phrase says") }
            act("\(me) removes \(cast.name(other)) from \(place)", request)
            if request.refusal == nil { see(.members(conversation: id)) }
        case .conversationLeave:
            act("\(me) leaves \(place)", request)
            cast.members[id]?.removeAll { request.refusal == nil && $0 == person }
        case .conversationRename:
            let name = request.text("name") ?? ""
            guard let words = RecordedWords.quoted(name), !cast.isTaken(name) || cast.conversation(id) == name else {
                return leaveOut(request, "to a name that cannot be said")
            }
            act("\(me) renames \(place) to \(words)", request)
            if request.refusal == nil, !name.isEmpty { cast.rename(id, name) }
        case .conversationSetPhoto:
            guard let photo = request.text("photo") else {
                act("\(me) takes the photo from \(place)", request)
                return
            }
            guard let words = RecordedWords.quoted(photo) else { return leaveOut(request, "which cannot be said") }
            act("\(me) gives \(place) the photo \(words)", request)
        case .conversationMarkRead:
            // A conversation that lies over an app is read there by itself.
            guard options.hasEverything && request.deviceName != "app" || request.refusal != nil else {
                isUnsaid = options.hasEverything
                return
            }
            let line = act("\(me) reads \(place)", request)
            if request.refusal == nil { lastRead[person] = (line, id) }
        case .conversationMarkUnread: act("\(me) marks \(place) as unread", request)
        case .conversationMute:
            act("\(me) \(request.params["muted"] == true ? "mutes" : "unmutes") \(place)", request)
        case .conversationPin:
            let verb = request.params["pinned"] == true ? "pins" : "unpins"
            let number = request.params["place"]?.integerValue.map { " in place \($0)" } ?? ""
            act("\(me) \(verb) the conversation \(place)\(number)", request)
        case .conversationTyping:
            guard options.hasEverything, request.deviceName != "app" else { return }
            let verb = request.params["typing"] == true ? "is typing" : "stops typing"
            act("\(me) \(verb) in \(place)", request)
        default: return
        }
    }

    // MARK: Messages

    mutating func takeMessage(_ request: HeardRequest) {
        guard let person = request.person else { return }
        if request.method == .messageSend { return takeSending(request, by: person) }
        guard let id = request.text("message"), let message = cast.said[id],
            let place = cast.conversation(message.conversation).flatMap({ RecordedWords.quoted($0) }),
            let words = cast.text(ofMessage: id)
        else { return leaveOut(request, "about a message that no step can name") }
        remember(message: id)
        let me = cast.name(person)
        switch request.method {
        case .messageEdit:
            guard let text = RecordedWords.quoted(request.text("text") ?? "") else {
                cast.unsayable.insert(id)
                return leaveOut(request, "in more than one line")
            }
            act("\(me) edits \(words) to \(text) in \(place)", request)
            if request.refusal == nil { see(.text(message: id)) }
        case .messageUnsend:
            act("\(me) unsends \(words) in \(place)", request)
            if request.refusal == nil { see(.unsent(message: id, text: message.text)) }
        default:
            if request.params["remove"] == true {
                act("\(me) takes back the reaction to \(words) in \(place)", request)
            } else {
                guard let reaction = request.text("reaction"),
                    let spoken = RecordedWords.quoted(Reaction(reaction)?.spoken ?? reaction)
                else { return leaveOut(request, "which no phrase says") }
                act("\(me) reacts \(spoken) to \(words) in \(place)", request)
            }
        }
        if let changed = request.result?["message"] { cast.take(message: changed) }
    }

    private mutating func takeSending(_ request: HeardRequest, by person: Handle) {
        let me = cast.name(person)
        guard let conversation = request.text("conversation"), let place = self.conversation(request) else {
            return leaveOut(request, "in a conversation that began before")
        }
        let message = request.result?["message"]
        func isUnsayable(_ why: String) {
            if let message, let id = message["id"]?.stringValue {
                cast.take(message: message)
                cast.unsayable.insert(id)
            }
            leaveOut(request, why)
        }
        if let clientID = request.text("clientID"), let line = clientIDs["\(person) \(clientID)"] {
            if let text = script.text(line), text.hasPrefix("\(me) sends "), !text.hasSuffix("breaks") {
                script.change(line, to: "\(text) and sends it again when the line breaks")
            }
            return
        }
        let line: Int
        let key = "messages in \(conversation)"
        if let attachment = request.params["attachment"], request.text("text") ?? "" == "" {
            guard let name = attachment["name"]?.stringValue.flatMap(RecordedWords.quoted),
                request.params["replyTo"] == nil
            else { return isUnsayable("with a document that cannot be said") }
            line = act("\(me) attaches the document \(name) to \(place)", request, burst: key)
        } else {
            cast.retell(request.text("text") ?? "", as: said(request))
            guard request.params["attachment"] == nil, let words = RecordedWords.quoted(said(request)) else {
                return isUnsayable("in more than one line, or with a document")
            }
            if let origin = request.text("replyTo") {
                guard let first = cast.text(ofMessage: origin) else {
                    return isUnsayable("an answer to a message that no step can name")
                }
                remember(message: origin)
                if request.deviceName == "app", let link = cast.link(inMessage: origin), let app = appName(link.app),
                    let url = RecordedWords.quoted(link.url)
                {
                    let target = cast.conversations(with: link.url).count > 1 ? " to \(place)" : ""
                    line = act("\(me) replies \(words) from \(url) in \(app)\(target)", request, burst: key)
                } else {
                    line = act("\(me) replies \(words) to \(first) in \(place)", request, burst: key)
                }
            } else {
                line = act("\(me) sends \(words) to \(place)", request, burst: key)
            }
        }
        if let clientID = request.text("clientID"), request.refusal == nil { clientIDs["\(person) \(clientID)"] = line }
        guard let message, let id = message["id"]?.stringValue else { return }
        cast.take(message: message)
        see(.message(id))
    }

    /// What somebody said, with the people whom it mentions called as the steps call them.
    private mutating func said(_ request: HeardRequest) -> String {
        let text = request.text("text") ?? ""
        guard let message = request.result?["message"] else { return text }
        var units = Array(text.utf16)
        let mentions = (message["mentions"]?.arrayValue ?? []).sorted {
            $0["range"]?["location"]?.integerValue ?? 0 > $1["range"]?["location"]?.integerValue ?? 0
        }
        for mention in mentions {
            guard let handle = mention["handle"]?.stringValue.flatMap({ Handle($0) }),
                let location = mention["range"]?["location"]?.integerValue.map({ Int(clamping: $0) }),
                let length = mention["range"]?["length"]?.integerValue.map({ Int(clamping: $0) }),
                location >= 0, length > 0, location + length <= units.count
            else { continue }
            let name = cast.name(handle)
            // Who is called by the handle that the steps give them is mentioned as before.
            guard CastPerson(name: name)?.handle != handle else { continue }
            units.replaceSubrange(location..<(location + length), with: Array("@\(name)".utf16))
        }
        return String(decoding: units, as: UTF16.self)
    }
}
