// Written by script/docs: change the page instead.

/// A page of docs/.
package struct DocsPage: Sendable {
    /// The path in docs/, without the ending.
    package let path: String
    /// The first heading.
    package let title: String
    /// The text, in Markdown.
    package let text: String

    /// The pages that a model needs for its work with the tools.
    package static let all = [
        DocsPage(
            path: "how-to/cookbook", title: "Cookbook",
            text: #"""
                # Cookbook

                <!-- Written by script/docs from a run of cookbook.feature; script/test compares them. -->

                Play the flows of this page, and look at every screen and message in [the trace](read-a-trace.md):

                ```sh
                chat-client play docs/how-to/cookbook.feature --report html:trace.html
                ```

                Each flow is a [scenario](../reference/gherkin.md) and its messages. Use them in [a shell](test-in-a-shell.md) or in [any language](test-in-any-language.md). → marks a request with its params, ← a notification with its params. Other messages of the step are left out.

                ## A message alerts the others

                Every member receives `message.posted` with `alert`. Other devices of Anna receive it without `alert`.

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                When Anna sends "Who drives?" to "Trip"
                Then Bea sees "Who drives?" in "Trip"
                And Bea is alerted to "Who drives?" in "Trip"
                ```

                ```text
                # When Anna sends "Who drives?" to "Trip"
                Anna → message.send {"conversation": "c3", "text": "Who drives?", "clientID": "anna-2"}
                Bea ← message.posted {"cursor": 4, "message": {"id": "m4", "conversation": "c3", "sender": "anna", "text": "Who drives?", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [], "mentions": [], "clientID": "anna-2"}, "alert": true}
                ```

                ## A muted conversation does not alert

                Carl still receives the messages. Only the mention alerts him.

                ```gherkin
                Given a conversation "Trip" between Anna, Bea and Carl
                When Carl mutes "Trip"
                And Anna sends "Who drives?" to "Trip"
                And Anna sends "@Carl, and you?" to "Trip"
                Then Carl sees "Who drives?" in "Trip"
                And Carl is not alerted to "Who drives?" in "Trip"
                And Carl is alerted to "@Carl, and you?" in "Trip"
                ```

                ```text
                # When Carl mutes "Trip"
                Carl → conversation.mute {"conversation": "c4", "muted": true, "clientID": "carl-1"}

                # And Anna sends "Who drives?" to "Trip"
                Anna → message.send {"conversation": "c4", "text": "Who drives?", "clientID": "anna-2"}
                Bea ← message.posted {"cursor": 6, "message": {"id": "m6", "conversation": "c4", "sender": "anna", "text": "Who drives?", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [], "mentions": [], "clientID": "anna-2"}, "alert": true}
                Carl ← message.posted {"cursor": 6, "message": {"id": "m6", "conversation": "c4", "sender": "anna", "text": "Who drives?", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [], "mentions": [], "clientID": "anna-2"}}

                # And Anna sends "@Carl, and you?" to "Trip"
                Anna → message.send {"conversation": "c4", "text": "@Carl, and you?", "clientID": "anna-3"}
                Bea ← message.posted {"cursor": 7, "message": {"id": "m7", "conversation": "c4", "sender": "anna", "text": "@Carl, and you?", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 2, "links": [], "mentions": [{"handle": "carl", "range": {"location": 0, "length": 5}}], "clientID": "anna-3"}, "alert": true}
                Carl ← message.posted {"cursor": 7, "message": {"id": "m7", "conversation": "c4", "sender": "anna", "text": "@Carl, and you?", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 2, "links": [], "mentions": [{"handle": "carl", "range": {"location": 0, "length": 5}}], "clientID": "anna-3"}, "alert": true}
                ```

                ## An edit of a shared document is a notice

                The app posts the event. The server posts a notice for everyone on the share except Anna.

                ```gherkin
                Given a conversation "Trip" between Anna, Bea and Carl
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Anna edits "https://notes.example/d/1" in "Notes"
                Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
                And Carl sees the notice "Anna edited “Trip plan”" in "Trip"
                ```

                ```text
                # When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                Anna → share.send {"share": "s6", "conversation": "c4", "clientID": "anna-3"}

                # And Anna edits "https://notes.example/d/1" in "Notes"
                Notes for Anna → document.edit {"url": "https://notes.example/d/1", "text": "One more line.", "revision": 0, "clientID": "com.example.notes-anna-2"}
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "change", "trigger": "edit"}, "clientID": "change-d-s6-1"}
                Bea ← notice.posted {"cursor": 11, "notice": {"id": "n11", "conversation": "c4", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna edited “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}}
                Carl ← notice.posted {"cursor": 11, "notice": {"id": "n11", "conversation": "c4", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna edited “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}}
                ```

                ## Edits within ten minutes are one notice

                The notice grows under its id. More than ten minutes after the first edit, a new notice begins.

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Anna edits "https://notes.example/d/1" in "Notes"
                And Anna edits "https://notes.example/d/1" in "Notes"
                And 11 minutes pass
                And Anna edits "https://notes.example/d/1" in "Notes"
                Then Bea sees the notices in "Trip":
                  | text                             |
                  | Anna made 2 edits to “Trip plan” |
                  | Anna edited “Trip plan”          |
                ```

                ```text
                # And Anna edits "https://notes.example/d/1" in "Notes"
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "change", "trigger": "edit"}, "clientID": "change-d-s5-1"}
                Bea ← notice.posted {"cursor": 10, "notice": {"id": "n10", "conversation": "c3", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna edited “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}}

                # And Anna edits "https://notes.example/d/1" in "Notes"
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "change", "trigger": "edit"}, "clientID": "change-d-s5-2"}
                Bea ← notice.posted {"cursor": 13, "notice": {"id": "n10", "conversation": "c3", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 2, "text": "Anna made 2 edits to “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}}

                # And 11 minutes pass
                observer → clock.advance {"milliseconds": 660000}

                # And Anna edits "https://notes.example/d/1" in "Notes"
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "change", "trigger": "edit"}, "clientID": "change-d-s5-3"}
                Bea ← notice.posted {"cursor": 17, "notice": {"id": "n17", "conversation": "c3", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna edited “Trip plan”", "postedAt": "2022-09-12T09:11:00.000Z"}}
                ```

                ## A mention is for the mentioned person

                No one else receives the notice, and `delivery.explain` names the rule.

                ```gherkin
                Given a conversation "Trip" between Anna, Bea and Carl
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
                Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
                And Carl sees no notice in "Trip"
                And Carl was not notified because "ev-mention-private"
                ```

                ```text
                # And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "mention", "mentioned": "bea"}, "clientID": "com.example.notes-anna-3"}
                Bea ← notice.posted {"cursor": 11, "notice": {"id": "n11", "conversation": "c4", "actor": "anna", "event": {"type": "mention", "mentioned": "bea"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna mentioned you in “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}, "alert": true}

                # And Carl was not notified because "ev-mention-private"
                observer → delivery.explain {"person": "carl", "about": "n11"}
                observer ← (answer) {"delivered": false, "reasons": [{"rule": "ev-mention-private", "text": "a mention is shown only to the mentioned person"}]}
                ```

                ## A notice is lost on the way

                A fault drops the notice. Bea receives it when she logs in again.

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And the next notice to Bea is lost
                And Anna edits "https://notes.example/d/1" in "Notes"
                Then Bea sees no notice in "Trip"
                When Bea goes offline
                And Bea comes back online
                Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
                ```

                ```text
                # And the next notice to Bea is lost
                observer → fault.inject {"on": {"notification": "notice.posted", "to": "bea"}, "do": "drop"}

                # And Anna edits "https://notes.example/d/1" in "Notes"
                Notes for Anna → highlightCenter.postNotice {"url": "https://notes.example/d/1", "event": {"type": "change", "trigger": "edit"}, "clientID": "change-d-s5-1"}

                # And Bea comes back online
                Bea → session.hello {"role": "person", "handle": "bea", "name": "Bea", "world": "main", "after": 7}
                Bea ← notice.posted {"cursor": 10, "notice": {"id": "n10", "conversation": "c3", "actor": "anna", "event": {"type": "change", "trigger": "edit"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Anna edited “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z"}}
                ```

                ## A client catches up in order

                The client sends its last cursor as `after`, and receives everything later.

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                When Bea goes offline
                And Anna sends "One" to "Trip"
                And Anna sends "Two" to "Trip"
                And Bea comes back online
                Then in "Trip" Bea sees:
                  | from | text |
                  | Anna | One  |
                  | Anna | Two  |
                ```

                ```text
                # And Anna sends "One" to "Trip"
                Anna → message.send {"conversation": "c3", "text": "One", "clientID": "anna-2"}

                # And Anna sends "Two" to "Trip"
                Anna → message.send {"conversation": "c3", "text": "Two", "clientID": "anna-3"}

                # And Bea comes back online
                Bea → session.hello {"role": "person", "handle": "bea", "name": "Bea", "world": "main", "after": 3}
                Bea ← message.posted {"cursor": 4, "message": {"id": "m4", "conversation": "c3", "sender": "anna", "text": "One", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [], "mentions": [], "clientID": "anna-2"}, "alert": true}
                Bea ← message.posted {"cursor": 5, "message": {"id": "m5", "conversation": "c3", "sender": "anna", "text": "Two", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 2, "links": [], "mentions": [], "clientID": "anna-3"}, "alert": true}
                ```

                ## A new member is a question to the owner

                Dana is in the group but not on the share. The owner decides.

                ```gherkin
                Given a conversation "Trip" between Anna, Bea and Carl
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Bea adds Dana to "Trip"
                Then Anna is asked "Add Dana to “Trip plan”" in "Trip"
                ```

                ```text
                # Given a conversation "Trip" between Anna, Bea and Carl
                Bea ← conversation.changed {"cursor": 4, "conversation": {"id": "c4", "name": "Trip", "participants": ["anna", "bea", "carl"], "people": [{"handle": "anna", "name": "Anna"}, {"handle": "bea", "name": "Bea"}, {"handle": "carl", "name": "Carl"}], "unread": 0, "muted": false, "waitingNotices": [], "pinned": false, "isNew": true}}
                Carl ← conversation.changed {"cursor": 4, "conversation": {"id": "c4", "name": "Trip", "participants": ["anna", "bea", "carl"], "people": [{"handle": "anna", "name": "Anna"}, {"handle": "bea", "name": "Bea"}, {"handle": "carl", "name": "Carl"}], "unread": 0, "muted": false, "waitingNotices": [], "pinned": false, "isNew": true}}

                # And Bea adds Dana to "Trip"
                Bea → conversation.addParticipant {"conversation": "c4", "handle": "dana", "clientID": "bea-2"}
                Anna ← conversation.changed {"cursor": 11, "conversation": {"id": "c4", "name": "Trip", "participants": ["anna", "bea", "carl", "dana"], "people": [{"handle": "anna", "name": "Anna"}, {"handle": "bea", "name": "Bea"}, {"handle": "carl", "name": "Carl"}, {"handle": "dana", "name": "Dana"}], "unread": 0, "lastMessage": {"id": "m7", "conversation": "c4", "sender": "anna", "text": "https://notes.example/d/1", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [{"url": "https://notes.example/d/1", "app": "com.example.notes", "title": "Trip plan", "range": {"location": 0, "length": 25}}], "mentions": []}, "muted": false, "waitingNotices": [{"id": "n12", "conversation": "c4", "actor": "bea", "event": {"type": "group", "trigger": "added", "person": "dana"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Add Dana to “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z", "actions": [{"id": "add", "title": "Add"}], "shares": ["s6"]}], "pinned": false}, "line": {"kind": "system", "id": "e11", "text": "Bea added Dana to the conversation"}}
                Anna ← notice.posted {"cursor": 12, "notice": {"id": "n12", "conversation": "c4", "actor": "bea", "event": {"type": "group", "trigger": "added", "person": "dana"}, "app": "com.example.notes", "url": "https://notes.example/d/1", "title": "Trip plan", "count": 1, "text": "Add Dana to “Trip plan”", "postedAt": "2022-09-12T09:00:00.000Z", "actions": [{"id": "add", "title": "Add"}], "shares": ["s6"]}}
                Carl ← conversation.changed {"cursor": 11, "conversation": {"id": "c4", "name": "Trip", "participants": ["anna", "bea", "carl", "dana"], "people": [{"handle": "anna", "name": "Anna"}, {"handle": "bea", "name": "Bea"}, {"handle": "carl", "name": "Carl"}, {"handle": "dana", "name": "Dana"}], "unread": 1, "lastMessage": {"id": "m7", "conversation": "c4", "sender": "anna", "text": "https://notes.example/d/1", "sentAt": "2022-09-12T09:00:00.000Z", "sequence": 1, "links": [{"url": "https://notes.example/d/1", "app": "com.example.notes", "title": "Trip plan", "range": {"location": 0, "length": 25}}], "mentions": []}, "muted": false, "waitingNotices": [], "pinned": false}, "line": {"kind": "system", "id": "e11", "text": "Bea added Dana to the conversation"}}
                Dana ← conversation.changed {"cursor": 11, "conversation": {"id": "c4", "name": "Trip", "participants": ["anna", "bea", "carl", "dana"], "people": [{"handle": "anna", "name": "Anna"}, {"handle": "bea", "name": "Bea"}, {"handle": "carl", "name": "Carl"}, {"handle": "dana", "name": "Dana"}], "unread": 0, "muted": false, "waitingNotices": [], "pinned": false}, "line": {"kind": "system", "id": "e11", "text": "Bea added you to the conversation"}}
                ```

                """#),
        DocsPage(
            path: "reference/gherkin", title: "Gherkin",
            text: #"""
                # Gherkin

                Check and lay out feature files:

                ```gherkin trip.feature
                Feature: A trip
                  Scenario: Who drives
                    Given a conversation "Trip" between Anna and Bea
                    When Anna sends "Who drives?" to "Trip"
                    Then Bea sees "Who drives?" in "Trip"
                ```

                ```sh
                chat-client play --dry-run trip.feature
                chat-client format --check trip.feature
                chat-client gherkin --pickles trip.feature
                ```

                Scenarios are in [Gherkin](https://cucumber.io/docs/gherkin/reference/). The parser follows the [published grammar](https://github.com/cucumber/gherkin/blob/main/gherkin.berp) and gives the results and complaints of the official parsers.

                ## Syntax

                - `Feature`, `Rule`, `Background`, `Scenario`, `Example`, `Scenario Outline` with `Examples`, tags, `*` steps, comments and descriptions.
                - Data tables with `\|`, `\n` and `\\`. Doc strings in `"""` or three backticks, with a media type. A step can have both.
                - UTF-8, with or without a byte order mark, with either line end.
                - `.feature.md`: headings, list items, indented tables, tags in backticks and fenced blocks of Markdown are Gherkin.
                - 80 languages: `# language: fr` in the first line, or `--language fr`. Sentences are English in all of them. The keywords are those of cucumber/gherkin (MIT licence).

                A misspelt keyword, such as `Scenaro:`, and a `<placeholder>` without an example are faults: `play` names the place, plays nothing, and ends with status 2. `play --dry-run` lists faults as warnings with status 1, and also unused or duplicate columns, examples without rows, outlines without examples, and empty scenarios.

                ## Layout

                `chat-client format PATH…` indents by two columns, aligns tables and sets blank lines. Comments, doc strings and line ends stay. The result must mean the same, or the file stays. `--check` lists files that would change, with status 1. Markdown is not formatted.

                ## Output for programs

                `chat-client gherkin [--source] [--ast] [--pickles] FILE…` prints Cucumber's JSON messages, and `--tokens` tokens. Faults are `parseError` messages with status 2, up to 11 a file. `--languages` lists the languages. `script/gherkin-corpus DIR` compares the output with the official test data: 67 files, 232 comparisons, all passed.

                ## For editors

                `chat-client lsp` is a language server ([how to use it](../how-to/write-in-an-editor.md)). For programs of your own, `chat-client steps --json` prints every phrase:

                ```console
                $ chat-client steps --json
                {"version":1,
                "steps":[
                …
                {"phrase":"{person} pins|unpins {url} in {conversation}","chapter":"Pins","summary":"…","example":"…","parameters":["person","url","conversation"],"pattern":"…","argument":"none","check":false},
                …
                "modifiers":[
                {"phrase":"within {duration}","place":"before","around":"checks","summary":"…","example":"…","parameters":["duration"],"pattern":"…"},
                …
                "parameters":[
                {"kind":"person","example":"Anna","quoted":false},
                …
                ```

                - `version` grows if a member is removed or changes.
                - `phrase`, `chapter`, `summary`, `example`: as in [`steps.md`](steps.md).
                - `parameters`: the kinds of the places, in order.
                - `pattern`: a regular expression for the whole step, with a group for each place.
                - `argument`: `none`, `table` or `docString`. `check`: true for a check.
                - `place`, `around`: a modifier's position, and whether it surrounds `checks` or steps that begin with `persons`.

                ## Limits

                A file has at most 16 MiB and a million elements. Its outlines give at most 200,000 steps and 64 MiB of text.

                """#),
        DocsPage(
            path: "reference/protocol", title: "The protocol",
            text: #"""
                # The protocol

                Connect to the server's port, send one JSON-RPC 2.0 message a line, and read one message a line:

                ```json rpc
                {"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}
                {"jsonrpc":"2.0","id":2,"method":"conversation.create","params":{"participants":["bea"]}}
                {"jsonrpc":"2.0","id":3,"method":"message.send","params":{"conversation":"c2","text":"Who drives?"}}
                ```

                The same over HTTP, one request at a time:

                ```sh
                curl -s '127.0.0.1:7400/rpc?role=person&handle=bea' -d '{"jsonrpc":"2.0","id":1,"method":"conversation.list"}'
                ```

                [`methods.md`](methods.md) lists every method and notification, [`values.md`](values.md) their values, and [`collaboration.md`](collaboration.md) the rules of shares and notices. Programs read [`openrpc.json`](openrpc.json), or the answer to `rpc.discover`. This is version 1; `ProtocolReferenceTests` compares these pages with the code.

                ## Connections

                The server looks at the first bytes of a connection.

                - **`{`**, also after white space: line mode. One message a line in UTF-8, ended by LF. CR before LF and empty lines are ignored.
                - **An HTTP method**: HTTP/1.1 with these paths.
                  - `GET /ws` becomes a WebSocket (RFC 6455) with one message in each text message. The subprotocol `chat.v1` is optional.
                  - `POST /rpc` answers one request.
                  - `POST /mcp` answers one message of [the Model Context Protocol](../how-to/use-with-an-agent.md).
                  - `GET /` is [the inspector](../how-to/watch-in-a-browser.md).
                  - `GET /healthz` is 200 `ok`, or 503 with a reason while the log is not writable. It accepts every `Host`, and HTTP/1.0 without one.
                  - `GET /metrics` has counters for Prometheus ([`configuration.md`](configuration.md#metrics)).
                - **Anything else** closes the connection. A word and a space that are no HTTP method get 501 first. More than 16 KiB of white space closes it too.

                Rules for HTTP:

                - `POST /rpc` uses the session that logged in on the same connection. A request can also log in by its query, with the members of `session.hello`. Such a session ends with the answer and receives no notifications.
                - An invalid query is 400 in plain text. Every other problem of the request is a JSON-RPC error with 200.
                - `POST /mcp` needs no session. With tokens, each request needs an observer's: without one it is 401, with another 403 or 401. `MCP-Protocol-Version`, and in the revision 2026-07-28 `Mcp-Method` and `Mcp-Name`, must match the body: else 400. A notification is 202. There is no stream: `GET` is 405.
                - Send a token as `Authorization: Bearer …`, because histories and logs keep queries. It applies to the `session.hello` of that request or of the WebSocket that it opens; a `token` in the login wins. A client that logs in with the header must send it with each request on that connection.
                - A body needs `Content-Length`. `Transfer-Encoding` is 411, and both together are 400.
                - `Origin` and `Host` are checked against rebinding: the wrong ones are 403, with the option that allows them ([hosts and origins](configuration.md#hosts-and-origins)).
                - A path without a handler is 404. A connection without a request in time gets 408.

                Limits for connections:

                - If the server has its maximum of connections, a new one replaces the silent connection that has not logged in for the longest time. That one gets a last error `unavailable` without an id (503, or 1013 on a WebSocket). If all have logged in, the new one is closed.
                - A connection may be silent between requests. A partial message must go on within `helloMilliseconds`; else the connection ends with `invalid_request` (1008).
                - A request followed by the end of the stream is still answered.

                ## Messages

                - A request has `jsonrpc`, `id` (a string, or an integer up to ±2^53), `method`, and optionally `params`, an object, and [`traceparent`](#traces). The answer has the same `id`, and its result is an object.
                - A notification from the server has no `id`. A client must send an `id`: a message without one is refused with `id: null`.
                - These are refused: batches, duplicate keys, unknown params, more than 64 levels, and more than 20,000 values and names.
                - A malformed message is an error, and the connection stays open. It closes after a last error only if framing is lost: a line that is too long, or a violation of the WebSocket protocol. Before `session.hello` the limit is 32,768 bytes.
                - Times are RFC 3339 in UTC with milliseconds: `2026-05-01T09:00:00.000Z`. Ids are opaque strings.

                ## Errors

                Every error has a `message` for people and `data.reason`. `data.field` names the wrong member of the request. `data.rule` is an id of [`rules.md`](rules.md). `data.limit` is `{name, value}`. `data.retryAfterMilliseconds` comes with `rate_limited`.

                | code | `data.reason` | when |
                | --- | --- | --- |
                | -32700 | `parse` | not JSON; the message names the byte |
                | -32600 | `invalid_request` | JSON, but not a request |
                | -32601 | `unknown_method` | no such method; the message suggests one |
                | -32602 | `invalid_params` | a member is missing, wrong or unknown |
                | -32603 | `internal` | a fault of the server |
                | -32001 | `unauthenticated` | no `session.hello` yet, or no valid token |
                | -32002 | `forbidden` | visible, but not allowed |
                | -32003 | `not_found` | missing, or hidden from the caller: both look the same |
                | -32004 | `conflict` | the state does not allow it |
                | -32005 | `expired` | past a time window |
                | -32006 | `too_large` | over a limit |
                | -32007 | `rate_limited` | too many requests, or too many wrong tokens from one address |
                | -32008 | `unavailable` | the server stops, or its log is not readable or writable |

                `unavailable` has `data.outcome`. `none` means that nothing happened. `unknown` means that the disk failed during the commit; a retry with the same `clientID` settles it, also after a restart.

                ## Sessions

                `session.hello` is the first request. It chooses a role:

                - **`person`**, with a `handle` such as `anna` or `anna@example.com`. The first login creates the person. They see and act in their own conversations.
                - **`app`**, with a registered `app` and the `handle` of its person. It sees the app's highlights for that person and posts notices. It never sees names, conversations or texts.
                - **`observer`**, a test harness. It receives everything (nothing with `events: false`), registers apps, changes contacts of every `person`, moves the clock, creates worlds and injects faults.

                The answer has the session, the limits, the `cursor` of the log and the clock. `isSystemCollaborationSupportAvailable` is false on an old system (`center-support-flag`). `isNew` is true for a person whose lists are empty.

                **Devices.** Each stream of a person is a device, numbered 1, 2, 3 … `device` names it; a client that reconnects under that name is the same device. With `system: "old"` the device does not know edits, undo send and tapbacks. It receives messages such as `Edited to “…”` instead.

                **Tokens.** If the server has [tokens](configuration.md#tokens), a login needs a matching `token`: a person's for that handle, an app's for that app and person (or every person), an observer's for observers. Without a match the login is `unauthenticated`; the message distinguishes a missing token from an unknown one. After sixty wrong tokens from one address in a minute, its logins are `rate_limited` for that minute. A revoked token ends its sessions with `unauthenticated` (1008). A server without tokens ignores them and listens on loopback alone.

                **Resuming.** Every durable notification has a `cursor`, a growing positive integer. A login with `after` receives all later durable events of the session, once and in order, before live ones. A cursor past the end of the log is a `conflict` with `data.field` `after`. The log then is another one or lost its end, and the client must reload.

                **Retries.** A request that changes something may have a `clientID` of 1 to 256 bytes. A repeated `clientID` of the same person gets the first result, and nothing happens twice.

                **Own effects.** The asking session learns of its effect by the result; all other sessions, also of the same person, by a notification. `consent.requested` and `highlights.changed` reach the asking session too.

                **Worlds.** A world is an isolated simulation with its own people, conversations, clock and log. The default is `main`. A file stores `main` alone, a database stores all worlds.

                **Several servers.** One of the servers of a database serves a world. `holder` in the answer to `session.hello` is its address. Another server forwards the session there, and a client may connect to the holder directly the next time. If the holder changes, the stream ends with `unavailable` (1001): log in again with the cursor.

                **The fence.** `session.fence` returns when everything accepted earlier in its world, from every session, is on the streams of its receivers, except those that still catch up ([D16, D17](delivery.md#fences)). Read a stream up to the answer of `session.ping` after a fence: a notification that is not there was not sent.

                - `pending` lists what only time completes: growing notices, delays, typing, the curated link, and time limits of actions. Advance the clock to `dueAt` to pass it. `clock.advance` with `until: "settled"` passes everything pending.

                ## Alerts

                `alert: true` marks a notification that alerts its reader:

                - a message of another person, unless the conversation is muted;
                - a message or notice that mentions the reader, also if muted, unless they turned `mentionAlerts` off;
                - a tapback, for the author of the message;
                - an edit, for the people it newly mentions.

                Observers receive a shared notification once, with the alerted handles as `alerted`. A personal notification has the handle as `person`.

                ## Transient events

                `typing`, `userActivity`, `document.presence` and `receipt` with `delivered` have no cursor and are never stored. Only online sessions receive them. One exception: a `userActivity` waits for the next start of an app that does not run ([opening links](links.md#open-a-link)).

                - **Typing.** `conversation.typing` with true notifies the other members; a repetition restarts the minute (`typingMilliseconds`). They receive `typing: false` once: on request, after the minute, at the end of the last session, or before the typist's next message.
                - **Presence.** `document.open` makes the caller active, and everyone who can read the document receives `document.presence`. A person with two devices counts once. A removed person, and everyone in a deleted document, becomes inactive at once.
                - **Delivered.** In a one-to-one conversation the sender receives `receipt` when a message first reaches a stream of the other person. It covers all earlier messages too. A dropped message is not delivered, and a delayed one is delivered when it arrives.

                ## Requests of other sessions

                An observer with `requests: true` receives `request.done` for every decided request of its world, with params and result. It comes before the effects of the request. `session.ended` reports the end of a stream.

                - Left out: the observer's own requests, unknown methods, rate-limited requests, and requests before a login. Tokens, attachments and `localIdentifier` are removed.
                - Params or results over 64 KiB are removed, and `truncated` is true.
                - For persons and apps, `requests` is `invalid_params`. [The journal](journal.md) has the same requests together with their effects.

                ## Traces

                A request can name its place in a distributed trace of [W3C Trace Context](https://www.w3.org/TR/trace-context/), as `traceparent` next to `params`, on each transport. `POST /rpc` also reads the HTTP header; the member wins over it:

                ```sh
                curl -s '127.0.0.1:7400/rpc?role=person&handle=anna' \
                    -H 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' \
                    -d '{"jsonrpc":"2.0","id":1,"method":"conversation.create","params":{"participants":["carl"]}}'
                chat-client call journal.list '{"trace": "4bf92f3577b34da6a3ce929d0e0e4736"}' --observer --get entries.0.traceparent
                ```

                - The value is `version-traceid-parentid-flags`: 55 characters for version 00, in lower case, no id of zeros only. A later version is read by its first 55 characters and becomes version 00 with the flag `sampled`; `ff` is invalid.
                - An invalid header is ignored, as the recommendation requires: a proxy or a library may have added it. An invalid member is `invalid_request`: the client wrote it itself, and would search for its trace in vain.
                - The log stores the trace with the events of the request. Restarts, resuming sessions and other servers of the database have it. [The journal](journal.md) and `request.done` report it.
                - A notification that the request caused has `traceparent` next to `params`, for observers and for persons and apps that logged in with `traces: true`. Other sessions never see it: a client of Messages does not learn how another person's program traces its requests. [`chat-client listen`](../how-to/post-to-a-backend.md#trace) passes it on to a backend.
                - Effects of time alone have no trace. The effects of `clock.advance` have that of `clock.advance`. A retry keeps the trace of the first request. A login has none. If a message is unsent, the trace of its text is erased with the text.
                - The server records no spans, so it passes the value on unchanged. `tracestate` is not read, nor is a header of `/ws` or `/mcp`.

                ## Limits

                The answer to `session.hello` has all limits. Each is a key of the [configuration](configuration.md#keys).

                | limit | default | past it |
                | --- | --- | --- |
                | `messageBytes` | 262,144 | `too_large`, and the connection ends |
                | `textCharacters` | 20,000 | `too_large` |
                | `participants` | 250 | `too_large` |
                | `nameCharacters` | 200 | `too_large`; a line break is `invalid_params` |
                | `pageEntries` | 200 | `invalid_params` |
                | `pageBytes` | 131,072 | a page has fewer entries, and `more` |
                | `conversationsBegun` | 10,000 | `too_large` |
                | `participantsAdded` | 100,000 | `too_large` |
                | `linksShared` | 100,000 | `too_large` |
                | `documents` | 10,000 | `too_large` |
                | `shares` | 10,000 | `too_large` |
                | `storedBytesOfPerson` | 134,217,728 | `too_large` |
                | `nestingDepth` | 64 | `parse` |
                | `worlds` | 10,000 | `too_large` |
                | `editMilliseconds` | 900,000 | `expired` |
                | `edits` | 5 | `conflict` |
                | `unsendMilliseconds` | 120,000 | `expired` |
                | `recentlyDeletedMilliseconds` | 2,592,000,000 | `not_found` |
                | `pinnedConversations` | 9 | `too_large` |
                | `attachmentBytes` | 131,072 | `too_large` |
                | `faults` | 1,000 | `too_large` |
                | `typingMilliseconds` | 60,000 | typing ends |
                | `shareParticipants` | 100 | `too_large` |
                | `coalescingMilliseconds` | 600,000 | the next event is a new notice |
                | `requestsPerSecond` | 200 | `rate_limited` |
                | `requestBurst` | 1,000 | `rate_limited` |
                | `unsentBytes` | 16,777,216 | the session is closed (1013) and can resume |
                | `unsentBytesOfPerson` | 67,108,864 | the person's session with the most unsent bytes is closed |
                | `unsentBytesOfServer` | 134,217,728 | the same, for the person with the most unsent bytes |
                | `helloMilliseconds` | 10,000 | `unauthenticated`, and the connection ends |
                | `idlePingMilliseconds` | 30,000 | a WebSocket is pinged, and closed after as long again |

                """#),
        DocsPage(
            path: "reference/values", title: "Values of the protocol",
            text: #"""
                # Values of the protocol

                Look at the values of a conversation as JSON:

                ```sh
                chat-client send --as anna --new --to bea "Look: https://notes.example/d/1"
                chat-client call conversation.list --as bea --get conversations.0.lastMessage
                ```

                `?` marks optional members. [`openrpc.json`](openrpc.json) has the schema of every value.

                ## Conversations and messages

                - **conversation** `{id, name?, participants: [handle], people: [{handle, name}], former?: [{handle, name}], unread, lastMessage?, readThrough?, muted, waitingNotices: [notice], photo?, pinned, markedUnread?, receipt?, deliveredThrough?, left?, isNew?}`, as its reader sees it.
                  - `unread` is 1 if the reader marked it as unread. `readThrough` is the number of the last message that they read; by default `lastMessage` minus `unread`.
                  - `receipt` and `deliveredThrough` show how far the other person of a one-to-one conversation has read and received.
                  - `former` has the people who left or were removed. Only observers see them.
                  - `left` is true for a former member. `isNew` is true if there is no earlier page.
                - **entry** of a thread `{kind: "message" | "notice" | "system", id, message?, notice?, text?}`. In Swift it is an enum: `if case .notice(let notice) = entry`.
                - **message** `{id, conversation, sender, text, sentAt, sequence, links: [{url, app?, title?, range}], mentions: [{handle, range}], clientID?, replyTo?, thread?, replies?, attachment?, editedAt?, versions?: [{text, at}], unsentAt?, reactions?: [{handle, reaction, at}]}`.
                  - `sequence` counts 1, 2, 3 … in its conversation. A `range` is `{location, length}` in UTF-16 code units.
                  - `thread` is the first message of its thread of replies. `replies` counts the replies to this message, on pages.
                  - `versions` are the earlier texts. A message with `unsentAt` has no content.
                - **more** is true if a page has fewer entries than exist. A page ends at its `limit` or at `pageBytes`, after at least one entry.

                ## Shared with You

                - **highlight** of a person `{id, url, app, title, subtitle?, preview, pinned, sharedAt, attribution: [{handle, name, conversation}], why: {rule, text}, ranking: {score, threshold, signals: [{signal, weight, at, value}]}}`. Its id never changes. [`ranking.md`](ranking.md) explains the order.
                - **highlight** of an app `{id, url}`; a collaboration also has `collaborationIdentifier`, `title`, `contentType` and `createdAt`. A page has at most 1,000 highlights.
                - **preview** `{title, subtitle?, glyph?, colour?}`, as registered. `glyph` is one character. `colour` is red, orange, yellow, green, blue, purple, pink or grey. A highlight's title is that of its share, else of its preview, else host and path.
                - **settings** `{automaticSharing: {everywhere, apps, conversations}, consents: [{consent, app, conversation, url}], readReceipts: {everywhere, conversations}, mentionAlerts, pinnedConversations: [id]}`. `apps` has the decided switches, `consents` the open questions.
                - **settingChange** `{at, scope: "everywhere" | "app" | "conversation", app?, conversation?, from, to, cause: {rule, text}}`. An app's states are those of [consent](consent.md#states).
                - **reason** `{rule, text}`. The rule is an id of [`rules.md`](rules.md).

                `highlights.changed` comes once for each request that changed the list, its order, an item or the permission. It also comes when the time of the curated link ends. Items that only moved are not listed. If more than 1,000 items changed, `reload` is true: read the list again. A session that resumes receives its current list, and the ids of removed items.

                ## Collaborations

                - **event** `{type, trigger?, mentioned?, person?, title?}`: see [events](collaboration.md#events).
                - **notice** `{id, conversation, actor, event, app, url, title, count, text, postedAt, people?, actions?, shares?}`. `text` is the sentence to show, `count` the number of its events. `people` are those of a membership event about several. A question has `actions` and `shares`.
                - **share** `{id, app, title, url, backend, owner, access, permission, allowsInviting, participants: [{handle, role, permission, acceptance}], createdAt, role, summary, documentDeleted?, conversations?, folder?}`. `role` is the reader's. Only `share.get` answers `conversations`.
                - **document** of a person `{id, app, url, title, owner, text, revision, folder?, comments: [{id, author, text, at}], createdAt, changedAt, changedBy, canEdit, active?: [handle], deleted?, covers?, parent?}`. A document that `covers` a folder represents it (`ck-zone-share`); `parent` is the one of the shared folder that a document is in.
                - **document** of an app `{id, url, title, text, revision, folder?, comments: [{id, text, at, isMine}], canEdit, activeParticipantCount?, deleted?, covers?, parent?}`. It names no people. `revision` counts the saves from 0. A document has at most 1,000 comments of 256 KiB together.
                - **change** of a document `{type, trigger, title?, folder?, mentions?}`. `mentions` are the people whom the new words mention; an app gets root hashes.
                - **start** `{id, state: "waiting" | "sent" | "done" | "failed" | "cancelled", app, title, conversation?, share?, message?, failure?: {rule, text}}`.
                - **action** `{id, kind: "startCollaboration" | "updateCollaborationParticipants", dueAt, metadata, addedIdentities?, removedIdentities?}`. `metadata` is `{localIdentifier?, collaborationIdentifier?, title, defaultShareOptions, userSelectedShareOptions}`. Options are `{groups, summary}`, an identity is `{rootHash}`. Only the sending app sees `localIdentifier`.

                ## Apps

                - **app** `{id, name, domains, association, backends, capabilities, previews?, menuTitleForHideAction?, shareOptions?, sharingMethods, manageTitle}`.
                - **association** is the JSON of an apple-app-site-association file ([`links.md`](links.md)). It has at most 128 KiB.
                - **shareOptions** `{groups: [{kind: "switches" | "picker", identifier, title?, footer?, options, selectedOptionIdentifier?}], summaries?: [{when: [identifier], summary}]}`. An option is `{identifier, title, subtitle?, isSelected?, requires?, effect?}`.
                  - `effect` is `readOnly`, `readWrite`, `private`, `public` or `inviting`. `isSelected` is for switches. A picker's default is its first option.
                  - The first summary with all its options chosen is the line. Limits: 8 groups, 32 options, 32 summaries.
                  - By default an app has the pickers `access` and `permission` and the switch `inviting`.

                ## Faults

                - **fault** `{id, on, do, milliseconds?, fired, spent}`. `fired` counts how often it occurred. [How to inject faults](../how-to/inject-faults.md) explains the members.

                """#),
        DocsPage(
            path: "reference/delivery", title: "Delivery",
            text: #"""
                # Delivery

                A client can rely on these numbered sentences. Each has a test with its number, and a test compares this page with them. The first one, in a scenario:

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                When Bea goes offline
                And Anna sends "One" to "Trip"
                And Anna sends "Two" to "Trip"
                And Bea comes back online
                Then in "Trip" Bea sees:
                  | from | text |
                  | Anna | One  |
                  | Anna | Two  |
                ```

                ## Order

                - **D1** Everything in a world has one order. Each fact has a position 1, 2, 3 … without gaps, and a notification's `cursor` is the position of its fact.
                - **D2** A session receives durable notifications in the order of their cursors, each cursor once. An observer receives one `conversation.changed` or `share.changed` for each person, with the same cursor.
                - **D3** The messages of a conversation are numbered 1, 2, 3 … without gaps, in the order of delivery. A read position only moves forward, unless the reader marks the conversation as unread. The unread count is never negative.

                ## Answers

                - **D4** Everything answered or notified is in the log. A failed write is `unavailable` and has no effect. If the disk fails during a commit, the file is reopened as after a crash, and shows whether the facts are in it. Until then `data.outcome` is `unknown`; facts found in the log are delivered then.
                - **D5** The asking session learns of its effect by the answer. All other sessions learn of it by a notification.
                - **D6** A refused request leaves no trace, neither in views nor in the log.

                ## Retries

                - **D7** A repeated `clientID` gets the first result and does nothing, also after a restart. Three parts are current instead: `active`, the document of a request that did not change it (`document.open`, or a move to the same folder), and the text of an unsent message. A result with a document that the person may no longer read is `forbidden`, and the message reports that the request was done.
                - **D8** A refused request is not remembered. A repetition is decided again.

                ## Resuming

                - **D9** A login with `after` receives everything durable of that session with a larger cursor: once, in order, before live notifications, across any number of lost connections.
                - **D10** Messages, their changes, notices, receipts, questions and shares arrive as they were. Conversations, settings, shelves and alerts arrive as they are now.
                - **D11** Settled questions, undone changes of a shelf, messages that the reader deleted, and earlier states of a conversation that the reader left are not repeated. An unsent message arrives as its note.
                - **D12** A former member receives what happened until they left, and how it ended, and nothing later. One exception: their devices receive how they answer or dismiss an earlier notice. A new member receives nothing earlier.
                - **D13** A restart of the server does not change what a resuming session receives.
                - **D14** A long absence is delivered in pages: the waiting bytes stay bounded, and a tick reads a bounded part of the log.
                - **D15** Answers to a session's own requests during the catch-up are not repeated by notifications. Changes of messages and of shares are: their earlier states arrive after the answer, and the newest arrives last.

                ## Fences

                - **D16** When `session.fence` is answered, everything accepted before it in its world is on the stream of every live receiver.
                - **D17** A fence does not wait for a session that still catches up.

                ## Slow readers

                - **D18** A session with more than `unsentBytes` is closed, without effect on others, and can resume. The same happens to a person's fullest session past `unsentBytesOfPerson`, and to the fullest person past `unsentBytesOfServer`.
                - **D19** A resuming session that reads slowly receives no faster than it reads.

                ## Transient events

                - **D20** Notifications with a cursor are durable. Typing and delivery receipts have none: only online sessions receive them, once.

                ## Alerts

                - **D21** A message of another person alerts, unless its conversation is muted. One's own messages never alert. A former conversation does not alert when its reader resumes. If a person leaves a conversation or is removed, Hide Alerts and Keep at Top are off for them when they are added again.
                - **D22** A message that mentions the reader alerts even if muted, unless they turned that off.
                - **D23** A tapback alerts the author of the message alone.
                - **D24** An edit alerts the people it newly mentions. Unsending alerts no one.
                - **D25** A mention is the only notice that alerts, and nothing else does.

                ## Devices and explanations

                - **D26** All sessions of a person are equal: messages, reads, mutes, pins, settings and answers of one appear on the others, also later.
                - **D27** `delivery.explain` explains for every message, notice, highlight and question why it reached a person or not, with the rules. Whether it alerted is answered as of that time.

                ## Fairness

                - **D28** Sessions that use little of the server's time come before those that use much. The latter take turns. If their single requests are long, two thirds of the time stay for the others.
                - **D29** A search takes as many ticks as it needs, and answers the state at its end. Later requests of its session are answered after it.

                """#),
        DocsPage(
            path: "reference/journal", title: "Journal",
            text: #"""
                # Journal

                On a new server, check that Bea received exactly one message:

                ```sh
                chat-client send --as anna --new --to bea "Who drives?"
                chat-client call journal.verify '{"event": "message.posted", "person": "bea", "count": {"exactly": 1}}' --observer
                ```

                Observers read the journal of a world: who received what, who did not and by which rule, requests, refusals and faults. [How to find out why a notice did not arrive](../how-to/find-a-missing-notice.md) uses it. [The inspector](../how-to/watch-in-a-browser.md) shows it.

                ## Entries

                | `kind` | meaning | source |
                | --- | --- | --- |
                | `notification` | a person, or an app of theirs, was notified | the log |
                | `silence` | a member was not notified of an event, or a link in their thread is not on their shelf; `why` has the rule | the log |
                | `request` | a request succeeded | memory |
                | `refusal` | a request was refused; `why` has the rule, if one decided | memory |
                | `fault` | a fault occurred on the notification `event` | memory |

                An entry is `{kind, cursor, number?, at, event, person?, role, app?, by?, about?, conversation?, url?, text?, why?, traceparent?, request?, fault?}`. `event` is the notification or the method. `by` is the cause. `about` is an id for `delivery.explain`. `text` has at most 200 characters. `traceparent` is [the trace](protocol.md#traces) of the request, or of the request that caused the event. Entries are in the order of the log, and a request precedes its effects.

                A notification in the log was decided; whether it reached a device depends on faults and connections. A shelf is shown as it is now. [Transient events](protocol.md#transient-events) are not in the journal.

                ## Queries

                Every member of the filter must match: `kind`, `person`, `role` (`person` or `app`), `app`, `event`, `url`, `trace` (the 32 digits of a trace id), `after` (a cursor).

                **`journal.list`** answers a page of entries, 50 by default and at most 200. The next page begins `after` the answer's `cursor` and `number`. `end` is the end of the log.

                **`journal.verify`** takes `count`: `exactly`, `atLeast`, `atMost`, or the last two together. Without `kind` it counts notifications, or successful requests for a method. A notice that grew counts once for each person. The answer:

                - `holds`: true or false; missing if unknown, with `unknown` as the reason.
                - `count`: the number, at most 10,001.
                - `matching`: the newest 20, with their rules.
                - `nearMisses`: at most ten: silences, refusals, faults, and entries that fail one member of the filter.

                A near miss also reports a person whom the world does not know. Advance the clock with `until: "settled"` before you count. `chat-client call … journal.verify` has status 1 if it does not hold.

                ## Save it to a file

                `--get entries` prints a page as an array. A page has at most 200 entries:

                ```sh
                chat-client call journal.list '{"limit": 200}' --observer --get entries > journal.json
                chat-client call journal.list '{"kind": "silence", "person": "carl"}' --observer --get entries > not-sent-to-carl.json
                ```

                This program writes all pages, one entry a line:

                ```python
                import json, subprocess

                page = {"after": 0, "number": 0, "limit": 200}
                with open("journal.ndjson", "w") as file:
                    more = True
                    while more:
                        command = ["chat-client", "call", "journal.list", json.dumps(page), "--observer"]
                        answer = json.loads(subprocess.check_output(command))
                        for entry in answer["entries"]:
                            print(json.dumps(entry, ensure_ascii=False), file=file)
                        page.update(after=answer["cursor"], number=answer["number"])
                        more = answer["more"]
                ```

                [`chat-client record`](../how-to/record-a-scenario.md) saves what people do as a scenario, which can be played again. `chat-server copy` saves [the whole data](../how-to/keep-the-data.md).

                ## In Swift

                ```swift
                let journal = world.observer.journal
                let page = try await journal.list(JournalFilter(kind: .silence, person: carl.handle, event: "notice.posted"))
                let entry = try #require(page.entries.first)
                #expect(entry.text == "Anna mentioned you in “Trip plan”")
                #expect(entry.why?.rule == "ev-mention-private")
                let about = try #require(entry.about)
                #expect(try await bea.explain(about).reasons.map(\.rule) == ["ev-mention-private", "ntc-push"])

                let verdict = try await journal.verify(
                    JournalFilter(person: bea.handle, event: "notice.posted"), count: JournalCount(exactly: 2))
                #expect(verdict.holds == true)
                ```

                An entry has no notice or message of its own, only `text` and `about`. The filter cannot select the kind of a notice. Count the notices of a person instead:

                ```swift
                let mentions = try await bea.received(.noticePosted).filter { $0.event.words.type == "mention" }
                #expect(mentions.map(\.text) == ["Anna mentioned you in “Trip plan”"])
                ```

                The members have the names of [the protocol](values.md). `?` marks optional ones:

                | type | members |
                | --- | --- |
                | `JournalEntry` | `kind`, `cursor`, `number`?, `at`, `event`, `person`?, `role`, `app`?, `by`?, `about`?, `conversation`?, `url`?, `text`?, `why`? (`rule`, `text`), `traceparent`?, `request`?, `fault`? |
                | `JournalVerdict` | `holds`?, `unknown`?, `count`, `matching` (entries), `nearMisses` (`what`, `why`?, `entry`?), `since` (`cursor`, `number`) |
                | `DeliveryExplanation` | `delivered`, `reasons` (`rule`, `text`), `rules` (the ids of `reasons`) |
                | `Notice` | `id`, `conversation`, `actor`, `event` (`words.type`, `words.trigger`?), `app`, `url`, `documentURL`?, `title`, `count`, `text`, `postedAt`, `actions`, `shares`, `people` |
                | `Message` | `id`, `conversation`, `sender`, `text`, `sentAt`, `sequence`, `links`, `mentions`, `clientID`?, `replyTo`?, `thread`?, `replies`?, `attachment`?, `editedAt`?, `versions`, `unsentAt`?, `reactions` |

                `wait(for:)` and `received(_:)` return notifications: `noticePosted` has `notice`, `messagePosted` has `message`, and both have `alert` and `arrival`. Members of the notice or message can be read directly, such as `notice.text`. Ids and handles have their text as `rawValue`. `import ChatTestKit` brings all these types.

                ## Since when

                Facts are known from the beginning of the world. Requests, refusals and faults are recorded from the first `journal.list`, `journal.verify` or login with `requests: true`; `since` has that position. So a test that counts requests asks once at its beginning.

                - A world records the newest 4,096 requests in 4 MiB, all worlds together 64 MiB. Recording stops after 4,096 requests without a reader.
                - Params of more than 8 KiB, and longer results, are left out (`truncated`).
                - If another server takes the world over, recording begins again there.
                - An observer's reads are not recorded.

                """#),
        DocsPage(
            path: "how-to/find-a-missing-notice", title: "How to find out why a notice did not arrive",
            text: #"""
                # How to find out why a notice did not arrive

                Ask the server. Here Anna mentions Bea in a shared document, and Carl gets no notice:

                ```sh
                chat-client call app.register --observer '{"app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]}'
                chat-client send --as anna --new --to bea,carl --name Weekend "Who is in?"
                printf '/to Weekend\n/share Trip plan with com.example.notes\n/send\n' | chat-client connect --as anna
                link=$(chat-client call document.list --as anna --get documents.0.url)
                chat-client call highlightCenter.postNotice --as anna --app com.example.notes \
                  "{\"url\": \"$link\", \"event\": {\"type\": \"mention\", \"mentioned\": \"bea\"}}"

                chat-client call journal.list --observer '{"person": "carl", "kind": "silence", "event": "notice.posted"}'
                ```

                The journal lists the notices that Carl did not get. In each entry, `text` is the notice's text, `about` its id, and `why` the rule and its reason:

                ```json
                {"about": "n8", "event": "notice.posted", "kind": "silence", "person": "carl",
                 "text": "Anna mentioned you in “Trip plan”",
                 "why": {"rule": "ev-mention-private", "text": "a mention is shown only to the mentioned person"}}
                ```

                ## Ask about one notice

                `delivery.explain` takes the id of a notice, message, highlight or question, or a link. It answers for any person:

                ```sh
                notice=$(chat-client call journal.list --observer '{"kind": "silence", "person": "carl", "event": "notice.posted"}' \
                  --get entries.about | tail -n 1)
                chat-client call delivery.explain --observer "{\"person\": \"carl\", \"about\": \"$notice\"}"
                chat-client call delivery.explain --observer "{\"person\": \"bea\", \"about\": \"$notice\"}"
                printf '/explain %s\n' "$notice" | chat-client connect --as carl
                ```

                - A person whom the world does not know is refused: `not_found`, with the most similar handle.
                - `--get entries.about` prints the ids of all notices that Carl did not get, the oldest first. `tail -n 1` takes the newest.
                - In a client, `/explain ID` answers for its person. A person who left the conversation gets no answer there: ask as an observer. `/explain N` and `/explain LINK` say why a link is, or is not, in Shared with You.
                - [The browser page](watch-in-a-browser.md) shows the same reasons next to each event.
                - In a scenario, write `And Carl was not notified because "ev-mention-private"`. In Swift, use `carl.explain(notice.id)`.
                - [`rules.md`](../reference/rules.md) has the text and the source of each rule.

                ## If the journal has no entry

                There are three causes:

                - The person was never in the conversation. List the journal of a person who received the notice (the same filter without `kind`), take `about` from it, and ask `delivery.explain` about both people.
                - The request never came.
                - The server refused the request.

                Refusals are recorded only from the first call of `journal.list` on. Call it once, repeat the request, and list them:

                ```sh
                chat-client call journal.list --observer --get end
                chat-client call highlightCenter.postNotice --as anna --app com.example.notes \
                  '{"url": "https://notes.example/d/unknown", "event": {"type": "change", "trigger": "edit"}}' || true
                chat-client call journal.list --observer '{"kind": "refusal"}'
                ```

                """#),
        DocsPage(
            path: "how-to/inject-faults", title: "How to inject faults",
            text: #"""
                # How to inject faults

                Lose Bea's next notice, and see that her client catches up after it reconnects:

                ```gherkin
                Given a conversation "Trip" between Anna and Bea
                And the app "Notes" opens links at "notes.example"
                And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And the next notice to Bea is lost
                When Anna edits "https://notes.example/d/1" in "Notes"
                Then Bea sees no notice in "Trip"
                When Bea's connection drops
                Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
                ```

                The same as a request of an observer:

                ```sh
                chat-client call fault.inject '{"do": "drop", "on": {"notification": "notice.posted", "to": "bea"}}' --observer
                ```

                `do` is the fault:

                - `drop`: the notification is not sent. A session that resumes with an older cursor receives it.
                - `delay`: it is sent `milliseconds` later by the world's clock. The fence lists it in `pending`.
                - `duplicate`: it is sent twice.
                - `reorder`: it is sent after the session's next notification, or at the next fence.
                - `disconnect`: the stream ends instead. The session can resume.

                `on` chooses the notification:

                - `notification`: the method; every notification by default.
                - `to`: the person who would receive it, themselves or in an app.
                - `from`: the person who caused it. `consent.requested`, `highlights.changed` and `share.changed` have no cause.
                - `device`: a device of the reader, by name or number.
                - `nth`: which match, 1 by default. The fault then is spent.
                - `percent`: instead of `nth`, this share of matches until the fault is cleared. The world's `seed` chooses them, the same on every run.

                One notification on one stream is a match, also for a session that resumes. If several faults match, the oldest applies and the others wait for their next match. Answers and the streams of observers are never changed. If more than `unsentBytes` are held back from a session, it is closed.

                Observers receive `fault.fired`, and `fault.list` shows how often each fault occurred. `delivery.explain` still explains the decision, not the fault. `world.reset` removes all faults. A full list replaces its oldest spent fault.

                """#),
    ]
}
