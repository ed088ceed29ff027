// Written by script/contract: change the contract instead.
/// The contract as documents for readers without Swift.
public enum ContractText {
    /// The methods, as an OpenRPC document.
    public static let openRPC = #"""
{
  "openrpc": "1.3.2",
  "info": {
    "title": "Understudy",
    "version": "1",
    "description": "A simulator of Messages collaboration, described in docs/reference/protocol.md."
  },
  "methods": [
    {
      "name": "session.hello",
      "summary": "Logs in. It is the first request of a session.",
      "tags": [{"name": "session"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "role",
          "description": "The identity of a session.",
          "required": true,
          "schema": {"type": "string", "enum": ["person", "app", "observer"]}
        },
        {
          "name": "handle",
          "description": "A person in Messages, with their new display name if they have one.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "name",
          "description": "A person in Messages, with their new display name if they have one.",
          "schema": {"type": "string"}
        },
        {
          "name": "app",
          "description": "An app that runs as a person.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "device",
          "description": "The name of the device, if the person has several.",
          "schema": {"type": "string"}
        },
        {
          "name": "system",
          "description": "The age of the device's system (`msg-edit-old`).",
          "schema": {"$ref": "#/components/schemas/DeviceSystem"}
        },
        {"name": "world", "description": "The world.", "schema": {"$ref": "#/components/schemas/WorldName"}},
        {
          "name": "after",
          "description": "The cursor of the last received notification; nil for a new stream.",
          "schema": {"type": "integer", "minimum": 0}
        },
        {
          "name": "token",
          "description": "The token, if the server needs one.",
          "schema": {"type": "string"}
        },
        {
          "name": "events",
          "description": "False for an observer that needs no notifications.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "requests",
          "description": "True for an observer that receives the requests of other sessions.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "traces",
          "description": "True for a person or an app whose notifications name the trace of their request as `traceparent`. An observer always gets it.",
          "schema": {"type": "boolean"}
        }
      ],
      "result": {"name": "welcome", "schema": {"$ref": "#/components/schemas/Welcome"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "session.ping",
      "summary": "Returns after everything that the server had already sent to this session.",
      "tags": [{"name": "session"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "rpc.discover",
      "summary": "Returns this contract as an OpenRPC document.",
      "tags": [{"name": "rpc"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "openRPC", "schema": {"$ref": "#/components/schemas/OpenRPC"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "session.fence",
      "summary": "Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An app sees nothing in `pending`.",
      "tags": [{"name": "session"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "fence", "schema": {"$ref": "#/components/schemas/FenceResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "conversation.create",
      "summary": "Begins a conversation that includes the caller. For two people it returns their existing conversation.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "participants",
          "description": "The members; the caller is always one of them.",
          "required": true,
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {"name": "name", "description": "The name, if it has one.", "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.list",
      "summary": "Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after` of the next page. A conversation that changes between two pages can be on neither; a notification reports it.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "after",
          "description": "The `next` of the previous page; the first page if left out.",
          "schema": {"type": "integer"}
        },
        {
          "name": "limit",
          "description": "The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are limited. At most the limit `pageEntries`, 200 by default.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 200}
        }
      ],
      "result": {"name": "conversations", "schema": {"$ref": "#/components/schemas/ConversationsResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "conversation.history",
      "summary": "Returns a page of a thread: the entries before an id, oldest first; 50 by default.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "before",
          "description": "The entry before which the page ends; the newest page if left out.",
          "schema": {"type": "string"}
        },
        {
          "name": "limit",
          "description": "The most entries of the page. At most the limit `pageEntries`, 200 by default.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 200}
        }
      ],
      "result": {"name": "history", "schema": {"$ref": "#/components/schemas/HistoryResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "conversation.addParticipant",
      "summary": "Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "handle",
          "description": "The person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.removeParticipant",
      "summary": "Removes a person from a group of four or more. Every participant can do this.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "handle",
          "description": "The person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.leave",
      "summary": "Leaves a group of four or more. Returns the conversation with `left`.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.rename",
      "summary": "Renames a conversation.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation, of three or more people.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {"name": "name", "description": "The new name.", "required": true, "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.setPhoto",
      "summary": "Sets the photo of a group, which is one emoji, or removes it.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "photo",
          "description": "The emoji of the photo. If left out, the photo is removed.",
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.markRead",
      "summary": "Marks a conversation as read, up to a message or completely.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "through",
          "description": "The last read message; all messages if left out.",
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.markUnread",
      "summary": "Marks a conversation as unread until the caller reads it or writes in it.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.mute",
      "summary": "Turns Hide Alerts on or off for the caller.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "muted",
          "description": "True to hide alerts.",
          "required": true,
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.pin",
      "summary": "Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is the last.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "pinned",
          "description": "True to pin it.",
          "required": true,
          "schema": {"type": "boolean"}
        },
        {
          "name": "place",
          "description": "The place, 1 for the first. If left out, a new pin becomes the last, and an existing pin keeps its place.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 1000}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "settings", "schema": {"$ref": "#/components/schemas/SettingsResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.delete",
      "summary": "Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the caller. Its place among the pinned conversations and its notices are removed; pinned links stay.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "through",
          "description": "The last message that the deletion covers; the newest message if left out. With a newer one, the conversation stays in the caller's list.",
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.restore",
      "summary": "Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "runs",
          "description": "The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and recoverable. If left out, all messages of the conversation.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/MessageRun"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.erase",
      "summary": "Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "runs",
          "description": "The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and recoverable. If left out, all messages of the conversation.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/MessageRun"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "conversation.recentlyDeleted",
      "summary": "Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "recentlyDeleted", "schema": {"$ref": "#/components/schemas/RecentlyDeletedResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "conversation.typing",
      "summary": "Reports that the caller types or stopped typing.",
      "tags": [{"name": "conversation"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "typing",
          "description": "True if the caller types.",
          "required": true,
          "schema": {"type": "boolean"}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "message.send",
      "summary": "Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64 content, or `{name, type, size, digest}`.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "text",
          "description": "The text; it can be empty with an attachment.",
          "schema": {"type": "string"}
        },
        {
          "name": "replyTo",
          "description": "The message to which this one replies, if any.",
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "attachment",
          "description": "The attachment, if any.",
          "schema": {"$ref": "#/components/schemas/SentAttachment"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "message", "schema": {"$ref": "#/components/schemas/MessageResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.edit",
      "summary": "Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "The message.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {"name": "text", "description": "The new text.", "required": true, "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "message", "schema": {"$ref": "#/components/schemas/MessageResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.unsend",
      "summary": "Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the message.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "The message.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/MessageResult"}, {"$ref": "#/components/schemas/UnsentResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.delete",
      "summary": "Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted for 30 days (`unread-mark`).",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "messages",
          "description": "The messages: at least one, and at most `pageEntries`.",
          "required": true,
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/MessageID"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.restore",
      "summary": "Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "messages",
          "description": "The messages: at least one, and at most `pageEntries`.",
          "required": true,
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/MessageID"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.erase",
      "summary": "Deletes messages from Recently Deleted; `not_found` if one is missing there.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "messages",
          "description": "The messages: at least one, and at most `pageEntries`.",
          "required": true,
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/MessageID"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "conversation", "schema": {"$ref": "#/components/schemas/ConversationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.recentlyDeleted",
      "summary": "Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by default.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "before",
          "description": "The deleted message before which the page ends; the newest page if left out.",
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "limit",
          "description": "The most messages of the page. At most the limit `pageEntries`, 200 by default.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 200}
        }
      ],
      "result": {"name": "messages", "schema": {"$ref": "#/components/schemas/MessagesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "message.react",
      "summary": "Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "The message.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "reaction",
          "description": "The tapback.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Reaction"}
        },
        {
          "name": "remove",
          "description": "True to remove the tapback. If left out, a tapback that is already set is removed (`tap-one`).",
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "message", "schema": {"$ref": "#/components/schemas/MessageResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "message.search",
      "summary": "Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent. Messages with a pinned link come first, then the newest; 50 by default.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "text",
          "description": "The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must be adjacent.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "conversation",
          "description": "The conversation; all of the caller's conversations if left out.",
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "limit",
          "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 200}
        }
      ],
      "result": {"name": "messages", "schema": {"$ref": "#/components/schemas/MessagesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "message.thread",
      "summary": "Returns the replies of the thread of a message, from its beginning; 50 by default.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "A message of the thread: its beginning or one of its replies.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "after",
          "description": "The message after which the page begins; the thread's beginning if left out.",
          "schema": {"$ref": "#/components/schemas/MessageID"}
        },
        {
          "name": "limit",
          "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 200}
        }
      ],
      "result": {"name": "messages", "schema": {"$ref": "#/components/schemas/MessagesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "message.attachment",
      "summary": "Returns the attachment of a message with its content.",
      "tags": [{"name": "message"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "The message.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/MessageID"}
        }
      ],
      "result": {"name": "attachment", "schema": {"$ref": "#/components/schemas/AttachmentResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "link.pin",
      "summary": "Pins a link for the caller, who can have 5,000 pins.",
      "tags": [{"name": "link"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation with the link.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "url",
          "description": "The link, in any spelling.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "pin", "schema": {"$ref": "#/components/schemas/PinResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "link.unpin",
      "summary": "Unpins a link.",
      "tags": [{"name": "link"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "The conversation with the link.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "url",
          "description": "The link, in any spelling.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "pin", "schema": {"$ref": "#/components/schemas/PinResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "link.open",
      "summary": "Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If the answer has no `app`, the link opens in the browser.",
      "tags": [{"name": "link"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "opened", "schema": {"$ref": "#/components/schemas/OpenedResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "link.explain",
      "summary": "Returns the app that opens a link, with every step of the decision, the deciding one last.",
      "tags": [{"name": "link"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {"name": "linkExplanation", "schema": {"$ref": "#/components/schemas/LinkExplanationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "contact.add",
      "summary": "Adds contacts to a person. An observer names the person.",
      "tags": [{"name": "contact"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "handle",
          "description": "The contact, for a single one.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "handles",
          "description": "The contacts, for several.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "person",
          "description": "The person with these contacts; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": true
    },
    {
      "name": "contact.remove",
      "summary": "Removes a contact of a person.",
      "tags": [{"name": "contact"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "handle",
          "description": "The other person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "person",
          "description": "The person with these contacts; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": true
    },
    {
      "name": "contact.list",
      "summary": "Returns the contacts of a person and the people they blocked.",
      "tags": [{"name": "contact"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "person",
          "description": "The person; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        }
      ],
      "result": {"name": "contacts", "schema": {"$ref": "#/components/schemas/ContactsResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "settings.get",
      "summary": "Returns the caller's settings.",
      "tags": [{"name": "settings"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "settings", "schema": {"$ref": "#/components/schemas/SettingsResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "settings.set",
      "summary": "Changes the given settings of the caller.",
      "tags": [{"name": "settings"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "automaticSharing",
          "description": "The switches of automatic sharing.",
          "schema": {"$ref": "#/components/schemas/SetSettingsSharing"}
        },
        {
          "name": "readReceipts",
          "description": "The switches of read receipts.",
          "schema": {"$ref": "#/components/schemas/SetSettingsReceipts"}
        },
        {
          "name": "mentionAlerts",
          "description": "True if a mention alerts even in a muted conversation.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "settings", "schema": {"$ref": "#/components/schemas/SettingsResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "settings.audit",
      "summary": "Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.",
      "tags": [{"name": "settings"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "person",
          "description": "The person; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "app",
          "description": "Only changes of this app.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "limit",
          "description": "The most changes of the answer, which has the newest.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 1000}
        }
      ],
      "result": {"name": "settingChanges", "schema": {"$ref": "#/components/schemas/SettingChangesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "consent.answer",
      "summary": "Answers a consent request. The first answer from any device counts.",
      "tags": [{"name": "consent"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "consent",
          "description": "The request.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConsentID"}
        },
        {
          "name": "answer",
          "description": "The answer.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConsentRequestAnswer"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "settings", "schema": {"$ref": "#/components/schemas/SettingsResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "contact.block",
      "summary": "Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.",
      "tags": [{"name": "contact"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "handle",
          "description": "The other person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "person",
          "description": "The person with these contacts; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": true
    },
    {
      "name": "contact.unblock",
      "summary": "Unblocks a person.",
      "tags": [{"name": "contact"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "handle",
          "description": "The other person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "person",
          "description": "The person with these contacts; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": true
    },
    {
      "name": "highlight.list",
      "summary": "Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.",
      "tags": [{"name": "highlight"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app whose highlights a person gets; all apps if left out. An app always gets its own.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "limit",
          "description": "The most highlights of the page; all if left out.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 2147483647}
        },
        {
          "name": "after",
          "description": "The highlight after which the page begins.",
          "schema": {"$ref": "#/components/schemas/HighlightID"}
        },
        {
          "name": "person",
          "description": "The person; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/HighlightsResult"},
            {"$ref": "#/components/schemas/AppHighlightsResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "highlight.hide",
      "summary": "Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.",
      "tags": [{"name": "highlight"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "highlight",
          "description": "The highlight.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/HighlightID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "highlight.restore",
      "summary": "Undoes `highlight.hide`.",
      "tags": [{"name": "highlight"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "highlight",
          "description": "The highlight.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/HighlightID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "highlight.display",
      "summary": "Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).",
      "tags": [{"name": "highlight"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "highlight",
          "description": "The highlight.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/HighlightID"}
        },
        {
          "name": "context",
          "description": "The context.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/DisplayHighlightContext"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "highlightCenter.getHighlight",
      "summary": "Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied (`center-errors`).",
      "tags": [{"name": "highlightCenter"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {"name": "appHighlight", "schema": {"$ref": "#/components/schemas/AppHighlightResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": false
    },
    {
      "name": "highlightCenter.getCollaborationHighlight",
      "summary": "Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list it.",
      "tags": [{"name": "highlightCenter"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {"name": "appHighlight", "schema": {"$ref": "#/components/schemas/AppHighlightResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": false
    },
    {
      "name": "highlightCenter.collaborationHighlight",
      "summary": "Returns the highlight of a collaboration, by its identifier.",
      "tags": [{"name": "highlightCenter"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "collaborationIdentifier",
          "description": "The identifier.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ShareID"}
        }
      ],
      "result": {"name": "appHighlight", "schema": {"$ref": "#/components/schemas/AppHighlightResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": false
    },
    {
      "name": "attribution.attach",
      "summary": "Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.",
      "tags": [{"name": "attribution"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "highlight",
          "description": "The highlight.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/HighlightID"}
        },
        {
          "name": "context",
          "description": "The context.",
          "schema": {"$ref": "#/components/schemas/DisplayHighlightContext"}
        }
      ],
      "result": {"name": "attributionToken", "schema": {"$ref": "#/components/schemas/AttributionTokenResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": false
    },
    {
      "name": "attribution.show",
      "summary": "Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after the highlight left the list.",
      "tags": [{"name": "attribution"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "attribution",
          "description": "The token.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/AttributionToken"}
        }
      ],
      "result": {"name": "attribution", "schema": {"$ref": "#/components/schemas/AttributionResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "identity.sign",
      "summary": "Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.",
      "tags": [{"name": "identity"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "data",
          "description": "The data, such as a challenge of the app's server: 1 to 16,384 bytes in base64.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "identityProof", "schema": {"$ref": "#/components/schemas/IdentityProofResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "identity.challenge",
      "summary": "Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an app with `proofs`.",
      "tags": [{"name": "identity"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "challenge", "schema": {"$ref": "#/components/schemas/ChallengeResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": false
    },
    {
      "name": "identity.prove",
      "summary": "Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its own reason. The challenge is used up in any case.",
      "tags": [{"name": "identity"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "challenge",
          "description": "The challenge of the server, which the proof signs.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "proof",
          "description": "The proof.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/SignedProof"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "highlightCenter.postNotice",
      "summary": "Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a membership event.",
      "tags": [{"name": "highlightCenter"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link of the collaboration, or one to a view inside it: deeper in its path, or with a query or a fragment.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "event",
          "description": "The event.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/PostNoticeEvent"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "notices", "schema": {"$ref": "#/components/schemas/NoticesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "highlightCenter.clearNotices",
      "summary": "Clears the notices about a link after the person saw it in the app.",
      "tags": [{"name": "highlightCenter"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "cleared", "schema": {"$ref": "#/components/schemas/ClearedResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "notice.dismiss",
      "summary": "Removes a notice from the banner.",
      "tags": [{"name": "notice"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "notice",
          "description": "The notice.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/NoticeID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "notice", "schema": {"$ref": "#/components/schemas/NoticeResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "notice.answer",
      "summary": "Answers a question to the owner with the id of one of its `actions`. An added person without the link receives it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.",
      "tags": [{"name": "notice"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "notice",
          "description": "The notice.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/NoticeID"}
        },
        {
          "name": "action",
          "description": "The id of one of its actions.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "notice", "schema": {"$ref": "#/components/schemas/NoticeResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.create",
      "summary": "Shares a document in one save: the caller's document at that link or with that title, or a new one. The default back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app must answer first.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app of the document.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {"name": "title", "description": "The title.", "required": true, "schema": {"type": "string"}},
        {
          "name": "url",
          "description": "The app's own link for the document; a new link on the app's first domain if left out.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "backend",
          "description": "The back end; the app's first if left out.",
          "schema": {"$ref": "#/components/schemas/ShareBackend"}
        },
        {
          "name": "access",
          "description": "The access; `private` if left out.",
          "schema": {"$ref": "#/components/schemas/ShareAccess"}
        },
        {
          "name": "permission",
          "description": "The general permission; `readWrite` if left out.",
          "schema": {"$ref": "#/components/schemas/SharePermission"}
        },
        {
          "name": "allowsInviting",
          "description": "True to let participants add people; false if left out.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "document",
          "description": "The document. If left out, the caller's document with that link or title, or a new one.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "folder",
          "description": "The caller's folder to share, with all documents in it (`ck-zone-share`). Its title is then the title of the share.",
          "schema": {"type": "string"}
        },
        {
          "name": "representations",
          "description": "The forms for copies, besides the link.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/ShareRepresentation"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/ShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.send",
      "summary": "Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "share",
          "description": "The share.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ShareID"}
        },
        {
          "name": "conversation",
          "description": "The conversation.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {"name": "text", "description": "The text before the link, if any.", "schema": {"type": "string"}},
        {
          "name": "people",
          "description": "The people that the sender expects in the conversation, without the sender. If it has another person, the request fails with `conflict`. A client passes them if it does not show the conversation; the conversation's messages then stay unread.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "mode",
          "description": "The method of sharing.",
          "schema": {"$ref": "#/components/schemas/SharingMethod"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/MessageResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.get",
      "summary": "Returns a share as the caller sees it, with the conversations that have its link.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {"name": "share", "schema": {"$ref": "#/components/schemas/ShareResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "share.accept",
      "summary": "Opens a share and clears its notices. Fails with `conflict` if its document was deleted.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "share", "schema": {"$ref": "#/components/schemas/ShareResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.requestAccess",
      "summary": "Asks the owner and the administrators of a private share for access, once until they answer. A share that allows no requests, and one that blocks the caller, are `not_found` like a missing one.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "url",
          "description": "The link of the share.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.list",
      "summary": "Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first one as `before` to get the earlier ones.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "conversation",
          "description": "Returns only shares whose link is in this conversation.",
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "person",
          "description": "The person; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "before",
          "description": "The first share of the next newer page; the newest page if left out.",
          "schema": {"$ref": "#/components/schemas/ShareID"}
        }
      ],
      "result": {"name": "shares", "schema": {"$ref": "#/components/schemas/SharesResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "share.save",
      "summary": "Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document accepts no new people (`conflict`).",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {"name": "title", "description": "The new title.", "schema": {"type": "string"}},
        {
          "name": "access",
          "description": "The new access.",
          "schema": {"$ref": "#/components/schemas/ShareAccess"}
        },
        {
          "name": "permission",
          "description": "The new general permission, for participants without their own.",
          "schema": {"$ref": "#/components/schemas/SharePermission"}
        },
        {
          "name": "allowsInviting",
          "description": "True to let participants add people.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "allowsAccessRequests",
          "description": "True to let people who were not invited ask for access.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "deny",
          "description": "The people whose requests for access are denied. They may ask again.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "block",
          "description": "The people who may not ask for access. Participants among them are removed.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "unblock",
          "description": "The people who may ask for access again.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "addOneTimeLinks",
          "description": "The permissions of new one-time links, one for each link.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SharePermission"}}
        },
        {
          "name": "removeOneTimeLinks",
          "description": "The ids of unopened one-time links to take back.",
          "schema": {"type": "array", "items": {"type": "string"}}
        },
        {
          "name": "add",
          "description": "The people to add or change. Adding a person approves their request for access.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SaveShareAddition"}}
        },
        {
          "name": "remove",
          "description": "The people to remove.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "permissions",
          "description": "The new permissions of participants.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SaveShareOwnPermission"}}
        },
        {
          "name": "roles",
          "description": "The new roles of participants. Only `share.setRole` sets them; `share.save` refuses them.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SaveShareOwnRole"}}
        },
        {
          "name": "sendLink",
          "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`).",
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.addParticipant",
      "summary": "Invites people. With `sendLink`, also sends them the link.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "handle",
          "description": "One participant.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "handles",
          "description": "Several participants.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "permission",
          "description": "The permission; the general one if left out.",
          "schema": {"$ref": "#/components/schemas/SharePermission"}
        },
        {
          "name": "sendLink",
          "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`).",
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.removeParticipant",
      "summary": "Removes people from a share.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "handle",
          "description": "One participant.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "handles",
          "description": "Several participants.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.setPermission",
      "summary": "Sets the permission of some people, or of all who have no permission of their own.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "handle",
          "description": "One participant.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "handles",
          "description": "Several participants.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "permission",
          "description": "The permission.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/SharePermission"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.setRole",
      "summary": "Makes a person `administrator` or `privateUser`.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "handle",
          "description": "The participant.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "role",
          "description": "The role.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ShareRole"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.setInviting",
      "summary": "Allows or forbids participants to add people.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "allowsInviting",
          "description": "True to let participants add people.",
          "required": true,
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.setAccess",
      "summary": "Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner and `handles`, whom it invites again.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "revision",
          "description": "The revision that the change is based on; the current one if left out.",
          "schema": {"type": "integer", "minimum": 1}
        },
        {
          "name": "access",
          "description": "The new access.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ShareAccess"}
        },
        {
          "name": "handles",
          "description": "The people to invite in the same step.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/SavedShareResult"}, {"$ref": "#/components/schemas/AskedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.leave",
      "summary": "Leaves a share.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "share", "schema": {"$ref": "#/components/schemas/ShareResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "share.stop",
      "summary": "Stops sharing with everyone.",
      "tags": [{"name": "share"}],
      "paramStructure": "by-name",
      "params": [
        {"name": "share", "description": "By its id.", "schema": {"$ref": "#/components/schemas/ShareID"}},
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "share", "schema": {"$ref": "#/components/schemas/ShareResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "collaboration.offer",
      "summary": "Returns the content of the share sheet for an item, with the default options. Creates nothing.",
      "tags": [{"name": "collaboration"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "A new document of the app.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "document",
          "description": "An existing document.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "share",
          "description": "An existing share.",
          "schema": {"$ref": "#/components/schemas/ShareID"}
        },
        {
          "name": "file",
          "description": "A file, by its name. The offer is from the first app that opens such files (`collab-start-drop`).",
          "schema": {"type": "string"}
        },
        {
          "name": "backend",
          "description": "The back end; the app's first if left out.",
          "schema": {"$ref": "#/components/schemas/ShareBackend"}
        },
        {
          "name": "representations",
          "description": "The forms of the item in addition to its link.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/ShareRepresentation"}}
        }
      ],
      "result": {"name": "offer", "schema": {"$ref": "#/components/schemas/OfferResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "collaboration.start",
      "summary": "Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of one person.",
      "tags": [{"name": "collaboration"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app of the document.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "title",
          "description": "The title of a new document; nil for an existing one.",
          "schema": {"type": "string"}
        },
        {
          "name": "document",
          "description": "The document.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "conversation",
          "description": "The conversation for the message.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ConversationID"}
        },
        {
          "name": "mode",
          "description": "The method of sharing.",
          "schema": {"$ref": "#/components/schemas/SharingMethod"}
        },
        {"name": "text", "description": "The text before the link, if any.", "schema": {"type": "string"}},
        {
          "name": "backend",
          "description": "The back end; the app's first if left out.",
          "schema": {"$ref": "#/components/schemas/ShareBackend"}
        },
        {
          "name": "options",
          "description": "The identifiers of the selected options; the defaults if left out.",
          "schema": {"type": "array", "items": {"type": "string"}}
        },
        {
          "name": "representations",
          "description": "The forms of the document in addition to its link.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/ShareRepresentation"}}
        },
        {
          "name": "localIdentifier",
          "description": "The app's own name for its document on this device.",
          "schema": {"type": "string"}
        },
        {
          "name": "content",
          "description": "The text of the new document; empty if left out.",
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "start", "schema": {"$ref": "#/components/schemas/StartResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "collaboration.cancel",
      "summary": "Cancels a start that waits for its app.",
      "tags": [{"name": "collaboration"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "start",
          "description": "The start or change.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/StartID"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "start", "schema": {"$ref": "#/components/schemas/StartResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": true
    },
    {
      "name": "collaboration.list",
      "summary": "Returns the starts and changes that wait for the apps of the caller, oldest first.",
      "tags": [{"name": "collaboration"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "starts", "schema": {"$ref": "#/components/schemas/StartsResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "action.fulfill",
      "summary": "Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new `collaborationIdentifier`. If the server refuses them, the action stays open.",
      "tags": [{"name": "action"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "action",
          "description": "The action.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ActionID"}
        },
        {
          "name": "url",
          "description": "The link of the new collaboration.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "collaborationIdentifier",
          "description": "The collaboration identifier on every device.",
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "action.fail",
      "summary": "Fails an action. Refused with `conflict` if the action was answered or has ended.",
      "tags": [{"name": "action"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "action",
          "description": "The action.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/ActionID"}
        },
        {
          "name": "message",
          "description": "The reason, for the person who sent the draft or changed the share.",
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "app.register",
      "summary": "Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction` must contain Remove or Hide. `warnings` suggest improvements.",
      "tags": [{"name": "app"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The bundle id.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {"name": "name", "description": "The name.", "required": true, "schema": {"type": "string"}},
        {
          "name": "domains",
          "description": "The domains of the app's entitlement.",
          "required": true,
          "schema": {"type": "array", "items": {"type": "string"}}
        },
        {
          "name": "association",
          "description": "The association JSON of those domains; every path if left out.",
          "schema": {}
        },
        {
          "name": "backends",
          "description": "The back ends of the app's shares; all three if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/ShareBackend"}}
        },
        {
          "name": "capabilities",
          "description": "The capabilities; all if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/AppCapability"}}
        },
        {
          "name": "previews",
          "description": "The previews of the links; none if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/AppPreview"}}
        },
        {
          "name": "menuTitleForHideAction",
          "description": "The title of the menu item that hides a highlight; Remove if left out.",
          "schema": {"type": "string"}
        },
        {
          "name": "shareOptions",
          "description": "The options of the app's collaborations; the standard ones if left out.",
          "schema": {"$ref": "#/components/schemas/ShareOptions"}
        },
        {
          "name": "sharingMethods",
          "description": "The methods of sharing a document; both if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SharingMethod"}}
        },
        {
          "name": "manageTitle",
          "description": "The title of the button that manages a shared document.",
          "schema": {"type": "string"}
        },
        {
          "name": "activities",
          "description": "The actions on the share sheet, in order; none if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/AppActivity"}}
        },
        {
          "name": "excludedActivityTypes",
          "description": "The system actions that the share sheet leaves out; none if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/SystemActivity"}}
        },
        {
          "name": "documentTypes",
          "description": "The extensions of the files that the app opens, without the dot; none if left out.",
          "schema": {"type": "array", "items": {"type": "string"}}
        },
        {
          "name": "proofs",
          "description": "True if the app opens the documents that it holds itself only after a proof of identity.",
          "schema": {"type": "boolean"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/AppResult"}, {"$ref": "#/components/schemas/RegisteredResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": true
    },
    {
      "name": "app.get",
      "summary": "Returns a registered app. An app sees only itself; a person sees no `association`.",
      "tags": [{"name": "app"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app; the calling app if left out.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        }
      ],
      "result": {"name": "app", "schema": {"$ref": "#/components/schemas/AppResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "activity.offer",
      "summary": "Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).",
      "tags": [{"name": "activity"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "activities",
          "description": "The actions, in order; the registered ones if left out.",
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/AppActivity"}}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/AppResult"}, {"$ref": "#/components/schemas/RegisteredResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["app"],
      "x-changesTheLog": true
    },
    {
      "name": "activity.choose",
      "summary": "Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer it for this item.",
      "tags": [{"name": "activity"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "type",
          "description": "The type of the action.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "url",
          "description": "The link of the item. It must open in the app.",
          "required": true,
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "kind",
          "description": "The kind of the item.",
          "schema": {"$ref": "#/components/schemas/ActivityItemKind"}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person"],
      "x-changesTheLog": false
    },
    {
      "name": "site.publish",
      "summary": "Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world has at most 1,000. `warnings` name invalid app ids, which are ignored.",
      "tags": [{"name": "site"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "domain",
          "description": "The domain, or a wildcard such as `*.notes.example`.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "association",
          "description": "The association; nil if the domain serves no file.",
          "required": true,
          "schema": {"anyOf": [{}, {"type": "null"}]}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [{"$ref": "#/components/schemas/EmptyResult"}, {"$ref": "#/components/schemas/PublishedResult"}]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": true
    },
    {
      "name": "clock.now",
      "summary": "Returns the time of the world.",
      "tags": [{"name": "clock"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "clock", "schema": {"$ref": "#/components/schemas/ClockResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "clock.advance",
      "summary": "Advances a virtual clock by a time or, with `until`, past all pending work.",
      "tags": [{"name": "clock"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "milliseconds",
          "description": "The time to advance, a hundred years at most.",
          "schema": {"type": "integer", "minimum": 0, "maximum": 3162240000000}
        },
        {
          "name": "until",
          "description": "A named time to advance to.",
          "schema": {"$ref": "#/components/schemas/AdvanceClockEnd"}
        }
      ],
      "result": {"name": "clock", "schema": {"$ref": "#/components/schemas/ClockResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "world.create",
      "summary": "Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its faults.",
      "tags": [{"name": "world"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "world",
          "description": "The name.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/WorldName"}
        },
        {
          "name": "clock",
          "description": "The kind of the clock.",
          "schema": {"$ref": "#/components/schemas/ClockKind"}
        },
        {
          "name": "seed",
          "description": "The seed of the random numbers.",
          "schema": {"type": "integer", "minimum": 0, "maximum": 9007199254740992}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "world.reset",
      "summary": "Empties a world.",
      "tags": [{"name": "world"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "world",
          "description": "The world.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/WorldName"}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "world.delete",
      "summary": "Deletes a world.",
      "tags": [{"name": "world"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "world",
          "description": "The world.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/WorldName"}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "world.list",
      "summary": "Returns the worlds of a server, by name.",
      "tags": [{"name": "world"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "worlds", "schema": {"$ref": "#/components/schemas/WorldsResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "fault.inject",
      "summary": "Injects a fault into the delivery of notifications.",
      "tags": [{"name": "fault"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "do",
          "description": "The effect on the notification.",
          "required": true,
          "schema": {"type": "string", "enum": ["drop", "delay", "duplicate", "reorder", "disconnect"]}
        },
        {
          "name": "milliseconds",
          "description": "The notification is delivered later, by the world's clock.",
          "schema": {"type": "integer", "minimum": 0, "maximum": 3162240000000}
        },
        {
          "name": "on",
          "description": "The affected notifications.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/FaultTarget"}
        }
      ],
      "result": {"name": "fault", "schema": {"$ref": "#/components/schemas/FaultResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "fault.list",
      "summary": "Returns the faults of a world, oldest first.",
      "tags": [{"name": "fault"}],
      "paramStructure": "by-name",
      "params": [],
      "result": {"name": "faults", "schema": {"$ref": "#/components/schemas/FaultsResult"}},
      "errors": [
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "fault.clear",
      "summary": "Removes a fault, or all of them.",
      "tags": [{"name": "fault"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "fault",
          "description": "The fault; all if left out.",
          "schema": {"$ref": "#/components/schemas/FaultID"}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "delivery.explain",
      "summary": "Explains if and why a message, notice, highlight, question or link reached a person.",
      "tags": [{"name": "delivery"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "person",
          "description": "The person.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "about",
          "description": "The id of a message, notice, highlight or consent, or a url.",
          "required": true,
          "schema": {"type": "string"}
        }
      ],
      "result": {"name": "explanation", "schema": {"$ref": "#/components/schemas/ExplanationResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "journal.list",
      "summary": "Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor` and `number` of this one.",
      "tags": [{"name": "journal"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "kind",
          "description": "The kind of entry.",
          "schema": {"$ref": "#/components/schemas/JournalEntryKind"}
        },
        {
          "name": "person",
          "description": "The person who received the notification, did not receive it, or sent the request.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "role",
          "description": "The role: person, or an app that runs as one.",
          "schema": {"$ref": "#/components/schemas/Role"}
        },
        {
          "name": "app",
          "description": "The app that the entry is about, or that ran.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "event",
          "description": "The name of the notification or method.",
          "schema": {"type": "string"}
        },
        {
          "name": "url",
          "description": "The link that the entry is about, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "trace",
          "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits.",
          "schema": {"type": "string", "minLength": 32, "maxLength": 32}
        },
        {
          "name": "after",
          "description": "Only entries after this position.",
          "schema": {"type": "integer", "minimum": 0}
        },
        {
          "name": "number",
          "description": "The `number` of the previous page: only requests and faults with a larger number are returned.",
          "schema": {"type": "integer", "minimum": 0}
        },
        {
          "name": "limit",
          "description": "The most entries of the page; the entries of one event stay together.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 1000}
        }
      ],
      "result": {"name": "journal", "schema": {"$ref": "#/components/schemas/JournalResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "journal.verify",
      "summary": "Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near misses and rules.",
      "tags": [{"name": "journal"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "kind",
          "description": "The kind of entry.",
          "schema": {"$ref": "#/components/schemas/JournalEntryKind"}
        },
        {
          "name": "person",
          "description": "The person who received the notification, did not receive it, or sent the request.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "role",
          "description": "The role: person, or an app that runs as one.",
          "schema": {"$ref": "#/components/schemas/Role"}
        },
        {
          "name": "app",
          "description": "The app that the entry is about, or that ran.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "event",
          "description": "The name of the notification or method.",
          "schema": {"type": "string"}
        },
        {
          "name": "url",
          "description": "The link that the entry is about, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "trace",
          "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits.",
          "schema": {"type": "string", "minLength": 32, "maxLength": 32}
        },
        {
          "name": "after",
          "description": "Only entries after this position.",
          "schema": {"type": "integer", "minimum": 0}
        },
        {
          "name": "count",
          "description": "The expected number.",
          "required": true,
          "schema": {"$ref": "#/components/schemas/JournalCount"}
        }
      ],
      "result": {"name": "journalVerdict", "schema": {"$ref": "#/components/schemas/JournalVerdictResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "person.list",
      "summary": "Returns the people of a world, by handle, with their number of streams; 200 by default.",
      "tags": [{"name": "person"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "after",
          "description": "Only people after this handle.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        },
        {
          "name": "limit",
          "description": "The most people of the page.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 1000}
        }
      ],
      "result": {"name": "people", "schema": {"$ref": "#/components/schemas/PeopleResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["observer"],
      "x-changesTheLog": false
    },
    {
      "name": "document.create",
      "summary": "Creates a document that only its owner sees. A person names the app. The default link is on the app's first domain.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "The app of the document. If left out, an app creates a document of its own.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {"name": "title", "description": "The title.", "required": true, "schema": {"type": "string"}},
        {"name": "text", "description": "The content; empty if left out.", "schema": {"type": "string"}},
        {
          "name": "url",
          "description": "The app's own link for the document; a new link on the app's first domain if left out.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "parent",
          "description": "The document that represents the shared folder in which the new one is (`ck-zone-share`). The owner of the folder owns it.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "covers",
          "description": "The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content.",
          "schema": {"type": "string"}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.list",
      "summary": "Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is the last document of the previous page.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "app",
          "description": "Only documents of this app; an app always gets its own.",
          "schema": {"$ref": "#/components/schemas/AppID"}
        },
        {
          "name": "after",
          "description": "The last document of the previous page.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "person",
          "description": "The person; the caller if left out.",
          "schema": {"$ref": "#/components/schemas/Handle"}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentsResult"},
            {"$ref": "#/components/schemas/AppDocumentsResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "document.get",
      "summary": "Returns a document. An observer without `person` sees it as its owner does.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app", "observer"],
      "x-changesTheLog": false
    },
    {
      "name": "document.open",
      "summary": "Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.close",
      "summary": "Closes a document.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        }
      ],
      "result": {"name": "empty", "schema": {"$ref": "#/components/schemas/EmptyResult"}},
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": false
    },
    {
      "name": "document.edit",
      "summary": "Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in `data.document`.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "text",
          "description": "The complete new text.",
          "required": true,
          "schema": {"type": "string"}
        },
        {
          "name": "revision",
          "description": "The revision that the new text is based on.",
          "required": true,
          "schema": {"type": "integer", "minimum": 0}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.comment",
      "summary": "Comments on a document; read permission is enough.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {"name": "text", "description": "The text.", "required": true, "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.rename",
      "summary": "Renames a document and its share.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {"name": "title", "description": "The new title.", "required": true, "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.move",
      "summary": "Moves a document to a folder.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {"name": "folder", "description": "The folder.", "required": true, "schema": {"type": "string"}},
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    },
    {
      "name": "document.delete",
      "summary": "Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer shared.",
      "tags": [{"name": "document"}],
      "paramStructure": "by-name",
      "params": [
        {
          "name": "document",
          "description": "By its id.",
          "schema": {"$ref": "#/components/schemas/DocumentID"}
        },
        {
          "name": "url",
          "description": "By its link, in any spelling.",
          "schema": {"type": "string", "maxLength": 2048}
        },
        {
          "name": "clientID",
          "description": "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 256}
        }
      ],
      "result": {
        "name": "result",
        "schema": {
          "anyOf": [
            {"$ref": "#/components/schemas/DocumentResult"},
            {"$ref": "#/components/schemas/AppDocumentResult"}
          ]
        }
      },
      "errors": [
        {"$ref": "#/components/errors/InvalidParams"},
        {"$ref": "#/components/errors/Internal"},
        {"$ref": "#/components/errors/Unauthenticated"},
        {"$ref": "#/components/errors/Forbidden"},
        {"$ref": "#/components/errors/NotFound"},
        {"$ref": "#/components/errors/Conflict"},
        {"$ref": "#/components/errors/Expired"},
        {"$ref": "#/components/errors/TooLarge"},
        {"$ref": "#/components/errors/RateLimited"},
        {"$ref": "#/components/errors/Unavailable"}
      ],
      "x-roles": ["person", "app"],
      "x-changesTheLog": true
    }
  ],
  "x-notifications": [
    {
      "title": "MessagePostedNotification",
      "description": "A new message.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "message.posted"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "message": {"$ref": "#/components/schemas/Message"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "message"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "MessageChangedNotification",
      "description": "A message was edited or unsent, or its tapbacks changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "message.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "message": {"$ref": "#/components/schemas/Message"},
            "change": {"$ref": "#/components/schemas/MessageChange"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "message", "change"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "ReceiptNotification",
      "description": "The other person has read this message and all before it (one-to-one conversations only).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "receipt"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/components/schemas/ConversationID"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "message": {"$ref": "#/components/schemas/MessageID"},
            "status": {"$ref": "#/components/schemas/MessageReceiptStatus", "description": "The stage."},
            "sequence": {
              "type": "integer",
              "minimum": 0,
              "description": "The number of the newest message at this stage; all earlier messages have reached it too."
            },
            "at": {
              "$ref": "#/components/schemas/Instant",
              "description": "The time at which the message reached this stage."
            },
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "conversation", "person", "message", "status", "sequence", "at"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "TypingNotification",
      "description": "A person types or stopped typing in a conversation (`typing-1to1`).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "typing"},
        "params": {
          "type": "object",
          "properties": {
            "conversation": {"$ref": "#/components/schemas/ConversationID"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "typing": {"type": "boolean"}
          },
          "required": ["conversation", "person", "typing"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "ConversationChangedNotification",
      "description": "A conversation is new or changed; `line` is the new entry of its thread.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "conversation.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/components/schemas/Conversation"},
            "line": {"$ref": "#/components/schemas/ThreadEntry"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "conversation"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "DeletionChangedNotification",
      "description": "The reader deleted, recovered or erased messages, on any of their devices.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "deletion.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/components/schemas/Conversation"},
            "change": {"$ref": "#/components/schemas/DeletionChangeKind", "description": "The kind of the change."},
            "messages": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/MessageRun"},
              "description": "The messages; none if a conversation without messages was deleted."
            },
            "whole": {
              "type": "boolean",
              "description": "True if the whole conversation was deleted, with the notices and lines of its thread."
            },
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "conversation", "change", "messages"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "NoticePostedNotification",
      "description": "A notice is new, or grew under the same id.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "notice.posted"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "notice": {"$ref": "#/components/schemas/Notice"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "notice"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "NoticeClearedNotification",
      "description": "Notices left the reader's banner.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "notice.cleared"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "notices": {"type": "array", "items": {"$ref": "#/components/schemas/NoticeID"}},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "notices"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "ConsentRequestedNotification",
      "description": "A question about automatic sharing; `url` is empty if the link was unsent everywhere.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "consent.requested"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "consent": {"$ref": "#/components/schemas/ConsentID", "description": "The id."},
            "app": {"$ref": "#/components/schemas/AppID", "description": "The app."},
            "conversation": {
              "$ref": "#/components/schemas/ConversationID",
              "description": "The conversation with the pin that caused the question."
            },
            "url": {"type": "string", "maxLength": 2048, "description": "The pinned link."},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "consent", "app", "conversation", "url"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "HighlightsChangedNotification",
      "description": "The reader's shelf changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "highlights.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "added": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/PersonHighlight"},
              "description": "The new highlights."
            },
            "removed": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/RemovedHighlight"},
              "description": "The removed highlights."
            },
            "updated": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/PersonHighlight"},
              "description": "The moved or changed highlights."
            },
            "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole shelf."},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "added", "removed", "updated"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "ShareLostNotification",
      "description": "The reader lost a share.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "share.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "share": {"$ref": "#/components/schemas/LostShare"},
            "gone": {"$ref": "#/components/schemas/LostShareCause"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "share", "gone"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "ShareChangedNotification",
      "description": "A share of the reader changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "share.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "share": {"$ref": "#/components/schemas/ShareView"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "share"],
          "not": {"required": ["gone"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "SettingsChangedNotification",
      "description": "The reader's settings changed. A question missing in `consents` was answered.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "settings.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "settings": {"$ref": "#/components/schemas/Settings"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "settings"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "CollaborationChangedNotification",
      "description": "A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "collaboration.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "start": {"$ref": "#/components/schemas/CollaborationStart"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "start"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "AppHighlightsChangedNotification",
      "description": "The app's list for this person changed. If only the permission changed, all three members are empty (`center-empty`).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "highlights.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "added": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/AppHighlight"},
              "description": "The new highlights."
            },
            "removed": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/RemovedHighlight"},
              "description": "The removed highlights."
            },
            "updated": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/AppHighlight"},
              "description": "The moved or changed highlights."
            },
            "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole list."},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "added", "removed", "updated"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "ActionRequestedNotification",
      "description": "The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones; `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "action.requested"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "action": {"$ref": "#/components/schemas/RequestedAction"},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "action"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "ActionEndedNotification",
      "description": "An action ended; for the app's other sessions.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "action.ended"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "action": {"$ref": "#/components/schemas/ActionID"},
            "outcome": {"$ref": "#/components/schemas/RequestedActionOutcome"},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "action", "outcome"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "IdentitiesRemovedNotification",
      "description": "People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It needs no answer.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "identities.removed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "identities": {"type": "array", "items": {"$ref": "#/components/schemas/PersonIdentity"}},
            "collaborationIdentifier": {"type": "string"},
            "url": {"type": "string", "maxLength": 2048},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "identities", "collaborationIdentifier", "url"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "UserActivityNotification",
      "description": "The app should show a link, exactly as it was opened. Observers see the app and the person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "userActivity"},
        "params": {
          "type": "object",
          "properties": {
            "activityType": {"type": "string", "description": "The kind of the activity; there is only one."},
            "webpageURL": {"type": "string", "maxLength": 2048, "description": "The link, exactly as it was opened."},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["activityType", "webpageURL"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "ActivitiesChangedNotification",
      "description": "The app's actions on the share sheet changed for this person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "activities.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "activities": {"type": "array", "items": {"$ref": "#/components/schemas/AppActivity"}},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "activities"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "ActivityChosenNotification",
      "description": "A person chose an action of the app. Observers see the app and the person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "activity.chosen"},
        "params": {
          "type": "object",
          "properties": {
            "type": {"type": "string", "description": "The type of the action."},
            "url": {"type": "string", "maxLength": 2048, "description": "The link of the item."},
            "kind": {"$ref": "#/components/schemas/ActivityItemKind", "description": "The kind of the item."},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["type", "url", "kind"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "PersonNamedNotification",
      "description": "A person known to the reader has a new display name.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "person.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "handle": {"$ref": "#/components/schemas/Handle", "description": "The handle."},
            "name": {"type": "string", "description": "The name to show."},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "handle", "name"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "FaultFiredNotification",
      "description": "A fault occurred.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "fault.fired"},
        "params": {
          "type": "object",
          "properties": {
            "fault": {"$ref": "#/components/schemas/FaultID", "description": "The fault."},
            "notification": {"$ref": "#/components/schemas/NotificationName", "description": "The affected notification."},
            "to": {"$ref": "#/components/schemas/Handle", "description": "The recipient."},
            "device": {"$ref": "#/components/schemas/DeviceReference", "description": "The recipient's device."}
          },
          "required": ["fault", "notification", "to"],
          "allOf": [{"$ref": "#/components/schemas/FaultEffect"}]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    {
      "title": "RequestDoneNotification",
      "description": "A request was decided; for observers with `requests: true`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "request.done"},
        "params": {
          "type": "object",
          "properties": {
            "session": {"type": "string", "description": "The id of the session."},
            "role": {"$ref": "#/components/schemas/Role", "description": "The role."},
            "person": {
              "$ref": "#/components/schemas/Handle",
              "description": "The person, or the person that the app runs as."
            },
            "app": {"$ref": "#/components/schemas/AppID", "description": "The app, if the session is an app's."},
            "device": {"$ref": "#/components/schemas/Device", "description": "The device, if the session has one."},
            "method": {"$ref": "#/components/schemas/Method", "description": "The method."},
            "params": {"description": "The params, without secrets."},
            "traceparent": {"$ref": "#/components/schemas/TraceParent", "description": "The `traceparent` of the request."},
            "at": {
              "$ref": "#/components/schemas/Instant",
              "description": "The time of the decision, by the world's clock."
            },
            "result": {"description": "The result."},
            "error": {
              "$ref": "#/components/schemas/DoneRequestRefusal",
              "description": "The error, if the request was refused."
            },
            "truncated": {"type": "boolean", "description": "True if a part was left out because of its length."}
          },
          "required": ["session", "role", "method", "at"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    {
      "title": "SessionEndedNotification",
      "description": "A session ended; for observers with `requests: true`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "session.ended"},
        "params": {
          "type": "object",
          "properties": {
            "session": {"type": "string", "description": "The id of the session."},
            "role": {"$ref": "#/components/schemas/Role", "description": "The role."},
            "person": {
              "$ref": "#/components/schemas/Handle",
              "description": "The person, or the person that the app runs as."
            },
            "app": {"$ref": "#/components/schemas/AppID", "description": "The app, if the session is an app's."},
            "device": {"$ref": "#/components/schemas/Device", "description": "The device, if the session has one."}
          },
          "required": ["session", "role"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    {
      "title": "DocumentChangedNotification",
      "description": "A document that the reader can read changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/components/schemas/DocumentView"},
            "change": {"$ref": "#/components/schemas/DocumentChangeAction", "description": "The change."},
            "by": {"$ref": "#/components/schemas/Handle", "description": "The author."},
            "person": {"$ref": "#/components/schemas/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["cursor", "document", "change", "by"],
          "not": {"required": ["isMine"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "AppDocumentChangedNotification",
      "description": "A document of the app that its person can read changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/components/schemas/AppDocument"},
            "change": {"$ref": "#/components/schemas/AppDocumentChangeAction", "description": "The change."},
            "isMine": {"type": "boolean", "description": "True if the app's own person made the change."},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "document", "change", "isMine"],
          "not": {"required": ["by"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "DocumentAccessChangedNotification",
      "description": "The access of the app's person to a document changed. A deleted document is a `document.changed`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.accessChanged"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/components/schemas/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "access": {"$ref": "#/components/schemas/AppDocumentAccess"},
            "app": {"$ref": "#/components/schemas/AppID"},
            "person": {"$ref": "#/components/schemas/Handle"}
          },
          "required": ["cursor", "document", "url", "access"]
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "DocumentPresenceNotification",
      "description": "The people who have a document open changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.presence"},
        "params": {
          "type": "object",
          "properties": {
            "document": {"$ref": "#/components/schemas/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "active": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
          },
          "required": ["document", "url", "active"],
          "not": {"required": ["activeParticipantCount"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    {
      "title": "AppDocumentPresenceNotification",
      "description": "The number of people who have a document open changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.presence"},
        "params": {
          "type": "object",
          "properties": {
            "document": {"$ref": "#/components/schemas/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "activeParticipantCount": {"type": "integer", "minimum": 0}
          },
          "required": ["document", "url", "activeParticipantCount"],
          "not": {"required": ["active"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    {
      "title": "DeliveredNotification",
      "description": "A message and all before it reached the other person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "receipt"},
        "params": {
          "type": "object",
          "properties": {
            "conversation": {"$ref": "#/components/schemas/ConversationID"},
            "person": {"$ref": "#/components/schemas/Handle"},
            "message": {"$ref": "#/components/schemas/MessageID"},
            "status": {"$ref": "#/components/schemas/MessageReceiptStatus", "description": "The stage."},
            "sequence": {
              "type": "integer",
              "minimum": 0,
              "description": "The number of the newest message at this stage; all earlier messages have reached it too."
            },
            "at": {
              "$ref": "#/components/schemas/Instant",
              "description": "The time at which the message reached this stage."
            }
          },
          "required": ["conversation", "person", "message", "status", "sequence", "at"],
          "not": {"required": ["cursor"]}
        },
        "traceparent": {"$ref": "#/components/schemas/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    }
  ],
  "components": {
    "schemas": {
      "ActionID": {"description": "The id of an action that an app must answer.", "type": "string", "minLength": 1},
      "ActivityCategory": {
        "description": "The category of an activity (`ua-categories`).",
        "type": "string",
        "enum": ["action", "share"]
      },
      "ActivityItemKind": {
        "description": "The kind of item that an activity receives.",
        "type": "string",
        "enum": ["document", "link", "text", "file"]
      },
      "AddContacts": {
        "description": "`contact.add`: adds one contact, or several.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The contact, for a single one."},
          "handles": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The contacts, for several."
          },
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person with these contacts; the caller if left out."
          }
        }
      },
      "AddShareParticipants": {
        "description": "`share.addParticipant`: invites people.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The permission; the general one if left out."
          },
          "sendLink": {
            "type": "boolean",
            "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`)."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}, {"$ref": "#/components/schemas/SharePeople"}]
      },
      "AdvanceClock": {
        "description": "`clock.advance`: advances the world's clock.",
        "oneOf": [
          {
            "type": "object",
            "properties": {"milliseconds": {"type": "integer", "minimum": 0, "maximum": 3162240000000}},
            "required": ["milliseconds"]
          },
          {
            "type": "object",
            "properties": {"until": {"$ref": "#/components/schemas/AdvanceClockEnd"}},
            "required": ["until"]
          }
        ]
      },
      "AdvanceClockEnd": {"description": "The named times to advance to.", "type": "string", "enum": ["settled"]},
      "AnswerConsent": {
        "description": "`consent.answer`: a person answers a consent request.",
        "type": "object",
        "properties": {
          "consent": {"$ref": "#/components/schemas/ConsentID", "description": "The request."},
          "answer": {"$ref": "#/components/schemas/ConsentRequestAnswer", "description": "The answer."}
        },
        "required": ["consent", "answer"]
      },
      "AnswerNotice": {
        "description": "`notice.answer`: the owner answers a prompt about a change of the group (`group-sync-prompt-add`).",
        "type": "object",
        "properties": {
          "notice": {"$ref": "#/components/schemas/NoticeID", "description": "The notice."},
          "action": {"type": "string", "description": "The id of one of its actions."}
        },
        "required": ["notice", "action"]
      },
      "App": {
        "description": "A content app in the simulation. It owns domains, and receives their links.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/AppID", "description": "The bundle id."},
          "name": {"type": "string", "description": "The name."},
          "domains": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The domains of its entitlement (`ul-entitlement`), in order."
          },
          "association": {
            "description": "The association JSON of those domains (`ul-file`); nil if the reader may not see it."
          },
          "backends": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareBackend"},
            "description": "The back ends of its shares, in order; the first is the default."
          },
          "capabilities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppCapability"},
            "description": "The capabilities, such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`)."
          },
          "previews": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppPreview"},
            "description": "The previews of the links; the first matching one decides."
          },
          "menuTitleForHideAction": {
            "type": "string",
            "description": "The title of the menu item that hides a highlight, if it is not Remove (`attr-remove-word`)."
          },
          "shareOptions": {
            "$ref": "#/components/schemas/ShareOptions",
            "description": "The options of the app's collaborations; nil for the standard ones."
          },
          "sharingMethods": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SharingMethod"},
            "description": "The methods of sharing a document (`sheet-customise-methods`)."
          },
          "manageTitle": {
            "type": "string",
            "description": "The title of the button that manages a shared document (`manage-title`)."
          },
          "activities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppActivity"},
            "description": "The actions on the share sheet, in order (`av-app-actions`)."
          },
          "excludedActivityTypes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SystemActivity"},
            "description": "The system actions that the share sheet leaves out (`av-exclude`)."
          },
          "documentTypes": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The extensions of the files that the app opens, without the dot (`collab-start-drop`)."
          },
          "proofs": {
            "type": "boolean",
            "description": "True if the app opens the documents that it holds itself only after a proof of identity (`id-flow`)."
          }
        },
        "required": ["id", "name", "domains", "backends", "capabilities", "sharingMethods", "manageTitle"]
      },
      "AppCapability": {
        "description": "A capability that an app declares.",
        "type": "string",
        "enum": ["sharedWithYou", "mentions"]
      },
      "AppActivity": {
        "description": "An action of an app on the share sheet inside that app (`av-app-actions`).",
        "type": "object",
        "properties": {
          "type": {"type": "string", "description": "The identifier of the action within its app."},
          "title": {"type": "string", "description": "The title: a verb, or a short phrase with a verb (`av-title`)."},
          "glyph": {"type": "string", "description": "The symbol, one character (`av-symbol`)."},
          "category": {"$ref": "#/components/schemas/ActivityCategory", "description": "The category."},
          "accepts": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ActivityItemKind"},
            "description": "The kinds of items that the action accepts; all if left out (`av-custom-when`)."
          }
        },
        "required": ["type", "title"]
      },
      "AppDocument": {
        "description": "A document as an app sees it. For privacy the type has no field for people.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/DocumentID", "description": "Its id."},
          "url": {"type": "string", "maxLength": 2048, "description": "Its link."},
          "title": {"type": "string", "description": "Its title."},
          "text": {"type": "string", "description": "The content; left out in a list."},
          "revision": {"type": "integer", "minimum": 0, "description": "The number of saves."},
          "folder": {"type": "string", "description": "The folder of the document."},
          "comments": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppDocumentComment"},
            "description": "The comments, oldest first; left out in a list."
          },
          "canEdit": {"type": "boolean", "description": "True if the app's person may change it."},
          "activeParticipantCount": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The number of people who have the document open; left out in `document.changed`, because `document.presence` reports it."
          },
          "deleted": {"type": "boolean", "description": "True if the document was deleted."},
          "covers": {
            "type": "string",
            "description": "The folder that the document represents (`ck-zone-share`); nil for a document with a content."
          },
          "parent": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The document that represents the shared folder in which the document is; nil if it is in none."
          }
        },
        "required": ["id", "url", "title", "revision", "canEdit"]
      },
      "AppDocumentAccess": {
        "description": "The access of an app's person to a document.",
        "type": "string",
        "enum": ["none", "readOnly", "readWrite"]
      },
      "AppDocumentComment": {
        "description": "A comment on a document.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/CommentID", "description": "Its id."},
          "text": {"type": "string", "description": "The text."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time."},
          "isMine": {"type": "boolean", "description": "True if the app's own person wrote it."}
        },
        "required": ["id", "text", "at", "isMine"]
      },
      "AppDocumentChange": {
        "description": "A change of a document as an app sees it. For privacy it has no names of the author or the mentioned people.",
        "type": "object",
        "properties": {
          "change": {"$ref": "#/components/schemas/AppDocumentChangeAction", "description": "The change."},
          "isMine": {"type": "boolean", "description": "True if the app's own person made the change."}
        },
        "required": ["change", "isMine"]
      },
      "AppDocumentChangeAction": {
        "description": "A change with its mentions, as an app sees it.",
        "type": "object",
        "properties": {
          "mentions": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The people that the added text mentions, by the root hashes of their identities."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/DocumentChangeKind"}]
      },
      "AppHighlight": {
        "description": "A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text (`privacy-no-threads`, `highlight-fields`).",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/HighlightID", "description": "The permanent id."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "collaborationIdentifier": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The collaboration identifier, which is the same for every participant."
          },
          "title": {"type": "string", "description": "The document's title."},
          "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the first share."}
        },
        "required": ["id", "url"]
      },
      "AppHighlightCollaboration": {
        "description": "The details of a collaboration (`collab-highlight-fields`).",
        "type": "object",
        "properties": {
          "collaborationIdentifier": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The collaboration identifier, which is the same for every participant."
          },
          "title": {"type": "string", "description": "The document's title."},
          "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the first share."}
        },
        "required": ["collaborationIdentifier", "title", "contentType", "createdAt"]
      },
      "AppHighlightsChange": {
        "description": "A change of an app's list, as `highlights.changed` reports it, in the order of the shelf.",
        "type": "object",
        "properties": {
          "added": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppHighlight"},
            "description": "The new highlights."
          },
          "removed": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RemovedHighlight"},
            "description": "The removed highlights."
          },
          "updated": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppHighlight"},
            "description": "The moved or changed highlights."
          },
          "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole list."}
        },
        "required": ["added", "removed", "updated"]
      },
      "AppID": {
        "description": "The bundle id of an app, such as `com.example.notes`.",
        "type": "string",
        "minLength": 1
      },
      "AppPreview": {
        "description": "A registered preview of some of an app's links. The server never fetches a page.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "A pattern for the path of the links, as in a component of an association. The first matching preview decides."
          },
          "title": {"type": "string", "description": "The title."},
          "subtitle": {"type": "string", "description": "The subtitle."},
          "glyph": {"type": "string", "description": "The glyph in place of a picture, one character."},
          "colour": {
            "$ref": "#/components/schemas/LinkPreviewColour",
            "description": "The background colour of the glyph."
          }
        },
        "required": ["path", "title"]
      },
      "AppSwitches": {"description": "The switches of apps: true or false for each app id.", "type": "object"},
      "AttachAttribution": {
        "description": "`attribution.attach`: requests the attribution that an app shows with a highlight.",
        "type": "object",
        "properties": {
          "highlight": {"$ref": "#/components/schemas/HighlightID", "description": "The highlight."},
          "context": {"$ref": "#/components/schemas/DisplayHighlightContext", "description": "The context."}
        },
        "required": ["highlight"]
      },
      "Attachment": {
        "description": "The description of a message's attachment. `message.attachment` returns the content, so that threads stay small.",
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "The file's name, without a folder."},
          "type": {"type": "string", "description": "The type, such as `public.plain-text` or `text/plain`."},
          "size": {"type": "integer", "minimum": 0, "description": "The size in bytes."},
          "digest": {"type": "string", "description": "The digest: `sha256:` and 64 lower-case hexadecimal digits."},
          "contentID": {
            "$ref": "#/components/schemas/AttachmentID",
            "description": "The id of the stored content; nil if the server does not store it."
          }
        },
        "required": ["name", "type", "size", "digest"]
      },
      "AttachmentFile": {
        "description": "An attachment with its content, as `message.attachment` returns it.",
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "The file's name, without a folder."},
          "type": {"type": "string", "description": "The type, such as `public.plain-text` or `text/plain`."},
          "size": {"type": "integer", "minimum": 0, "description": "The size in bytes."},
          "digest": {"type": "string", "description": "The digest: `sha256:` and 64 lower-case hexadecimal digits."},
          "contentID": {
            "$ref": "#/components/schemas/AttachmentID",
            "description": "The id of the stored content; nil if the server does not store it."
          },
          "content": {"type": "string", "description": "The content in base64."}
        },
        "required": ["name", "type", "size", "digest", "content"]
      },
      "AttachmentID": {
        "description": "The id of the content of a message's attachment.",
        "type": "string",
        "minLength": 1
      },
      "Attribution": {
        "description": "The people who shared a highlight, for the process that draws them on behalf of the app. The app itself never receives it (`attr-content`).",
        "type": "object",
        "properties": {
          "highlight": {"$ref": "#/components/schemas/HighlightID", "description": "The highlight."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the link."},
          "appName": {"type": "string", "description": "The name of the app."},
          "pinned": {"type": "boolean", "description": "True if the person pinned it (`attr-pin-mark`)."},
          "context": {
            "$ref": "#/components/schemas/DisplayHighlightContext",
            "description": "The context that the app gave when it attached the attribution; it does not change (`attr-context-when`)."
          },
          "sharers": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AttributionSharer"},
            "description": "The people who shared it, newest first."
          }
        },
        "required": ["highlight", "url", "app", "appName", "pinned", "context", "sharers"]
      },
      "AttributionSharer": {
        "description": "A sharer, and the message with the link. A reply goes to that message (`attr-activate`).",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The sharer."},
          "name": {"type": "string", "description": "Their display name."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "conversationName": {
            "type": "string",
            "description": "The name of the conversation, for a choice between several (`disambiguate`); empty if the person has left it."
          },
          "message": {"$ref": "#/components/schemas/MessageID", "description": "The message."}
        },
        "required": ["handle", "name", "conversation", "conversationName", "message"]
      },
      "AttributionReference": {
        "description": "An attribution, by its token.",
        "type": "object",
        "properties": {"attribution": {"$ref": "#/components/schemas/AttributionToken", "description": "The token."}},
        "required": ["attribution"]
      },
      "AttributionToken": {
        "description": "The token of an attribution. The process that draws for the person exchanges it for the names. The app cannot use it for anything else (`privacy-render`).",
        "type": "string",
        "minLength": 1
      },
      "AuditSettings": {
        "description": "`settings.audit`: returns the changes of a person's switches, and their causes.",
        "type": "object",
        "properties": {
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person; the caller if left out."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "Only changes of this app."},
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "description": "The most changes of the answer, which has the newest."
          }
        }
      },
      "ChangeParticipant": {
        "description": "`conversation.addParticipant` and `conversation.removeParticipant`: adds or removes a person.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The person."}
        },
        "required": ["conversation", "handle"]
      },
      "ChooseActivity": {
        "description": "`activity.choose`: chooses an action of an app on the share sheet.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app."},
          "type": {"type": "string", "description": "The type of the action."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link of the item. It must open in the app."
          },
          "kind": {"$ref": "#/components/schemas/ActivityItemKind", "description": "The kind of the item."}
        },
        "required": ["app", "type", "url"]
      },
      "ChosenActivity": {
        "description": "`activity.chosen`: the action that the app must perform.",
        "type": "object",
        "properties": {
          "type": {"type": "string", "description": "The type of the action."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link of the item."},
          "kind": {"$ref": "#/components/schemas/ActivityItemKind", "description": "The kind of the item."}
        },
        "required": ["type", "url", "kind"]
      },
      "ClockKind": {"description": "The kind of a world's clock.", "type": "string", "enum": ["real", "virtual"]},
      "CollaborationOffer": {
        "description": "The content of the share sheet for an item, before anything is created (`collab-start-sheet`).",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the item."},
          "appName": {"type": "string", "description": "The app's name."},
          "title": {"type": "string", "description": "The title of the item, if it has one."},
          "backend": {"$ref": "#/components/schemas/ShareBackend", "description": "The back end for the item."},
          "methods": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SharingMethod"},
            "description": "The methods that both the app and the item support; the first is the default."
          },
          "groups": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsGroup"},
            "description": "The groups, in order."
          },
          "summaries": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsSummary"},
            "description": "The app's own summaries; the first that matches is shown."
          },
          "summary": {"type": "string", "description": "The summary of the selected options."}
        },
        "required": ["app", "appName", "backend", "methods", "groups", "summary"]
      },
      "CollaborationReference": {
        "description": "A collaboration, by its collaboration identifier.",
        "type": "object",
        "properties": {
          "collaborationIdentifier": {"$ref": "#/components/schemas/ShareID", "description": "The identifier."}
        },
        "required": ["collaborationIdentifier"]
      },
      "CollaborationStart": {
        "description": "A start of a collaboration, from Send to the message in the thread, or a change of the people who can open a share. Its app must answer first.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/StartID", "description": "The id."},
          "state": {"$ref": "#/components/schemas/CollaborationStartState", "description": "The state."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title."},
          "conversation": {
            "$ref": "#/components/schemas/ConversationID",
            "description": "The conversation for the message, or the one with the link of the changed share; nil if there is none."
          },
          "share": {"$ref": "#/components/schemas/ShareID", "description": "The share; nil before it exists."},
          "message": {"$ref": "#/components/schemas/MessageID", "description": "The message; nil before it is sent."},
          "failure": {"$ref": "#/components/schemas/Reason", "description": "The reason for the failure."}
        },
        "required": ["id", "state", "app", "title"]
      },
      "CollaborationStartState": {
        "description": "The state of a start or change.",
        "type": "string",
        "enum": ["waiting", "sent", "done", "failed", "cancelled"]
      },
      "CommentID": {"description": "The id of a comment on a document.", "type": "string", "minLength": 1},
      "CommentOnDocument": {
        "description": "`document.comment`: comments on a document.",
        "type": "object",
        "properties": {"text": {"type": "string", "description": "The text."}},
        "required": ["text"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "ConsentID": {"description": "The id of a consent request.", "type": "string", "minLength": 1},
      "ConsentRequest": {
        "description": "The question whether the links of an app may surface (`auto-offer`).",
        "type": "object",
        "properties": {
          "consent": {"$ref": "#/components/schemas/ConsentID", "description": "The id."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app."},
          "conversation": {
            "$ref": "#/components/schemas/ConversationID",
            "description": "The conversation with the pin that caused the question."
          },
          "url": {"type": "string", "maxLength": 2048, "description": "The pinned link."}
        },
        "required": ["consent", "app", "conversation", "url"]
      },
      "ConsentRequestAnswer": {
        "description": "An answer to a consent request.",
        "type": "string",
        "enum": ["allow", "notNow", "never"]
      },
      "ContactChange": {
        "description": "`contact.remove`, `contact.block` and `contact.unblock`: changes a contact or a block.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The other person."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person with these contacts; the caller if left out."
          }
        },
        "required": ["handle"]
      },
      "Conversation": {
        "description": "A conversation as one of its members sees it.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/ConversationID", "description": "The id."},
          "name": {"type": "string", "description": "The name, if it has one."},
          "participants": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The handles of the members, in the order in which they joined."
          },
          "people": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Person"},
            "description": "The members with their display names."
          },
          "unread": {"type": "integer", "minimum": 0, "description": "The number of unread messages of other people."},
          "former": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Person"},
            "description": "The people who left or were removed, by handle. A member sees only people who were members at the time of messages that the member can read; an observer sees all."
          },
          "lastMessage": {"$ref": "#/components/schemas/Message", "description": "The newest message, if there is one."},
          "readThrough": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the last message that this member has read, if they deleted unread messages. The default is the number of the newest message minus `unread`."
          },
          "muted": {"type": "boolean", "description": "True if this member hides its alerts."},
          "waitingNotices": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Notice"},
            "description": "The notices in this member's banner, oldest first (`ntc-collapse`)."
          },
          "photo": {
            "type": "string",
            "description": "The emoji of the group photo, if there is one (`grp-name-photo`)."
          },
          "pinned": {
            "type": "boolean",
            "description": "True if this member pinned the conversation to the top of their list (`msg-pin-conv`)."
          },
          "markedUnread": {
            "type": "boolean",
            "description": "True if this member marked the conversation as unread, even without unread messages (`unread-mark`)."
          },
          "pinnedLinks": {
            "type": "array",
            "items": {"type": "string"},
            "description": "This member's pinned links in the conversation that no app opens, oldest pin first. Pinned links of apps are on the shelf (`swy-pin-scope`)."
          },
          "receipt": {
            "$ref": "#/components/schemas/MessageReceipt",
            "description": "The newest read message of the other person in a one-to-one conversation, if they send read receipts."
          },
          "deliveredThrough": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the newest message that reached the other person; nil if none did."
          },
          "left": {"type": "boolean", "description": "True if this member left or was removed."},
          "deleted": {
            "type": "boolean",
            "description": "True if this member deleted the conversation and no message has arrived since. Their list does not show it."
          },
          "isNew": {
            "type": "boolean",
            "description": "True if the conversation is new and empty, so that notifications bring all of its content."
          }
        },
        "required": ["id", "participants", "people", "unread", "muted", "waitingNotices", "pinned"]
      },
      "ConversationHistory": {
        "description": "`conversation.history`: returns a page of a thread.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "before": {
            "type": "string",
            "description": "The entry before which the page ends; the newest page if left out."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "description": "The most entries of the page. At most the limit `pageEntries`, 200 by default."
          }
        },
        "required": ["conversation"]
      },
      "ConversationID": {"description": "The id of a conversation.", "type": "string", "minLength": 1},
      "ConversationReference": {
        "description": "A conversation, by its id.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."}
        },
        "required": ["conversation"]
      },
      "ConversationSwitches": {
        "description": "The switches of conversations: true or false for each conversation id.",
        "type": "object"
      },
      "CreateConversation": {
        "description": "`conversation.create`: begins a conversation, or returns the one that two people already have.",
        "type": "object",
        "properties": {
          "participants": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The members; the caller is always one of them."
          },
          "name": {"type": "string", "description": "The name, if it has one."}
        },
        "required": ["participants"]
      },
      "CreateDocument": {
        "description": "`document.create`: creates a document that only its owner can see.",
        "type": "object",
        "properties": {
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app of the document. If left out, an app creates a document of its own."
          },
          "title": {"type": "string", "description": "The title."},
          "text": {"type": "string", "description": "The content; empty if left out."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The app's own link for the document; a new link on the app's first domain if left out."
          },
          "parent": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The document that represents the shared folder in which the new one is (`ck-zone-share`). The owner of the folder owns it."
          },
          "covers": {
            "type": "string",
            "description": "The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content."
          }
        },
        "required": ["title"]
      },
      "CreateShare": {
        "description": "`share.create`: shares a document for collaboration.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The app's own link for the document; a new link on the app's first domain if left out."
          },
          "backend": {
            "$ref": "#/components/schemas/ShareBackend",
            "description": "The back end; the app's first if left out."
          },
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The access; `private` if left out."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The general permission; `readWrite` if left out."
          },
          "allowsInviting": {"type": "boolean", "description": "True to let participants add people; false if left out."},
          "document": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The document. If left out, the caller's document with that link or title, or a new one."
          },
          "folder": {
            "type": "string",
            "description": "The caller's folder to share, with all documents in it (`ck-zone-share`). Its title is then the title of the share."
          },
          "representations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareRepresentation"},
            "description": "The forms for copies, besides the link."
          }
        },
        "required": ["app", "title"]
      },
      "CreateWorld": {
        "description": "`world.create`: creates a world for a test.",
        "type": "object",
        "properties": {
          "world": {"$ref": "#/components/schemas/WorldName", "description": "The name."},
          "clock": {"$ref": "#/components/schemas/ClockKind", "description": "The kind of the clock."},
          "seed": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740992,
            "description": "The seed of the random numbers."
          }
        },
        "required": ["world"]
      },
      "DeleteConversation": {
        "description": "`conversation.delete`: deletes a conversation from the caller's own view.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "through": {
            "$ref": "#/components/schemas/MessageID",
            "description": "The last message that the deletion covers; the newest message if left out. With a newer one, the conversation stays in the caller's list."
          }
        },
        "required": ["conversation"]
      },
      "DeletionChange": {
        "description": "A change of one person's own view of a conversation.",
        "type": "object",
        "properties": {
          "change": {"$ref": "#/components/schemas/DeletionChangeKind", "description": "The kind of the change."},
          "messages": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageRun"},
            "description": "The messages; none if a conversation without messages was deleted."
          },
          "whole": {
            "type": "boolean",
            "description": "True if the whole conversation was deleted, with the notices and lines of its thread."
          }
        },
        "required": ["change", "messages"]
      },
      "DeletionChangeKind": {"description": "A kind of change.", "type": "string", "enum": ["deleted", "restored", "erased"]},
      "DeliveryExplanation": {
        "description": "The answer to `delivery.explain`: the decision trail.",
        "type": "object",
        "properties": {
          "delivered": {
            "type": "boolean",
            "description": "True if the subject reached the person, or would reach a person with a session."
          },
          "reasons": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Reason"},
            "description": "The rules in the order of the decision: first about the delivery, then about the alert."
          }
        },
        "required": ["delivered", "reasons"]
      },
      "Device": {
        "description": "A device on which a person, or an app that runs as one, has a session.",
        "type": "object",
        "properties": {
          "number": {
            "type": "integer",
            "minimum": 1,
            "description": "The number among that person's devices, from 1, in the order of login. The number stays the same for the session; the next login reuses a free number, so that a reconnecting client is the same device again."
          },
          "name": {"type": "string", "description": "The name that the device gave at login, if any."}
        },
        "required": ["number"]
      },
      "DeviceReference": {"description": "A device's name, or its number from 1.", "type": ["string", "integer"]},
      "DeviceSystem": {
        "description": "The Messages features that a device's system supports.",
        "type": "string",
        "enum": ["current", "old"]
      },
      "DisplayHighlight": {
        "description": "`highlight.display`: reports that an app shows a highlight.",
        "type": "object",
        "properties": {
          "highlight": {"$ref": "#/components/schemas/HighlightID", "description": "The highlight."},
          "context": {"$ref": "#/components/schemas/DisplayHighlightContext", "description": "The context."}
        },
        "required": ["highlight", "context"]
      },
      "DisplayHighlightContext": {
        "description": "The way an app shows a highlight (`attr-enum-context`).",
        "type": "string",
        "enum": ["summary", "detail"]
      },
      "Document": {
        "description": "A document of the document service. It is the root record of a `Share` (`ucs-root-record`).  The log stores this form. A person receives a `DocumentView`, an app an `AppDocument`.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/DocumentID", "description": "The id."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The canonical link. It stays the same when the document is shared again (`ck-url`)."
          },
          "title": {"type": "string", "description": "The title."},
          "owner": {"$ref": "#/components/schemas/Handle", "description": "The owner."},
          "text": {"type": "string", "description": "The content."},
          "revision": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of saves; 0 for the root of a share that has not been edited."
          },
          "folder": {"type": "string", "description": "The owner's folder; nil if it is in none."},
          "comments": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/DocumentComment"},
            "description": "The comments, oldest first."
          },
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the creation."},
          "changedAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the last change."},
          "changedBy": {"$ref": "#/components/schemas/Handle", "description": "The author of the last change."},
          "deleted": {"type": "boolean", "description": "True if the document was deleted. Its link then opens nothing."},
          "textRevision": {
            "type": "integer",
            "minimum": 0,
            "description": "The revision of the last change of the text. An edit based on an older revision is stale."
          },
          "formerTitle": {
            "type": "string",
            "description": "The title before the last renaming; nil if it was never renamed."
          },
          "changes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/DocumentPastChange"},
            "description": "The last 10 changes except comments, oldest first. Consecutive edits of one person are one change. Documents saved by older versions have none."
          },
          "covers": {
            "type": "string",
            "description": "The owner's folder that the document represents (`ck-zone-share`); nil for a document with a content."
          }
        },
        "required": [
          "id",
          "app",
          "url",
          "title",
          "owner",
          "text",
          "revision",
          "comments",
          "createdAt",
          "changedAt",
          "changedBy",
          "textRevision"
        ]
      },
      "DocumentComment": {
        "description": "A comment on a document.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/CommentID", "description": "The id."},
          "author": {"$ref": "#/components/schemas/Handle", "description": "The author."},
          "text": {"type": "string", "description": "The text."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time."}
        },
        "required": ["id", "author", "text", "at"]
      },
      "DocumentPastChange": {
        "description": "A change in the activity of a document.",
        "type": "object",
        "properties": {
          "by": {"$ref": "#/components/schemas/Handle", "description": "The author of the change."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time."}
        },
        "required": ["by", "at"],
        "allOf": [{"$ref": "#/components/schemas/DocumentChangeKind"}]
      },
      "DocumentChange": {
        "description": "A change of a document, in the terms of highlight events, so that an app can post a notice about it.",
        "type": "object",
        "properties": {
          "change": {"$ref": "#/components/schemas/DocumentChangeAction", "description": "The change."},
          "by": {"$ref": "#/components/schemas/Handle", "description": "The author."}
        },
        "required": ["change", "by"]
      },
      "DocumentChangeAction": {
        "description": "A change and the people it mentions.",
        "type": "object",
        "properties": {
          "mentions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people that the added text mentions, each once; only people on the share (`ev-mention`)."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/DocumentChangeKind"}]
      },
      "DocumentChangeKind": {
        "description": "A change, without mentions.",
        "oneOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "change"},
              "trigger": {"$ref": "#/components/schemas/HighlightEventChangeTrigger"}
            },
            "required": ["type", "trigger"]
          },
          {
            "type": "object",
            "properties": {"type": {"const": "persistence"}},
            "required": ["type"],
            "allOf": [{"$ref": "#/components/schemas/DocumentChangePersistence"}]
          }
        ]
      },
      "DocumentChangePersistence": {
        "description": "A change of the document as a whole.",
        "oneOf": [
          {"type": "object", "properties": {"trigger": {"const": "created"}}, "required": ["trigger"]},
          {
            "type": "object",
            "properties": {"trigger": {"const": "renamed"}, "title": {"type": "string"}},
            "required": ["trigger", "title"]
          },
          {
            "type": "object",
            "properties": {"trigger": {"const": "moved"}, "folder": {"type": "string"}},
            "required": ["trigger", "folder"]
          },
          {"type": "object", "properties": {"trigger": {"const": "deleted"}}, "required": ["trigger"]}
        ]
      },
      "DocumentID": {"description": "The id of a document of the document service.", "type": "string", "minLength": 1},
      "DocumentReference": {
        "description": "A document, named by its id or by its link.",
        "oneOf": [
          {
            "type": "object",
            "properties": {"document": {"$ref": "#/components/schemas/DocumentID"}},
            "required": ["document"]
          },
          {
            "type": "object",
            "properties": {"url": {"type": "string", "maxLength": 2048}},
            "required": ["url"]
          }
        ]
      },
      "DocumentView": {
        "description": "A document as one person sees it.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/DocumentID", "description": "The id."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "title": {"type": "string", "description": "The title."},
          "owner": {"$ref": "#/components/schemas/Handle", "description": "The owner."},
          "text": {"type": "string", "description": "The content; left out in a list."},
          "revision": {"type": "integer", "minimum": 0, "description": "The number of saves."},
          "folder": {"type": "string", "description": "The owner's folder."},
          "comments": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/DocumentComment"},
            "description": "The comments, oldest first; left out in a list."
          },
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the creation."},
          "changedAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the last change."},
          "changedBy": {"$ref": "#/components/schemas/Handle", "description": "The author of the last change."},
          "changes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/DocumentPastChange"},
            "description": "The last 10 changes except comments, oldest first; left out in a list."
          },
          "deleted": {"type": "boolean", "description": "True if the document was deleted."},
          "canEdit": {
            "type": "boolean",
            "description": "True if the reader can change the document (`ucs-can-permission`)."
          },
          "active": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who have the document open, each once; left out in `document.changed`, because `document.presence` reports it."
          },
          "covers": {
            "type": "string",
            "description": "The owner's folder that the document represents; nil for a document with a content."
          },
          "parent": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The document that represents the shared folder in which the document is; nil if it is in none."
          }
        },
        "required": ["id", "app", "url", "title", "owner", "revision", "createdAt", "changedAt", "changedBy", "canEdit"]
      },
      "DoneRequest": {
        "description": "A decided request, as observers with `requests: true` see it.",
        "type": "object",
        "properties": {
          "session": {"type": "string", "description": "The id of the session."},
          "role": {"$ref": "#/components/schemas/Role", "description": "The role."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person, or the person that the app runs as."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app, if the session is an app's."},
          "device": {"$ref": "#/components/schemas/Device", "description": "The device, if the session has one."},
          "method": {"$ref": "#/components/schemas/Method", "description": "The method."},
          "params": {"description": "The params, without secrets."},
          "traceparent": {"$ref": "#/components/schemas/TraceParent", "description": "The `traceparent` of the request."},
          "at": {
            "$ref": "#/components/schemas/Instant",
            "description": "The time of the decision, by the world's clock."
          },
          "result": {"description": "The result."},
          "error": {
            "$ref": "#/components/schemas/DoneRequestRefusal",
            "description": "The error, if the request was refused."
          },
          "truncated": {"type": "boolean", "description": "True if a part was left out because of its length."}
        },
        "required": ["session", "role", "method", "at"]
      },
      "DoneRequestRefusal": {
        "description": "The error of a refused request.",
        "type": "object",
        "properties": {
          "code": {"type": "integer", "description": "The code of the error."},
          "reason": {"type": "string", "description": "The reason."},
          "message": {"type": "string", "description": "The message for people."},
          "rule": {"type": "string", "description": "The rule that refused the request, if any."}
        },
        "required": ["code", "reason", "message"]
      },
      "EditDocument": {
        "description": "`document.edit`: replaces the text of a revision.",
        "type": "object",
        "properties": {
          "text": {"type": "string", "description": "The complete new text."},
          "revision": {"type": "integer", "minimum": 0, "description": "The revision that the new text is based on."}
        },
        "required": ["text", "revision"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "EditMessage": {
        "description": "`message.edit`: replaces the text of a message.",
        "type": "object",
        "properties": {
          "message": {"$ref": "#/components/schemas/MessageID", "description": "The message."},
          "text": {"type": "string", "description": "The new text."}
        },
        "required": ["message", "text"]
      },
      "EndDeletion": {
        "description": "`conversation.restore` and `conversation.erase`: recovers or erases messages in Recently Deleted.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "runs": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageRun"},
            "description": "The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and recoverable. If left out, all messages of the conversation."
          }
        },
        "required": ["conversation"]
      },
      "ErrorData": {
        "description": "The `data` of an error.",
        "type": "object",
        "properties": {
          "reason": {"$ref": "#/components/schemas/RPCErrorReason", "description": "The reason for the error."},
          "field": {"type": "string", "description": "The wrong member of the params."},
          "rule": {
            "type": "string",
            "description": "The id of the rule that refused the request, from `docs/reference/rules.md`."
          },
          "title": {
            "type": "string",
            "description": "The last title that the caller could see of a share that the caller has lost."
          },
          "limit": {"$ref": "#/components/schemas/ErrorLimit", "description": "The exceeded limit."},
          "retryAfterMilliseconds": {"type": "integer", "minimum": 0, "description": "The time to wait before a retry."},
          "outcome": {"$ref": "#/components/schemas/RPCErrorOutcome", "description": "The outcome of the request."},
          "code": {
            "type": "integer",
            "minimum": 0,
            "maximum": 3,
            "description": "The error code of the highlight center."
          },
          "document": {
            "description": "The current document, in the caller's form; the request was based on another revision."
          }
        },
        "required": ["reason"]
      },
      "ErrorLimit": {
        "description": "An exceeded limit.",
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "The name of the limit."},
          "value": {"type": "integer", "minimum": 0, "description": "Its value."}
        },
        "required": ["name", "value"]
      },
      "ExplainDelivery": {
        "description": "`delivery.explain`: explains whether and why something reached a person.",
        "type": "object",
        "properties": {
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person."},
          "about": {"type": "string", "description": "The id of a message, notice, highlight or consent, or a url."}
        },
        "required": ["person", "about"]
      },
      "FailAction": {
        "description": "`action.fail`: reports that the app could not fulfil the action.",
        "type": "object",
        "properties": {
          "action": {"$ref": "#/components/schemas/ActionID", "description": "The action."},
          "message": {
            "type": "string",
            "description": "The reason, for the person who sent the draft or changed the share."
          }
        },
        "required": ["action"]
      },
      "Fault": {
        "description": "A fault of a world.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/FaultID", "description": "The id."},
          "on": {"$ref": "#/components/schemas/FaultTarget", "description": "The affected notifications."},
          "fired": {"type": "integer", "minimum": 0, "description": "The number of times that the fault occurred."},
          "spent": {"type": "boolean", "description": "True if the fault is spent."}
        },
        "required": ["id", "on", "fired", "spent"],
        "allOf": [{"$ref": "#/components/schemas/FaultEffect"}]
      },
      "FaultEffect": {
        "description": "The effect on the notification.",
        "oneOf": [
          {"type": "object", "properties": {"do": {"const": "drop"}}, "required": ["do"]},
          {
            "type": "object",
            "properties": {
              "do": {"const": "delay"},
              "milliseconds": {"type": "integer", "minimum": 0, "maximum": 3162240000000}
            },
            "required": ["do", "milliseconds"]
          },
          {"type": "object", "properties": {"do": {"const": "duplicate"}}, "required": ["do"]},
          {"type": "object", "properties": {"do": {"const": "reorder"}}, "required": ["do"]},
          {"type": "object", "properties": {"do": {"const": "disconnect"}}, "required": ["do"]}
        ]
      },
      "FaultEffectWord": {
        "description": "The name of an effect on the wire.",
        "type": "string",
        "enum": ["drop", "delay", "duplicate", "reorder", "disconnect"]
      },
      "FaultID": {"description": "The id of a fault.", "type": "string", "minLength": 1},
      "FaultReference": {
        "description": "A fault, by its id.",
        "type": "object",
        "properties": {"fault": {"$ref": "#/components/schemas/FaultID", "description": "The fault; all if left out."}}
      },
      "FaultTarget": {
        "description": "The notifications that a fault affects: the first match, a later one, or a percentage.",
        "type": "object",
        "properties": {
          "notification": {"$ref": "#/components/schemas/NotificationName", "description": "Only this notification."},
          "to": {"$ref": "#/components/schemas/Handle", "description": "Only for this person."},
          "from": {"$ref": "#/components/schemas/Handle", "description": "Only events caused by this person."},
          "device": {
            "$ref": "#/components/schemas/DeviceReference",
            "description": "Only for this device of the person."
          },
          "nth": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "The number of the affected match; the first if left out."
          },
          "percent": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "The probability for each match in percent, instead of `nth`."
          }
        }
      },
      "FiredFault": {
        "description": "A fault that occurred.",
        "type": "object",
        "properties": {
          "fault": {"$ref": "#/components/schemas/FaultID", "description": "The fault."},
          "notification": {"$ref": "#/components/schemas/NotificationName", "description": "The affected notification."},
          "to": {"$ref": "#/components/schemas/Handle", "description": "The recipient."},
          "device": {"$ref": "#/components/schemas/DeviceReference", "description": "The recipient's device."}
        },
        "required": ["fault", "notification", "to"],
        "allOf": [{"$ref": "#/components/schemas/FaultEffect"}]
      },
      "FulfillAction": {
        "description": "`action.fulfill`: reports that the app fulfilled the action.",
        "type": "object",
        "properties": {
          "action": {"$ref": "#/components/schemas/ActionID", "description": "The action."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link of the new collaboration."},
          "collaborationIdentifier": {"type": "string", "description": "The collaboration identifier on every device."}
        },
        "required": ["action"]
      },
      "GetApp": {
        "description": "`app.get`: returns a registered app.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app; the calling app if left out."}
        }
      },
      "Handle": {
        "description": "The handle of a person: `anna` or `anna@example.com`, always in lower case.",
        "type": "string",
        "pattern": "^[^\\x00-\\x26\\x28-\\x2A\\x2C\\x2F\\x3A-\\x3F\\x5B-\\x5E\\x60\\x7B-\\x7F]+$",
        "minLength": 1,
        "maxLength": 254
      },
      "Hello": {
        "description": "`session.hello`: the first request of every session.",
        "type": "object",
        "properties": {
          "device": {"type": "string", "description": "The name of the device, if the person has several."},
          "system": {
            "$ref": "#/components/schemas/DeviceSystem",
            "description": "The age of the device's system (`msg-edit-old`)."
          },
          "world": {"$ref": "#/components/schemas/WorldName", "description": "The world."},
          "after": {
            "type": "integer",
            "minimum": 0,
            "description": "The cursor of the last received notification; nil for a new stream."
          },
          "token": {"type": "string", "description": "The token, if the server needs one."},
          "events": {"type": "boolean", "description": "False for an observer that needs no notifications."},
          "requests": {
            "type": "boolean",
            "description": "True for an observer that receives the requests of other sessions."
          },
          "traces": {
            "type": "boolean",
            "description": "True for a person or an app whose notifications name the trace of their request as `traceparent`. An observer always gets it."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/HelloIdentity"}]
      },
      "HelloIdentity": {
        "description": "The identity of a session.",
        "oneOf": [
          {
            "type": "object",
            "properties": {
              "role": {"const": "person"},
              "handle": {"$ref": "#/components/schemas/Handle"},
              "name": {"type": "string"}
            },
            "required": ["role", "handle"]
          },
          {
            "type": "object",
            "properties": {
              "role": {"const": "app"},
              "app": {"$ref": "#/components/schemas/AppID"},
              "handle": {"$ref": "#/components/schemas/Handle"}
            },
            "required": ["role", "app", "handle"]
          },
          {
            "type": "object",
            "properties": {"role": {"const": "observer"}, "handle": {"$ref": "#/components/schemas/Handle"}},
            "required": ["role"]
          }
        ]
      },
      "HighlightEvent": {
        "description": "An event of a collaboration: one of the four events of SharedWithYou (`ev-change`, `ev-membership`, `ev-mention`, `ev-persistence`). It has no value for a meaningless event, such as a mention without a person.",
        "oneOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "change"},
              "trigger": {"$ref": "#/components/schemas/HighlightEventChangeTrigger"}
            },
            "required": ["type", "trigger"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "membership"},
              "trigger": {"$ref": "#/components/schemas/HighlightEventMembershipTrigger"},
              "person": {"$ref": "#/components/schemas/Handle"}
            },
            "required": ["type", "trigger", "person"]
          },
          {
            "type": "object",
            "properties": {"type": {"const": "mention"}, "mentioned": {"$ref": "#/components/schemas/Handle"}},
            "required": ["type", "mentioned"]
          },
          {
            "type": "object",
            "properties": {"type": {"const": "persistence"}},
            "required": ["type"],
            "allOf": [{"$ref": "#/components/schemas/HighlightEventPersistence"}]
          }
        ]
      },
      "HighlightEventChangeTrigger": {
        "description": "The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`.",
        "type": "string",
        "enum": ["edit", "comment"]
      },
      "HighlightEventMembershipTrigger": {
        "description": "The triggers of a membership event, with the raw values of `SWHighlightMembershipEventTrigger`.",
        "type": "string",
        "enum": ["addedCollaborator", "removedCollaborator"]
      },
      "HighlightEventPersistence": {
        "description": "A change of the document as a whole.",
        "oneOf": [
          {"type": "object", "properties": {"trigger": {"const": "created"}}, "required": ["trigger"]},
          {"type": "object", "properties": {"trigger": {"const": "deleted"}}, "required": ["trigger"]},
          {
            "type": "object",
            "properties": {"trigger": {"const": "renamed"}, "title": {"type": "string"}},
            "required": ["trigger", "title"]
          },
          {"type": "object", "properties": {"trigger": {"const": "moved"}}, "required": ["trigger"]}
        ]
      },
      "HighlightID": {
        "description": "The permanent id of a highlight: one link of one world always has the same id.",
        "type": "string",
        "minLength": 1
      },
      "HighlightRanking": {
        "description": "The numbers that decide a highlight's place: its signals, their current weights, and the sum.",
        "type": "object",
        "properties": {
          "score": {"type": "number", "description": "The current sum of the signals, in thousandths."},
          "threshold": {"type": "number", "description": "The score that a highlight must exceed to be curated."},
          "signals": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/HighlightRankingSignal"},
            "description": "The signals, heaviest first."
          }
        },
        "required": ["score", "threshold", "signals"]
      },
      "HighlightRankingSignal": {
        "description": "A signal of a highlight's ranking.",
        "type": "object",
        "properties": {
          "signal": {"$ref": "#/components/schemas/RankingSignal", "description": "The kind of the signal."},
          "weight": {"type": "number", "description": "The initial weight of the signal."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time of the signal."},
          "value": {"type": "number", "description": "The current weight of the signal, in thousandths."}
        },
        "required": ["signal", "weight", "at", "value"]
      },
      "HighlightReference": {
        "description": "A highlight, by its id.",
        "type": "object",
        "properties": {"highlight": {"$ref": "#/components/schemas/HighlightID", "description": "The highlight."}},
        "required": ["highlight"]
      },
      "HighlightsChange": {
        "description": "A change of a person's shelf, in the order of the shelf.",
        "type": "object",
        "properties": {
          "added": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PersonHighlight"},
            "description": "The new highlights."
          },
          "removed": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RemovedHighlight"},
            "description": "The removed highlights."
          },
          "updated": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PersonHighlight"},
            "description": "The moved or changed highlights."
          },
          "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole shelf."}
        },
        "required": ["added", "removed", "updated"]
      },
      "InjectFault": {
        "description": "`fault.inject`: injects a fault into the delivery of notifications.",
        "type": "object",
        "properties": {"on": {"$ref": "#/components/schemas/FaultTarget", "description": "The affected notifications."}},
        "required": ["on"],
        "allOf": [{"$ref": "#/components/schemas/FaultEffect"}]
      },
      "Instant": {
        "description": "A time: RFC 3339 in UTC, with milliseconds.",
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$"
      },
      "JournalCount": {
        "description": "The expected number of matching entries.",
        "type": "object",
        "properties": {
          "exactly": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "Exactly this number."},
          "atLeast": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "At least this number."},
          "atMost": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "At most this number."}
        }
      },
      "JournalEntry": {
        "description": "An entry of a journal.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/JournalEntryKind", "description": "The kind."},
          "cursor": {
            "type": "integer",
            "minimum": 0,
            "description": "The position of its event in the log; for a request or a fault, the position of the event before it."
          },
          "number": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of a request or a fault: 1, 2, 3 … while they are recorded."
          },
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time, by the world's clock."},
          "event": {"type": "string", "description": "The name of the notification or method."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person who received the notification, did not receive it, or sent the request."
          },
          "role": {
            "$ref": "#/components/schemas/Role",
            "description": "The role: person, or an app that runs as one."
          },
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that received the notification, sent the request, or is its subject."
          },
          "by": {"$ref": "#/components/schemas/Handle", "description": "The person who caused the event."},
          "about": {"type": "string", "description": "The id of its subject: a message, a notice, a share …"},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation of the subject."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link of the subject; the first if it has several."
          },
          "text": {"type": "string", "description": "The text, up to 200 characters."},
          "why": {"$ref": "#/components/schemas/Reason", "description": "The rule that decided it."},
          "traceparent": {
            "$ref": "#/components/schemas/TraceParent",
            "description": "The `traceparent` of the request, or of the request that caused the event."
          },
          "request": {
            "$ref": "#/components/schemas/DoneRequest",
            "description": "The request, as `request.done` reports it to observers with `requests: true`."
          },
          "fault": {"$ref": "#/components/schemas/FiredFault", "description": "The fault."}
        },
        "required": ["kind", "cursor", "at", "event", "role"]
      },
      "JournalEntryKind": {
        "description": "The kind of a journal entry.",
        "type": "string",
        "enum": ["request", "refusal", "notification", "silence", "fault"]
      },
      "JournalFilter": {
        "description": "The filter of a journal: an entry must match all given members.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/JournalEntryKind", "description": "The kind of entry."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person who received the notification, did not receive it, or sent the request."
          },
          "role": {
            "$ref": "#/components/schemas/Role",
            "description": "The role: person, or an app that runs as one."
          },
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that the entry is about, or that ran."
          },
          "event": {"type": "string", "description": "The name of the notification or method."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link that the entry is about, in any spelling."
          },
          "trace": {
            "type": "string",
            "minLength": 32,
            "maxLength": 32,
            "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
          },
          "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."}
        }
      },
      "JournalMark": {
        "description": "The start of the recorded requests and faults of a journal.",
        "type": "object",
        "properties": {
          "cursor": {
            "type": "integer",
            "minimum": 0,
            "description": "The position of the newest event at the first recorded request or fault."
          },
          "number": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the first stored request or fault. Earlier ones were dropped to make room."
          }
        },
        "required": ["cursor", "number"]
      },
      "JournalNearMiss": {
        "description": "An entry that nearly matched.",
        "type": "object",
        "properties": {
          "what": {"type": "string", "description": "A description of the entry and the difference."},
          "why": {"$ref": "#/components/schemas/Reason", "description": "The rule that decided it."},
          "entry": {"$ref": "#/components/schemas/JournalEntry", "description": "The entry, if there is one."}
        },
        "required": ["what"]
      },
      "JournalVerdict": {
        "description": "The answer to `journal.verify`.",
        "type": "object",
        "properties": {
          "holds": {
            "type": "boolean",
            "description": "True if the expectation is met; nil if the journal cannot decide it."
          },
          "unknown": {"type": "string", "description": "The reason for nil."},
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of matches; 10,001 means more than 10,000. A notice that grew counts once."
          },
          "matching": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/JournalEntry"},
            "description": "The newest 20 matches, each with its deciding rule."
          },
          "nearMisses": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/JournalNearMiss"},
            "description": "The entries that nearly matched, each with the difference."
          },
          "since": {
            "$ref": "#/components/schemas/JournalMark",
            "description": "The start of the recorded requests and faults."
          }
        },
        "required": ["count", "matching", "nearMisses", "since"]
      },
      "KnownPerson": {
        "description": "A person of a world.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The handle."},
          "name": {"type": "string", "description": "The name to show."},
          "sessions": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the person's open streams, without the streams of apps."
          }
        },
        "required": ["handle", "name", "sessions"]
      },
      "Limits": {
        "description": "The limits of the server. Each is a configuration key, and is part of the answer to `session.hello`.  A request above a limit is refused with `too_large` (or `rate_limited`), the limit's name and its value, and has no other effect. Below its range a limit stops the server from working; above its range one client could exhaust the memory or the stack.",
        "type": "object",
        "properties": {
          "messageBytes": {
            "type": "integer",
            "minimum": 4096,
            "maximum": 67108864,
            "description": "the longest line or message, in bytes 256 KiB holds a text of 20,000 characters with any escapes."
          },
          "textCharacters": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "the longest text of a message, in characters Its bytes are limited to 4 for each character, because one character can have any number of bytes."
          },
          "participants": {
            "type": "integer",
            "minimum": 2,
            "maximum": 10000,
            "description": "the most people in a conversation, including its creator"
          },
          "unsentBytes": {
            "type": "integer",
            "minimum": 65536,
            "maximum": 1073741824,
            "description": "the most unsent bytes of one session Above that the session is closed, and can resume."
          },
          "unsentBytesOfPerson": {
            "type": "integer",
            "minimum": 65536,
            "maximum": 1099511627776,
            "description": "the most unsent bytes of all sessions of one person Above that the slowest of them is closed, and can resume."
          },
          "unsentBytesOfServer": {
            "type": "integer",
            "minimum": 65536,
            "maximum": 1099511627776,
            "description": "the most unsent bytes of all sessions Above that the slowest session of the person with the most unsent bytes is closed, and can resume."
          },
          "requestsPerSecond": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "the most requests of a session in a second, on average"
          },
          "requestBurst": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "the most requests of a session at once after a pause"
          },
          "helloMilliseconds": {
            "type": "integer",
            "minimum": 100,
            "maximum": 3600000,
            "description": "the longest time for the first request of a connection, or for the rest of an unfinished one"
          },
          "idlePingMilliseconds": {
            "type": "integer",
            "minimum": 1000,
            "maximum": 86400000,
            "description": "the silence after which a WebSocket is pinged Without an answer in the same time, it is closed."
          },
          "nestingDepth": {
            "type": "integer",
            "minimum": 16,
            "maximum": 64,
            "description": "the deepest nesting of arrays and objects A deeper value could be written to the log, but never read again."
          },
          "pageEntries": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "description": "the most entries in one page of history or of conversations"
          },
          "pageBytes": {
            "type": "integer",
            "minimum": 4096,
            "maximum": 67108864,
            "description": "the most bytes of one page of history, of a thread or of a search, after its first entry The server writes a page in one step, while all other clients wait."
          },
          "conversationsBegun": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000000,
            "description": "the most conversations that a person can begin Each stays in memory."
          },
          "participantsAdded": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100000000,
            "description": "the most people that a person can bring into conversations A member counts once for each conversation, and so does the person."
          },
          "linksShared": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100000000,
            "description": "the most links that a person can have in their messages A link counts in each message."
          },
          "documents": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000000,
            "description": "the most documents that a person can create A deleted document counts."
          },
          "shares": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000000,
            "description": "the most shares that a person can begin A stopped share counts."
          },
          "storedBytesOfPerson": {
            "type": "integer",
            "minimum": 65536,
            "maximum": 1099511627776,
            "description": "the most bytes of the conversations, links, documents and shares of one person Each counts with its approximate size in memory, in addition to its text."
          },
          "nameCharacters": {
            "type": "integer",
            "minimum": 16,
            "maximum": 10000,
            "description": "the most characters of a name: of a person, a conversation, an app, a share, a world"
          },
          "worlds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "the most worlds in one server, or in the database of several A test suite runs far fewer at once, and this number fits into its memory."
          },
          "editMilliseconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 31622400000,
            "description": "the time after sending in which a message can be edited Fifteen minutes (`msg-edit-window`)."
          },
          "edits": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "the most edits of a message `msg-edit-limit`."
          },
          "unsendMilliseconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 31622400000,
            "description": "the time after sending in which a message can be unsent Two minutes (`msg-unsend-window`)."
          },
          "recentlyDeletedMilliseconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 31622400000,
            "description": "the time in which a person can recover deleted messages Thirty days (`unread-mark`)."
          },
          "pinnedConversations": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "the most conversations that a person can pin to the top of their list `msg-pin-conv`."
          },
          "attachmentBytes": {
            "type": "integer",
            "minimum": 0,
            "maximum": 33554432,
            "description": "the most bytes of an attachment's content In base 64 it must fit into a message."
          },
          "faults": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000,
            "description": "the most faults in one world A new fault replaces the oldest spent one."
          },
          "typingMilliseconds": {
            "type": "integer",
            "minimum": 100,
            "maximum": 3600000,
            "description": "the time that typing lasts without another report `typing-1to1`."
          },
          "shareParticipants": {
            "type": "integer",
            "minimum": 2,
            "maximum": 10000,
            "description": "the most people on a share, including its owner `ck-share-limit`."
          },
          "coalescingMilliseconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 86400000,
            "description": "the time in which events of one kind are combined into one notice, counted from the first Ten minutes (`ntc-collapse`)."
          }
        },
        "required": [
          "messageBytes",
          "textCharacters",
          "participants",
          "unsentBytes",
          "unsentBytesOfPerson",
          "unsentBytesOfServer",
          "requestsPerSecond",
          "requestBurst",
          "helloMilliseconds",
          "idlePingMilliseconds",
          "nestingDepth",
          "pageEntries",
          "pageBytes",
          "conversationsBegun",
          "participantsAdded",
          "linksShared",
          "documents",
          "shares",
          "storedBytesOfPerson",
          "nameCharacters",
          "worlds",
          "editMilliseconds",
          "edits",
          "unsendMilliseconds",
          "recentlyDeletedMilliseconds",
          "pinnedConversations",
          "attachmentBytes",
          "faults",
          "typingMilliseconds",
          "shareParticipants",
          "coalescingMilliseconds"
        ]
      },
      "LinkAddress": {
        "description": "A link, in any spelling.",
        "type": "object",
        "properties": {"url": {"type": "string", "maxLength": 2048, "description": "The link."}},
        "required": ["url"]
      },
      "LinkExplanation": {
        "description": "The answer to `link.explain`: the app that opens a link, and every step of the decision.",
        "type": "object",
        "properties": {
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that opens the link; nil if the link opens in the browser."
          },
          "steps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/LinkExplanationStep"},
            "description": "The steps, the deciding one last."
          }
        },
        "required": ["url", "steps"]
      },
      "LinkExplanationOutcome": {
        "description": "The result of a step.",
        "type": "string",
        "enum": ["opens", "excluded", "noMatch", "unknownApp", "noAssociation", "noApp"]
      },
      "LinkExplanationStep": {
        "description": "A step of the decision.",
        "type": "object",
        "properties": {
          "rule": {"type": "string", "description": "The id of the rule in `docs/reference/rules.md`."},
          "text": {"type": "string", "description": "The explanation."},
          "outcome": {"$ref": "#/components/schemas/LinkExplanationOutcome", "description": "The result."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app that the step is about."},
          "place": {
            "type": "string",
            "description": "The deciding place in the website's file: `applinks.details[0].components[2]`."
          },
          "comment": {"type": "string", "description": "The comment at that place in the file."}
        },
        "required": ["rule", "text", "outcome"]
      },
      "LinkPreview": {
        "description": "The content of a link's rich preview.",
        "type": "object",
        "properties": {
          "title": {"type": "string", "description": "The title."},
          "subtitle": {"type": "string", "description": "The subtitle."},
          "glyph": {"type": "string", "description": "The glyph in place of a picture, one character."},
          "colour": {
            "$ref": "#/components/schemas/LinkPreviewColour",
            "description": "The background colour of the glyph."
          }
        },
        "required": ["title"]
      },
      "LinkPreviewColour": {
        "description": "A colour that every terminal can show.",
        "type": "string",
        "enum": ["red", "orange", "yellow", "green", "blue", "purple", "pink", "grey"]
      },
      "LinkReference": {
        "description": "`link.pin` and `link.unpin`: pins or unpins a link of a conversation for the caller.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation with the link."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link, in any spelling."}
        },
        "required": ["conversation", "url"]
      },
      "ListContacts": {
        "description": "`contact.list`: the contacts of a person.",
        "type": "object",
        "properties": {
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person; the caller if left out."}
        }
      },
      "ListConversations": {
        "description": "`conversation.list`: returns a page of conversations.",
        "type": "object",
        "properties": {
          "after": {"type": "integer", "description": "The `next` of the previous page; the first page if left out."},
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "description": "The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are limited. At most the limit `pageEntries`, 200 by default."
          }
        }
      },
      "ListDeletedMessages": {
        "description": "`message.recentlyDeleted`: returns a page of the messages that the caller deleted from a conversation and can recover.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "before": {
            "$ref": "#/components/schemas/MessageID",
            "description": "The deleted message before which the page ends; the newest page if left out."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "description": "The most messages of the page. At most the limit `pageEntries`, 200 by default."
          }
        },
        "required": ["conversation"]
      },
      "ListDocuments": {
        "description": "`document.list`: returns the documents that the caller can read.",
        "type": "object",
        "properties": {
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "Only documents of this app; an app always gets its own."
          },
          "after": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The last document of the previous page."
          },
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person; the caller if left out."}
        }
      },
      "ListHighlights": {
        "description": "`highlight.list`: returns a page of the Shared with You shelf, in its order.",
        "type": "object",
        "properties": {
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app whose highlights a person gets; all apps if left out. An app always gets its own."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "The most highlights of the page; all if left out."
          },
          "after": {
            "$ref": "#/components/schemas/HighlightID",
            "description": "The highlight after which the page begins."
          },
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person; the caller if left out."}
        }
      },
      "ListJournal": {
        "description": "`journal.list`: returns the entries of a world's journal, in order.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/JournalEntryKind", "description": "The kind of entry."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person who received the notification, did not receive it, or sent the request."
          },
          "role": {
            "$ref": "#/components/schemas/Role",
            "description": "The role: person, or an app that runs as one."
          },
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that the entry is about, or that ran."
          },
          "event": {"type": "string", "description": "The name of the notification or method."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link that the entry is about, in any spelling."
          },
          "trace": {
            "type": "string",
            "minLength": 32,
            "maxLength": 32,
            "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
          },
          "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."},
          "number": {
            "type": "integer",
            "minimum": 0,
            "description": "The `number` of the previous page: only requests and faults with a larger number are returned."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "description": "The most entries of the page; the entries of one event stay together."
          }
        }
      },
      "ListPeople": {
        "description": "`person.list`: returns a page of the people of a world.",
        "type": "object",
        "properties": {
          "after": {"$ref": "#/components/schemas/Handle", "description": "Only people after this handle."},
          "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "The most people of the page."}
        }
      },
      "ListShares": {
        "description": "`share.list`: returns the shares of a person.",
        "type": "object",
        "properties": {
          "conversation": {
            "$ref": "#/components/schemas/ConversationID",
            "description": "Returns only shares whose link is in this conversation."
          },
          "person": {"$ref": "#/components/schemas/Handle", "description": "The person; the caller if left out."},
          "before": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The first share of the next newer page; the newest page if left out."
          }
        }
      },
      "LostShare": {
        "description": "The last notification about a share that a person lost, without its new state and its participants.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/ShareID", "description": "The id."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link."}
        },
        "required": ["id", "app", "title", "url"]
      },
      "LostShareCause": {
        "description": "The way a share was lost.",
        "type": "string",
        "enum": ["removed", "left", "stopped"]
      },
      "MarkRead": {
        "description": "`conversation.markRead`: marks everything up to a message as read.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "through": {
            "$ref": "#/components/schemas/MessageID",
            "description": "The last read message; all messages if left out."
          }
        },
        "required": ["conversation"]
      },
      "Message": {
        "description": "A message of a conversation. If it has `unsentAt`, it has no content.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/MessageID", "description": "The id."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "sender": {"$ref": "#/components/schemas/Handle", "description": "The sender."},
          "text": {"type": "string", "description": "The text."},
          "sentAt": {"$ref": "#/components/schemas/Instant", "description": "The time at which the server accepted it."},
          "sequence": {
            "type": "integer",
            "minimum": 1,
            "description": "The number in the conversation: 1, 2, 3 … without gaps."
          },
          "links": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageLink"},
            "description": "The links in the text, in order."
          },
          "mentions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageMention"},
            "description": "The members mentioned in the text, in order."
          },
          "clientID": {
            "type": "string",
            "description": "The id that the sender gave the request, which identifies a retry."
          },
          "replyTo": {"$ref": "#/components/schemas/MessageID"},
          "thread": {"$ref": "#/components/schemas/MessageID"},
          "replies": {"type": "integer", "minimum": 0},
          "attachment": {"$ref": "#/components/schemas/Attachment"},
          "editedAt": {"$ref": "#/components/schemas/Instant"},
          "versions": {"type": "array", "items": {"$ref": "#/components/schemas/MessageVersion"}},
          "unsentAt": {"$ref": "#/components/schemas/Instant"},
          "reactions": {"type": "array", "items": {"$ref": "#/components/schemas/MessageReaction"}}
        },
        "required": ["id", "conversation", "sender", "text", "sentAt", "sequence", "links", "mentions"]
      },
      "MessageChange": {
        "description": "A change of a posted message.",
        "oneOf": [
          {
            "type": "object",
            "properties": {
              "kind": {"const": "edited"},
              "mentioned": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
            },
            "required": ["kind"]
          },
          {"type": "object", "properties": {"kind": {"const": "unsent"}}, "required": ["kind"]},
          {
            "type": "object",
            "properties": {
              "kind": {"const": "reacted"},
              "by": {"$ref": "#/components/schemas/Handle"},
              "reaction": {"$ref": "#/components/schemas/Reaction"},
              "removed": {"type": "boolean"}
            },
            "required": ["kind", "by", "reaction"]
          }
        ]
      },
      "MessageExtrasValues": {
        "description": "The members that most messages do not have.",
        "type": "object",
        "properties": {
          "replyTo": {"$ref": "#/components/schemas/MessageID"},
          "thread": {"$ref": "#/components/schemas/MessageID"},
          "replies": {"type": "integer", "minimum": 0},
          "attachment": {"$ref": "#/components/schemas/Attachment"},
          "editedAt": {"$ref": "#/components/schemas/Instant"},
          "versions": {"type": "array", "items": {"$ref": "#/components/schemas/MessageVersion"}},
          "unsentAt": {"$ref": "#/components/schemas/Instant"},
          "reactions": {"type": "array", "items": {"$ref": "#/components/schemas/MessageReaction"}}
        }
      },
      "MessageID": {"description": "The id of a message.", "type": "string", "minLength": 1},
      "MessageLink": {
        "description": "A link in a message's text.",
        "type": "object",
        "properties": {
          "url": {"type": "string", "maxLength": 2048, "description": "The link in canonical form."},
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that opens it; nil if it opens in the browser (`surf-universal`)."
          },
          "title": {
            "type": "string",
            "description": "The title of its target, if the server knows it: the title of a share."
          },
          "range": {"$ref": "#/components/schemas/TextRange", "description": "Its range in the text."}
        },
        "required": ["url", "range"]
      },
      "MessageMention": {
        "description": "A mention of a member in a message's text, as `@name`.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The mentioned member."},
          "range": {
            "$ref": "#/components/schemas/TextRange",
            "description": "The range of the name in the text, including the `@`."
          }
        },
        "required": ["handle", "range"]
      },
      "MessageReaction": {
        "description": "A tapback on a message; each person can have one (`tap-one`).",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The person."},
          "reaction": {"$ref": "#/components/schemas/Reaction", "description": "The tapback."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time."}
        },
        "required": ["handle", "reaction", "at"]
      },
      "MessageReceipt": {
        "description": "The newest message that reached the other person of a one-to-one conversation, or that they read (`rcpt-delivered`).",
        "type": "object",
        "properties": {
          "status": {"$ref": "#/components/schemas/MessageReceiptStatus", "description": "The stage."},
          "sequence": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the newest message at this stage; all earlier messages have reached it too."
          },
          "at": {
            "$ref": "#/components/schemas/Instant",
            "description": "The time at which the message reached this stage."
          }
        },
        "required": ["status", "sequence", "at"]
      },
      "MessageReceiptStatus": {"description": "A stage of a receipt.", "type": "string", "enum": ["delivered", "read"]},
      "MessageReference": {
        "description": "A message, by its id.",
        "type": "object",
        "properties": {"message": {"$ref": "#/components/schemas/MessageID", "description": "The message."}},
        "required": ["message"]
      },
      "MessageReferences": {
        "description": "Messages of one conversation, by their ids.",
        "type": "object",
        "properties": {
          "messages": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageID"},
            "description": "The messages: at least one, and at most `pageEntries`."
          }
        },
        "required": ["messages"]
      },
      "MessageRun": {
        "description": "Consecutive messages of one conversation, by their numbers (`sequence`).",
        "type": "object",
        "properties": {
          "first": {"type": "integer", "minimum": 1, "description": "The number of the first message."},
          "last": {"type": "integer", "minimum": 1, "description": "The number of the last message, `first` or more."}
        },
        "required": ["first", "last"]
      },
      "MessageVersion": {
        "description": "An earlier text of an edited message (`msg-edit-label`).",
        "type": "object",
        "properties": {
          "text": {"type": "string", "description": "The text."},
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time of this text."}
        },
        "required": ["text", "at"]
      },
      "Method": {
        "description": "A method.",
        "type": "string",
        "enum": [
          "session.hello",
          "session.ping",
          "rpc.discover",
          "session.fence",
          "conversation.create",
          "conversation.list",
          "conversation.history",
          "conversation.addParticipant",
          "conversation.removeParticipant",
          "conversation.leave",
          "conversation.rename",
          "conversation.setPhoto",
          "conversation.markRead",
          "conversation.markUnread",
          "conversation.mute",
          "conversation.pin",
          "conversation.delete",
          "conversation.restore",
          "conversation.erase",
          "conversation.recentlyDeleted",
          "conversation.typing",
          "message.send",
          "message.edit",
          "message.unsend",
          "message.delete",
          "message.restore",
          "message.erase",
          "message.recentlyDeleted",
          "message.react",
          "message.search",
          "message.thread",
          "message.attachment",
          "link.pin",
          "link.unpin",
          "link.open",
          "link.explain",
          "contact.add",
          "contact.remove",
          "contact.list",
          "settings.get",
          "settings.set",
          "settings.audit",
          "consent.answer",
          "contact.block",
          "contact.unblock",
          "highlight.list",
          "highlight.hide",
          "highlight.restore",
          "highlight.display",
          "highlightCenter.getHighlight",
          "highlightCenter.getCollaborationHighlight",
          "highlightCenter.collaborationHighlight",
          "attribution.attach",
          "attribution.show",
          "identity.sign",
          "identity.challenge",
          "identity.prove",
          "highlightCenter.postNotice",
          "highlightCenter.clearNotices",
          "notice.dismiss",
          "notice.answer",
          "share.create",
          "share.send",
          "share.get",
          "share.accept",
          "share.requestAccess",
          "share.list",
          "share.save",
          "share.addParticipant",
          "share.removeParticipant",
          "share.setPermission",
          "share.setRole",
          "share.setInviting",
          "share.setAccess",
          "share.leave",
          "share.stop",
          "collaboration.offer",
          "collaboration.start",
          "collaboration.cancel",
          "collaboration.list",
          "action.fulfill",
          "action.fail",
          "app.register",
          "app.get",
          "activity.offer",
          "activity.choose",
          "site.publish",
          "clock.now",
          "clock.advance",
          "world.create",
          "world.reset",
          "world.delete",
          "world.list",
          "fault.inject",
          "fault.list",
          "fault.clear",
          "delivery.explain",
          "journal.list",
          "journal.verify",
          "person.list",
          "document.create",
          "document.list",
          "document.get",
          "document.open",
          "document.close",
          "document.edit",
          "document.comment",
          "document.rename",
          "document.move",
          "document.delete"
        ]
      },
      "MoveDocument": {
        "description": "`document.move`: moves a document to another folder.",
        "type": "object",
        "properties": {"folder": {"type": "string", "description": "The folder."}},
        "required": ["folder"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "MuteConversation": {
        "description": "`conversation.mute`: turns Hide Alerts on or off for the caller (`msg-hide-alerts`).",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "muted": {"type": "boolean", "description": "True to hide alerts."}
        },
        "required": ["conversation", "muted"]
      },
      "Notice": {
        "description": "A highlight event in a thread: a centred row, and a banner at the top until it is cleared.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/NoticeID", "description": "The id. A notice that grows keeps it."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "actor": {"$ref": "#/components/schemas/Handle", "description": "The person who caused the event."},
          "event": {
            "$ref": "#/components/schemas/NoticeEvent",
            "description": "The event; the newest if it combines several."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link that the notice opens: the link of the collaboration, or one to a view inside it (`notice-type-and-link`)."
          },
          "documentURL": {
            "type": "string",
            "maxLength": 2048,
            "description": "The collaboration's link, if `url` is a link to a view inside it."
          },
          "title": {"type": "string", "description": "The title of the collaboration at that time."},
          "count": {"type": "integer", "minimum": 1, "description": "The number of combined events."},
          "text": {"type": "string", "description": "The text for the row and the banner."},
          "postedAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the newest event."},
          "actions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/NoticeAction"},
            "description": "The possible answers to a prompt, until it is answered."
          },
          "shares": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareID"},
            "description": "The shares that the prompt is about."
          },
          "people": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people of a membership event, if one save added or removed several (`ev-membership`); else empty."
          }
        },
        "required": ["id", "conversation", "actor", "event", "app", "url", "title", "count", "text", "postedAt"]
      },
      "NoticeAction": {
        "description": "An answer to a prompt.",
        "type": "object",
        "properties": {
          "id": {"type": "string", "description": "The id for `notice.answer`."},
          "title": {"type": "string", "description": "The title of the button."}
        },
        "required": ["id", "title"]
      },
      "NoticeEvent": {
        "description": "The subject of a notice: a highlight event, or with the type `group` a change of the group that the owner of documents can follow.",
        "type": "object",
        "properties": {
          "type": {"type": "string", "description": "The kind of the event."},
          "trigger": {"type": "string", "description": "The trigger of the event."},
          "mentioned": {"$ref": "#/components/schemas/Handle", "description": "The mentioned person."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person of a membership event or of a question."
          },
          "title": {"type": "string", "description": "The new name."}
        },
        "required": ["type"]
      },
      "NoticeEventGroupChange": {
        "description": "The subject of a prompt to those who manage a share.",
        "type": "string",
        "enum": ["added", "removed", "requested"]
      },
      "NoticeID": {"description": "The id of a notice.", "type": "string", "minLength": 1},
      "NoticeReference": {
        "description": "A notice, by its id.",
        "type": "object",
        "properties": {"notice": {"$ref": "#/components/schemas/NoticeID", "description": "The notice."}},
        "required": ["notice"]
      },
      "NotificationName": {
        "description": "A notification.",
        "type": "string",
        "enum": [
          "message.posted",
          "message.changed",
          "receipt",
          "typing",
          "conversation.changed",
          "deletion.changed",
          "notice.posted",
          "notice.cleared",
          "consent.requested",
          "highlights.changed",
          "share.changed",
          "settings.changed",
          "collaboration.changed",
          "action.requested",
          "action.ended",
          "identities.removed",
          "userActivity",
          "activities.changed",
          "activity.chosen",
          "person.changed",
          "fault.fired",
          "request.done",
          "session.ended",
          "document.changed",
          "document.accessChanged",
          "document.presence"
        ]
      },
      "OfferActivities": {
        "description": "`activity.offer`: replaces the actions of an app on the share sheet, where it runs as this person.",
        "type": "object",
        "properties": {
          "activities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppActivity"},
            "description": "The actions, in order; the registered ones if left out."
          }
        }
      },
      "OfferCollaboration": {
        "description": "`collaboration.offer`: returns the content of the share sheet for an item.",
        "type": "object",
        "properties": {
          "backend": {
            "$ref": "#/components/schemas/ShareBackend",
            "description": "The back end; the app's first if left out."
          },
          "representations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareRepresentation"},
            "description": "The forms of the item in addition to its link."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/OfferCollaborationItem"}]
      },
      "OfferCollaborationItem": {
        "description": "The item of a share sheet.",
        "oneOf": [
          {
            "type": "object",
            "properties": {"app": {"$ref": "#/components/schemas/AppID"}},
            "required": ["app"]
          },
          {
            "type": "object",
            "properties": {"document": {"$ref": "#/components/schemas/DocumentID"}},
            "required": ["document"]
          },
          {
            "type": "object",
            "properties": {"share": {"$ref": "#/components/schemas/ShareID"}},
            "required": ["share"]
          },
          {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
        ]
      },
      "OpenRPC": {
        "description": "A description of the methods of an interface: https://spec.open-rpc.org.",
        "type": "object"
      },
      "PendingWork": {
        "description": "Work that waits for time to pass.",
        "type": "object",
        "properties": {
          "what": {"type": "string", "description": "A description of the work."},
          "dueAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the work."}
        },
        "required": ["what", "dueAt"]
      },
      "Person": {
        "description": "A person in Messages, as others see them.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The handle."},
          "name": {"type": "string", "description": "The name to show."}
        },
        "required": ["handle", "name"]
      },
      "PersonHighlight": {
        "description": "A link on a person's Shared with You shelf, as that person sees it, with names.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/HighlightID", "description": "The permanent id."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the link."},
          "title": {"type": "string", "description": "The title."},
          "subtitle": {"type": "string", "description": "The subtitle, if it has one."},
          "preview": {
            "$ref": "#/components/schemas/LinkPreview",
            "description": "The app's preview of the link; the title and subtitle above if the app registered none."
          },
          "pinned": {"type": "boolean", "description": "True if this person pinned the link."},
          "sharedAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the last share."},
          "attribution": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PersonHighlightAttribution"},
            "description": "The people who shared it, newest first."
          },
          "why": {
            "$ref": "#/components/schemas/Reason",
            "description": "The reasons for the highlight's presence and place."
          },
          "ranking": {
            "$ref": "#/components/schemas/HighlightRanking",
            "description": "The signals and weights of the place; nil from a server that does not send them."
          }
        },
        "required": ["id", "url", "app", "title", "preview", "pinned", "sharedAt", "attribution", "why"]
      },
      "PersonHighlightAttribution": {
        "description": "A sharer of the link, and the conversation (`attr-content`, `merge-threads`).",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The sharer."},
          "name": {"type": "string", "description": "Their display name."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."}
        },
        "required": ["handle", "name", "conversation"]
      },
      "PersonIdentity": {
        "description": "The identity of a person in one collaboration for its app, without their handle: the root hash of the public keys of their devices (`id-root`). It differs for each collaboration (`id-diversify`, `id-no-handles`).",
        "type": "object",
        "properties": {"rootHash": {"type": "string", "description": "64 hexadecimal digits."}},
        "required": ["rootHash"]
      },
      "Pin": {
        "description": "A pinned link.",
        "type": "object",
        "properties": {
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app that opens it, if any."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation of the pin."},
          "pinned": {"type": "boolean", "description": "True if the link is pinned."}
        },
        "required": ["url", "conversation", "pinned"]
      },
      "PinConversation": {
        "description": "`conversation.pin`: pins the conversation to the top of the caller's list, or unpins it (`msg-pin-conv`).",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "pinned": {"type": "boolean", "description": "True to pin it."},
          "place": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "description": "The place, 1 for the first. If left out, a new pin becomes the last, and an existing pin keeps its place."
          }
        },
        "required": ["conversation", "pinned"]
      },
      "PostNotice": {
        "description": "`highlightCenter.postNotice`: an app posts an event of its person.",
        "type": "object",
        "properties": {
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link of the collaboration, or one to a view inside it: deeper in its path, or with a query or a fragment."
          },
          "event": {"$ref": "#/components/schemas/PostNoticeEvent", "description": "The event."}
        },
        "required": ["url", "event"]
      },
      "PostNoticeEvent": {
        "description": "An event, with people as the app names them.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": ["change", "membership", "mention", "persistence"],
            "description": "The kind of the event."
          },
          "trigger": {"type": "string", "description": "The trigger."},
          "mentioned": {"$ref": "#/components/schemas/Handle", "description": "The mentioned person."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person of a membership event; the app's own person if left out."
          },
          "identity": {
            "type": "string",
            "description": "The person of a mention or a membership event, by the root hash of their identity."
          },
          "title": {"type": "string", "description": "The new name."}
        },
        "required": ["type"]
      },
      "ProveIdentity": {
        "description": "`identity.prove`: shows a proof to the app's own server.",
        "type": "object",
        "properties": {
          "challenge": {
            "type": "string",
            "maxLength": 2048,
            "description": "The challenge of the server, which the proof signs."
          },
          "proof": {"$ref": "#/components/schemas/SignedProof", "description": "The proof."}
        },
        "required": ["challenge", "proof"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "PublishSite": {
        "description": "`site.publish`: publishes the association file of a website, independently of its registered apps (`ul-two-way`).",
        "type": "object",
        "properties": {
          "domain": {"type": "string", "description": "The domain, or a wildcard such as `*.notes.example`."},
          "association": {
            "anyOf": [{}, {"type": "null"}],
            "description": "The association; nil if the domain serves no file."
          }
        },
        "required": ["domain", "association"]
      },
      "RPCErrorOutcome": {
        "description": "The outcome of a request that failed with `unavailable`.",
        "type": "string",
        "enum": ["none", "unknown"]
      },
      "RPCErrorReason": {
        "description": "The reason for an error. The word is `data.reason`; its code never changes.",
        "type": "string",
        "enum": [
          "parse",
          "invalid_request",
          "unknown_method",
          "invalid_params",
          "internal",
          "unauthenticated",
          "forbidden",
          "not_found",
          "conflict",
          "expired",
          "too_large",
          "rate_limited",
          "unavailable"
        ]
      },
      "RankingSignal": {
        "description": "A signal for the order of a shelf (`rank-signals`).",
        "type": "string",
        "enum": ["shared", "sharers", "pinned", "summary", "viewed", "replied", "detail"]
      },
      "ReactToMessage": {
        "description": "`message.react`: sets or removes the caller's tapback on a message.",
        "type": "object",
        "properties": {
          "message": {"$ref": "#/components/schemas/MessageID", "description": "The message."},
          "reaction": {"$ref": "#/components/schemas/Reaction", "description": "The tapback."},
          "remove": {
            "type": "boolean",
            "description": "True to remove the tapback. If left out, a tapback that is already set is removed (`tap-one`)."
          }
        },
        "required": ["message", "reaction"]
      },
      "Reaction": {
        "description": "One emoji, or one of the words heart, thumbsUp, thumbsDown, haHa, exclamation and question.",
        "type": "string",
        "minLength": 1
      },
      "ReactionClassic": {
        "description": "The six classic tapbacks.",
        "type": "string",
        "enum": ["heart", "thumbsUp", "thumbsDown", "haHa", "exclamation", "question"]
      },
      "Reason": {
        "description": "The rule of a decision, and a sentence that explains the decision to people.",
        "type": "object",
        "properties": {
          "rule": {"type": "string", "description": "The id of the rule in `docs/reference/rules.md`."},
          "text": {"type": "string", "description": "The explanation."}
        },
        "required": ["rule", "text"]
      },
      "RecentlyDeleted": {
        "description": "A conversation with messages in the caller's Recently Deleted (`unread-mark`).",
        "type": "object",
        "properties": {
          "conversation": {
            "$ref": "#/components/schemas/Conversation",
            "description": "The conversation as the caller sees it, without its newest message."
          },
          "messages": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of its messages that can be recovered."
          },
          "deletedAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the newest deletion."},
          "endsAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the first permanent deletion."},
          "runs": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/MessageRun"},
            "description": "The messages that can be recovered."
          }
        },
        "required": ["conversation", "messages", "deletedAt", "endsAt"]
      },
      "RegisterApp": {
        "description": "`app.register`: registers an app and its domains, or replaces the app.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The bundle id."},
          "name": {"type": "string", "description": "The name."},
          "domains": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The domains of the app's entitlement."
          },
          "association": {"description": "The association JSON of those domains; every path if left out."},
          "backends": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareBackend"},
            "description": "The back ends of the app's shares; all three if left out."
          },
          "capabilities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppCapability"},
            "description": "The capabilities; all if left out."
          },
          "previews": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppPreview"},
            "description": "The previews of the links; none if left out."
          },
          "menuTitleForHideAction": {
            "type": "string",
            "description": "The title of the menu item that hides a highlight; Remove if left out."
          },
          "shareOptions": {
            "$ref": "#/components/schemas/ShareOptions",
            "description": "The options of the app's collaborations; the standard ones if left out."
          },
          "sharingMethods": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SharingMethod"},
            "description": "The methods of sharing a document; both if left out."
          },
          "manageTitle": {"type": "string", "description": "The title of the button that manages a shared document."},
          "activities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppActivity"},
            "description": "The actions on the share sheet, in order; none if left out."
          },
          "excludedActivityTypes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SystemActivity"},
            "description": "The system actions that the share sheet leaves out; none if left out."
          },
          "documentTypes": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The extensions of the files that the app opens, without the dot; none if left out."
          },
          "proofs": {
            "type": "boolean",
            "description": "True if the app opens the documents that it holds itself only after a proof of identity."
          }
        },
        "required": ["app", "name", "domains"]
      },
      "RemoveShareParticipants": {
        "description": "`share.removeParticipant`: removes people.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}, {"$ref": "#/components/schemas/SharePeople"}]
      },
      "RemovedHighlight": {
        "description": "A highlight that left a shelf, as its app sees it. If every message with its link was unsent, it has only its id.",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/HighlightID", "description": "The id."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link, if it is known."},
          "collaborationIdentifier": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The collaboration identifier, which is the same for every participant."
          },
          "title": {"type": "string", "description": "The document's title."},
          "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the first share."}
        },
        "required": ["id"]
      },
      "RenameConversation": {
        "description": "`conversation.rename`: renames a group for everyone (`grp-name-photo`).",
        "type": "object",
        "properties": {
          "conversation": {
            "$ref": "#/components/schemas/ConversationID",
            "description": "The conversation, of three or more people."
          },
          "name": {"type": "string", "description": "The new name."}
        },
        "required": ["conversation", "name"]
      },
      "RenameDocument": {
        "description": "`document.rename`: renames a document.",
        "type": "object",
        "properties": {"title": {"type": "string", "description": "The new title."}},
        "required": ["title"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "ReplyThread": {
        "description": "`message.thread`: returns the replies of one thread, from its beginning.",
        "type": "object",
        "properties": {
          "message": {
            "$ref": "#/components/schemas/MessageID",
            "description": "A message of the thread: its beginning or one of its replies."
          },
          "after": {
            "$ref": "#/components/schemas/MessageID",
            "description": "The message after which the page begins; the thread's beginning if left out."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default."
          }
        },
        "required": ["message"]
      },
      "RequestShareAccess": {
        "description": "`share.requestAccess`: asks for access to a private share.",
        "type": "object",
        "properties": {"url": {"type": "string", "maxLength": 2048, "description": "The link of the share."}},
        "required": ["url"]
      },
      "RequestedAction": {
        "description": "An action that an app must answer, after `SWAction`, in the form that the app receives. It has no field for a handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`).",
        "type": "object",
        "properties": {
          "id": {"$ref": "#/components/schemas/ActionID", "description": "The id for the app's answer."},
          "kind": {"$ref": "#/components/schemas/RequestedActionKind", "description": "The kind of the action."},
          "dueAt": {"$ref": "#/components/schemas/Instant", "description": "The deadline for the app's answer."},
          "metadata": {"$ref": "#/components/schemas/RequestedActionMetadata", "description": "The collaboration."},
          "addedIdentities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PersonIdentity"},
            "description": "The people who get access."
          },
          "removedIdentities": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PersonIdentity"},
            "description": "The people who lose access."
          }
        },
        "required": ["id", "kind", "dueAt", "metadata"]
      },
      "RequestedActionKind": {
        "description": "The kind of an action.",
        "type": "string",
        "enum": ["startCollaboration", "updateCollaborationParticipants"]
      },
      "RequestedActionMetadata": {
        "description": "The metadata of the collaboration, after `SWCollaborationMetadata` (`meta-fields`).",
        "type": "object",
        "properties": {
          "localIdentifier": {
            "type": "string",
            "description": "The sending app's own name for its document on this device; the server sends it to no other device (`meta-local-id`)."
          },
          "collaborationIdentifier": {"type": "string", "description": "The collaboration identifier on every device, once it exists."},
          "title": {"type": "string", "description": "The title."},
          "defaultShareOptions": {
            "$ref": "#/components/schemas/ShareOptionsChoice",
            "description": "The options as the app registered them."
          },
          "userSelectedShareOptions": {
            "$ref": "#/components/schemas/ShareOptionsChoice",
            "description": "The options with the person's choices."
          }
        },
        "required": ["title", "defaultShareOptions", "userSelectedShareOptions"]
      },
      "RequestedActionOutcome": {
        "description": "The way an action ended.",
        "type": "string",
        "enum": ["fulfilled", "failed", "timedOut", "cancelled"]
      },
      "Role": {
        "description": "The role of a session. It decides the allowed requests and the notifications.",
        "type": "string",
        "enum": ["person", "app", "observer"]
      },
      "SaveShare": {
        "description": "`share.save`, and the methods that change one property of a share. The server does the whole save or nothing (`ucs-handler-steps`).",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "title": {"type": "string", "description": "The new title."},
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The new access."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The new general permission, for participants without their own."
          },
          "allowsInviting": {"type": "boolean", "description": "True to let participants add people."},
          "allowsAccessRequests": {"type": "boolean", "description": "True to let people who were not invited ask for access."},
          "deny": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people whose requests for access are denied. They may ask again."
          },
          "block": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who may not ask for access. Participants among them are removed."
          },
          "unblock": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who may ask for access again."
          },
          "addOneTimeLinks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SharePermission"},
            "description": "The permissions of new one-time links, one for each link."
          },
          "removeOneTimeLinks": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The ids of unopened one-time links to take back."
          },
          "add": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SaveShareAddition"},
            "description": "The people to add or change. Adding a person approves their request for access."
          },
          "remove": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people to remove."
          },
          "permissions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SaveShareOwnPermission"},
            "description": "The new permissions of participants."
          },
          "roles": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/SaveShareOwnRole"},
            "description": "The new roles of participants. Only `share.setRole` sets them; `share.save` refuses them."
          },
          "sendLink": {
            "type": "boolean",
            "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`)."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}]
      },
      "SaveShareAddition": {
        "description": "A person to add, or a participant to change (`ck-add-same`).",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The person."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The permission; the general one if left out."
          },
          "role": {"$ref": "#/components/schemas/ShareRole", "description": "The role; private user if left out."}
        },
        "required": ["handle"]
      },
      "SaveShareOwnPermission": {
        "description": "A new permission of one participant.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The participant."},
          "permission": {"$ref": "#/components/schemas/SharePermission", "description": "The permission."}
        },
        "required": ["handle", "permission"]
      },
      "SaveShareOwnRole": {
        "description": "A new role of one participant.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The participant."},
          "role": {"$ref": "#/components/schemas/ShareRole", "description": "The role."}
        },
        "required": ["handle", "role"]
      },
      "SearchMessages": {
        "description": "`message.search`: searches for messages by their words.",
        "type": "object",
        "properties": {
          "text": {
            "type": "string",
            "description": "The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must be adjacent."
          },
          "conversation": {
            "$ref": "#/components/schemas/ConversationID",
            "description": "The conversation; all of the caller's conversations if left out."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default."
          }
        },
        "required": ["text"]
      },
      "SendMessage": {
        "description": "`message.send`: sends a message.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "text": {"type": "string", "description": "The text; it can be empty with an attachment."},
          "replyTo": {
            "$ref": "#/components/schemas/MessageID",
            "description": "The message to which this one replies, if any."
          },
          "attachment": {"$ref": "#/components/schemas/SentAttachment", "description": "The attachment, if any."}
        },
        "required": ["conversation"]
      },
      "SendShare": {
        "description": "`share.send`: sends the link of a share to a conversation.",
        "type": "object",
        "properties": {
          "share": {"$ref": "#/components/schemas/ShareID", "description": "The share."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "text": {"type": "string", "description": "The text before the link, if any."},
          "people": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people that the sender expects in the conversation, without the sender. If it has another person, the request fails with `conflict`. A client passes them if it does not show the conversation; the conversation's messages then stay unread."
          },
          "mode": {"$ref": "#/components/schemas/SharingMethod", "description": "The method of sharing."}
        },
        "required": ["share", "conversation"]
      },
      "SentAttachment": {
        "description": "A new attachment: with its content, or only with the description of content stored in another place.",
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "The file's name."},
          "type": {"type": "string", "description": "The type."},
          "size": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "The size in bytes; required without content."
          },
          "digest": {"type": "string", "description": "The digest, `sha256:` and 64 digits; required without content."},
          "content": {"type": "string", "description": "The content, in base64."}
        },
        "required": ["name", "type"]
      },
      "SessionOwner": {
        "description": "The session of a request, as observers with `requests: true` see it.",
        "type": "object",
        "properties": {
          "session": {"type": "string", "description": "The id of the session."},
          "role": {"$ref": "#/components/schemas/Role", "description": "The role."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person, or the person that the app runs as."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app, if the session is an app's."},
          "device": {"$ref": "#/components/schemas/Device", "description": "The device, if the session has one."}
        },
        "required": ["session", "role"]
      },
      "SetConversationPhoto": {
        "description": "`conversation.setPhoto`: sets or removes the group photo for everyone (`grp-name-photo`).",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "photo": {"type": "string", "description": "The emoji of the photo. If left out, the photo is removed."}
        },
        "required": ["conversation"]
      },
      "SetSettings": {
        "description": "`settings.set`: changes the given switches.",
        "type": "object",
        "properties": {
          "automaticSharing": {
            "$ref": "#/components/schemas/SetSettingsSharing",
            "description": "The switches of automatic sharing."
          },
          "readReceipts": {
            "$ref": "#/components/schemas/SetSettingsReceipts",
            "description": "The switches of read receipts."
          },
          "mentionAlerts": {"type": "boolean", "description": "True if a mention alerts even in a muted conversation."}
        }
      },
      "SetSettingsReceipts": {
        "description": "Changed switches of read receipts.",
        "type": "object",
        "properties": {
          "everywhere": {"type": "boolean", "description": "The switch for all conversations without their own."},
          "conversations": {
            "$ref": "#/components/schemas/ConversationSwitches",
            "description": "The switches of conversations."
          }
        }
      },
      "SetSettingsSharing": {
        "description": "Changed switches of automatic sharing.",
        "type": "object",
        "properties": {
          "everywhere": {"type": "boolean", "description": "The master switch."},
          "apps": {"$ref": "#/components/schemas/AppSwitches", "description": "The switches of apps."},
          "conversations": {
            "$ref": "#/components/schemas/ConversationSwitches",
            "description": "The switches of conversations."
          }
        }
      },
      "SetShareAccess": {
        "description": "`share.setAccess`: sets who can open a share.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The new access."},
          "handles": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people to invite in the same step."
          }
        },
        "required": ["access"],
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}]
      },
      "SetShareInviting": {
        "description": "`share.setInviting`: allows or forbids participants to add people.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "allowsInviting": {"type": "boolean", "description": "True to let participants add people."}
        },
        "required": ["allowsInviting"],
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}]
      },
      "SetSharePermission": {
        "description": "`share.setPermission`: sets the permission of some participants, or the general one.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "permission": {"$ref": "#/components/schemas/SharePermission", "description": "The permission."}
        },
        "required": ["permission"],
        "allOf": [
          {"$ref": "#/components/schemas/ShareReference"},
          {
            "anyOf": [
              {"$ref": "#/components/schemas/SharePeople"},
              {"allOf": [{"not": {"required": ["handle"]}}, {"not": {"required": ["handles"]}}]}
            ]
          }
        ]
      },
      "SetShareRole": {
        "description": "`share.setRole`: makes a participant an administrator or a private user.",
        "type": "object",
        "properties": {
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The revision that the change is based on; the current one if left out."
          },
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The participant."},
          "role": {"$ref": "#/components/schemas/ShareRole", "description": "The role."}
        },
        "required": ["handle", "role"],
        "allOf": [{"$ref": "#/components/schemas/ShareReference"}]
      },
      "SetTyping": {
        "description": "`conversation.typing`: reports that the caller types or stopped typing.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation."},
          "typing": {"type": "boolean", "description": "True if the caller types."}
        },
        "required": ["conversation", "typing"]
      },
      "SettingChange": {
        "description": "A change of a person's switch with its cause: an entry of the audit.",
        "type": "object",
        "properties": {
          "at": {"$ref": "#/components/schemas/Instant", "description": "The time of the change."},
          "from": {"$ref": "#/components/schemas/SettingChangeStanding", "description": "The state before."},
          "to": {"$ref": "#/components/schemas/SettingChangeStanding", "description": "The new state."},
          "cause": {
            "$ref": "#/components/schemas/Reason",
            "description": "The rule that caused the change, and a sentence that explains it, without links, titles or texts of messages."
          }
        },
        "required": ["at", "from", "to", "cause"],
        "allOf": [{"$ref": "#/components/schemas/SettingChangeScope"}]
      },
      "SettingChangeScope": {
        "description": "A switch of one of the three levels of `consent-levels`.",
        "oneOf": [
          {"type": "object", "properties": {"scope": {"const": "everywhere"}}, "required": ["scope"]},
          {
            "type": "object",
            "properties": {"scope": {"const": "app"}, "app": {"$ref": "#/components/schemas/AppID"}},
            "required": ["scope", "app"]
          },
          {
            "type": "object",
            "properties": {
              "scope": {"const": "conversation"},
              "conversation": {"$ref": "#/components/schemas/ConversationID"}
            },
            "required": ["scope", "conversation"]
          }
        ]
      },
      "SettingChangeStanding": {
        "description": "The state of a switch.",
        "type": "string",
        "enum": ["on", "off", "unset", "offered", "postponed", "never", "revoked"]
      },
      "Settings": {
        "description": "A person's switches for links outside Messages, at the three levels of `consent-levels`, and their open questions.",
        "type": "object",
        "properties": {
          "automaticSharing": {
            "$ref": "#/components/schemas/SettingsSharing",
            "description": "The switches of automatic sharing."
          },
          "consents": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ConsentRequest"},
            "description": "The open consent requests, oldest first."
          },
          "readReceipts": {"$ref": "#/components/schemas/SettingsReceipts", "description": "The switches of read receipts."},
          "mentionAlerts": {
            "type": "boolean",
            "description": "True if a mention alerts even in a muted conversation (`mention-alert`)."
          },
          "pinnedConversations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ConversationID"},
            "description": "The pinned conversations, in the person's order (`msg-pin-conv`)."
          }
        },
        "required": ["automaticSharing", "consents", "readReceipts", "mentionAlerts", "pinnedConversations"]
      },
      "SettingsReceipts": {
        "description": "The switches of read receipts in one-to-one conversations (`rcpt-setting`).",
        "type": "object",
        "properties": {
          "everywhere": {"type": "boolean", "description": "The switch for all conversations without their own."},
          "conversations": {
            "$ref": "#/components/schemas/ConversationSwitches",
            "description": "The conversations with their own switch."
          }
        },
        "required": ["everywhere", "conversations"]
      },
      "SettingsSharing": {
        "description": "The switches of automatic sharing, at three levels.",
        "type": "object",
        "properties": {
          "everywhere": {"type": "boolean", "description": "The master switch."},
          "apps": {
            "$ref": "#/components/schemas/AppSwitches",
            "description": "The switch of each app that has one; an app without one counts as off."
          },
          "conversations": {
            "$ref": "#/components/schemas/ConversationSwitches",
            "description": "The switch of each conversation that was ever set; all other conversations are on."
          }
        },
        "required": ["everywhere", "apps", "conversations"]
      },
      "Share": {
        "description": "A document that is shared for collaboration, after `CKShare`.",
        "type": "object",
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "backend": {"$ref": "#/components/schemas/ShareBackend", "description": "The back end."},
          "owner": {"$ref": "#/components/schemas/Handle", "description": "The owner."},
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The access."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The general permission, for participants without their own."
          },
          "allowsInviting": {"type": "boolean", "description": "True if participants may add people."},
          "participants": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareParticipant"},
            "description": "All participants, the owner first."
          },
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the creation."},
          "document": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The shared document, which is the root record (`ucs-root-record`)."
          },
          "revision": {"type": "integer", "minimum": 1, "description": "The number of saves: 1 after the creation."},
          "representations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareRepresentation"},
            "description": "The forms for copies, in addition to the forms of the back end."
          },
          "options": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The identifiers of the options that were selected at the start."
          },
          "documentDeleted": {"type": "boolean", "description": "True if the document was deleted. The link then opens nothing."},
          "ownIdentifier": {
            "type": "string",
            "description": "The app's identifier for the share on every device, if it differs from the id (`act-start`)."
          },
          "identitySecret": {
            "type": "string",
            "description": "The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an older log has none, and its identities are numbered hashes without keys."
          },
          "roster": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "Everyone who was ever a participant, in order of first joining, so that a person's number never changes."
          },
          "startedSummary": {
            "$ref": "#/components/schemas/StartedSummary",
            "description": "The app's own summary of the options at the start, if it has one."
          },
          "allowsAccessRequests": {
            "type": "boolean",
            "description": "True if people who were not invited may ask for access by the link (`ck-access-requests`)."
          },
          "requesters": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who ask for access, in order of asking. Only the owner and administrators see them."
          },
          "blocked": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who may not ask for access. Only the owner and administrators see them."
          },
          "oneTimeLinks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOneTimeLink"},
            "description": "The links that admit one person each. Only the owner and administrators see them."
          },
          "folder": {
            "type": "string",
            "description": "The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one document. The document of the share then represents the folder."
          }
        },
        "required": [
          "id",
          "app",
          "title",
          "url",
          "backend",
          "owner",
          "access",
          "permission",
          "allowsInviting",
          "participants",
          "createdAt",
          "document",
          "revision",
          "representations"
        ]
      },
      "ShareAcceptance": {
        "description": "The state of an invitation (`ck-accept`).",
        "type": "string",
        "enum": ["pending", "accepted"]
      },
      "ShareAccess": {
        "description": "The access to a share (`ucs-can-access`).",
        "type": "string",
        "enum": ["private", "public"]
      },
      "ShareBackend": {
        "description": "The back ends of a share (`infra-three`).",
        "type": "string",
        "enum": ["cloudRecord", "file", "custom"]
      },
      "ShareOneTimeLink": {
        "description": "A link that admits one person: the first who opens it (`ck-one-time-url`).",
        "type": "object",
        "properties": {
          "id": {"type": "string", "description": "The id, unique in the share."},
          "url": {"type": "string", "maxLength": 2048, "description": "The link."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The permission of the person who opens it."
          },
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person who opened it. For them it is the link of the share from then on, and for everyone else it is none."
          }
        },
        "required": ["id", "url", "permission"]
      },
      "ShareParticipant": {
        "description": "A participant of a share.",
        "type": "object",
        "properties": {
          "handle": {"$ref": "#/components/schemas/Handle", "description": "The person."},
          "role": {"$ref": "#/components/schemas/ShareRole", "description": "The role."},
          "permission": {"$ref": "#/components/schemas/SharePermission", "description": "The permission."},
          "acceptance": {"$ref": "#/components/schemas/ShareAcceptance", "description": "The state of the invitation."},
          "individual": {
            "type": "boolean",
            "description": "True if the permission is this participant's own, and stays when the general one changes."
          },
          "approvedRequester": {"type": "boolean", "description": "True if the participant had asked for access."}
        },
        "required": ["handle", "role", "permission", "acceptance"]
      },
      "SharePermission": {
        "description": "The permission of a participant (`ucs-can-permission`).",
        "type": "string",
        "enum": ["readOnly", "readWrite"]
      },
      "ShareRepresentation": {
        "description": "A form of a document besides its link (`reps-multiple`).",
        "type": "string",
        "enum": ["file", "text"]
      },
      "ShareRole": {
        "description": "The role of a participant (`ck-role`).",
        "type": "string",
        "enum": ["owner", "administrator", "privateUser", "publicUser"]
      },
      "ShareID": {"description": "The id of a share.", "type": "string", "minLength": 1},
      "ShareOptions": {
        "description": "The options of a new collaboration, after `SWCollaborationShareOptions`: groups of options with the selected ones, and a summary (`opt-share-options`).",
        "type": "object",
        "properties": {
          "groups": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsGroup"},
            "description": "The groups, in order."
          },
          "summaries": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsSummary"},
            "description": "The app's own summaries; the first that matches is shown."
          }
        },
        "required": ["groups"]
      },
      "ShareOptionsChoice": {
        "description": "The options with the current selection.",
        "type": "object",
        "properties": {
          "groups": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsGroup"},
            "description": "The groups, in order."
          },
          "summary": {"type": "string", "description": "The summary of the selection."}
        },
        "required": ["groups", "summary"]
      },
      "ShareOptionsEffect": {
        "description": "The effect of an option on the system, in addition to its meaning for the app (`options-set`).",
        "type": "string",
        "enum": ["readOnly", "readWrite", "private", "public", "inviting"]
      },
      "ShareOptionsGroup": {
        "description": "A group of options.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/ShareOptionsGroupKind", "description": "The kind of the group."},
          "identifier": {"type": "string", "description": "The identifier."},
          "title": {"type": "string", "description": "The title."},
          "footer": {"type": "string", "description": "The footer."},
          "options": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOptionsOption"},
            "description": "The options, in order."
          },
          "selectedOptionIdentifier": {"type": "string", "description": "The selected option of a picker."}
        },
        "required": ["kind", "identifier"]
      },
      "ShareOptionsGroupKind": {"description": "The kind of a group of options.", "type": "string", "enum": ["switches", "picker"]},
      "ShareOptionsOption": {
        "description": "An option of a new collaboration.",
        "type": "object",
        "properties": {
          "identifier": {"type": "string", "description": "The identifier, unique in its app."},
          "title": {"type": "string", "description": "The title."},
          "subtitle": {"type": "string", "description": "The subtitle."},
          "isSelected": {"type": "boolean", "description": "True if the option is selected; only for switches."},
          "requires": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The identifiers of the options that this option requires."
          },
          "effect": {"$ref": "#/components/schemas/ShareOptionsEffect", "description": "The effect on the system."}
        },
        "required": ["identifier", "title"]
      },
      "ShareOptionsSummary": {
        "description": "An app's own summary of a selection.",
        "type": "object",
        "properties": {
          "when": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The options that must all be selected for this summary."
          },
          "summary": {"type": "string", "description": "The text."}
        },
        "required": ["summary"]
      },
      "SharePeople": {
        "description": "One participant, or several.",
        "oneOf": [
          {
            "type": "object",
            "properties": {"handle": {"$ref": "#/components/schemas/Handle"}},
            "required": ["handle"]
          },
          {
            "type": "object",
            "properties": {"handles": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}},
            "required": ["handles"]
          }
        ]
      },
      "ShareReference": {
        "description": "A share, named by its id or by its link.",
        "oneOf": [
          {
            "type": "object",
            "properties": {"share": {"$ref": "#/components/schemas/ShareID"}},
            "required": ["share"]
          },
          {
            "type": "object",
            "properties": {"url": {"type": "string", "maxLength": 2048}},
            "required": ["url"]
          }
        ]
      },
      "ShareView": {
        "description": "A share as one person sees it: without internal members, and without people they may not see.",
        "type": "object",
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ShareID",
            "description": "The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title."},
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "backend": {"$ref": "#/components/schemas/ShareBackend", "description": "The back end."},
          "owner": {"$ref": "#/components/schemas/Handle", "description": "The owner."},
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The access."},
          "permission": {
            "$ref": "#/components/schemas/SharePermission",
            "description": "The general permission, for participants without their own."
          },
          "allowsInviting": {"type": "boolean", "description": "True if participants may add people."},
          "participants": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareParticipant"},
            "description": "All participants, the owner first."
          },
          "createdAt": {"$ref": "#/components/schemas/Instant", "description": "The time of the creation."},
          "document": {
            "$ref": "#/components/schemas/DocumentID",
            "description": "The shared document, which is the root record (`ucs-root-record`)."
          },
          "revision": {"type": "integer", "minimum": 1, "description": "The number of saves: 1 after the creation."},
          "representations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareRepresentation"},
            "description": "The forms for copies, in addition to the forms of the back end."
          },
          "options": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The identifiers of the options that were selected at the start."
          },
          "documentDeleted": {"type": "boolean", "description": "True if the document was deleted. The link then opens nothing."},
          "ownIdentifier": {
            "type": "string",
            "description": "The app's identifier for the share on every device, if it differs from the id (`act-start`)."
          },
          "identitySecret": {
            "type": "string",
            "description": "The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an older log has none, and its identities are numbered hashes without keys."
          },
          "roster": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "Everyone who was ever a participant, in order of first joining, so that a person's number never changes."
          },
          "startedSummary": {
            "$ref": "#/components/schemas/StartedSummary",
            "description": "The app's own summary of the options at the start, if it has one."
          },
          "allowsAccessRequests": {
            "type": "boolean",
            "description": "True if people who were not invited may ask for access by the link (`ck-access-requests`)."
          },
          "requesters": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who ask for access, in order of asking. Only the owner and administrators see them."
          },
          "blocked": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Handle"},
            "description": "The people who may not ask for access. Only the owner and administrators see them."
          },
          "oneTimeLinks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareOneTimeLink"},
            "description": "The links that admit one person each. Only the owner and administrators see them."
          },
          "folder": {
            "type": "string",
            "description": "The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one document. The document of the share then represents the folder."
          },
          "collaborationIdentifier": {"type": "string", "description": "The app's identifier for the share."},
          "role": {"$ref": "#/components/schemas/ShareRole", "description": "The reader's role."},
          "summary": {"type": "string", "description": "The summary of the permissions (`perm-summary-text`)."},
          "conversations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ConversationID"},
            "description": "The reader's conversations with the link, in order of sending (`cv-button`); only in an answer about this share."
          }
        },
        "required": [
          "id",
          "app",
          "title",
          "url",
          "backend",
          "owner",
          "access",
          "permission",
          "allowsInviting",
          "participants",
          "createdAt",
          "document",
          "revision",
          "representations",
          "collaborationIdentifier",
          "role",
          "summary"
        ]
      },
      "SharingMethod": {
        "description": "A method of sharing a document (`sheet-method-choice`).",
        "type": "string",
        "enum": ["collaborate", "copy"]
      },
      "SignIdentity": {
        "description": "`identity.sign`: signs data of an app with the key that the person's device has in a collaboration.",
        "type": "object",
        "properties": {
          "data": {
            "type": "string",
            "description": "The data, such as a challenge of the app's server: 1 to 16,384 bytes in base64."
          }
        },
        "required": ["data"],
        "allOf": [{"$ref": "#/components/schemas/DocumentReference"}]
      },
      "SignedProof": {
        "description": "A signed identity proof, after `SWPerson.SignedIdentityProof` (`id-proof`). All members but the index are in base64.",
        "type": "object",
        "properties": {
          "publicKey": {
            "type": "string",
            "maxLength": 2048,
            "description": "The public key of the device in its X9.63 form, 65 bytes."
          },
          "publicKeyIndex": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The place of the key among the eight leaves of the person's tree."
          },
          "inclusionHashes": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The SHA-256 hashes of the siblings on the path to the root, from the leaf up."
          },
          "signatureData": {
            "type": "string",
            "maxLength": 2048,
            "description": "The signature of the data in DER: ECDSA on P-256 with SHA-256."
          }
        },
        "required": ["publicKey", "publicKeyIndex", "signatureData"]
      },
      "StartCollaboration": {
        "description": "`collaboration.start`: sends a draft.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app of the document."},
          "title": {"type": "string", "description": "The title of a new document; nil for an existing one."},
          "document": {"$ref": "#/components/schemas/DocumentID", "description": "The document."},
          "conversation": {"$ref": "#/components/schemas/ConversationID", "description": "The conversation for the message."},
          "mode": {"$ref": "#/components/schemas/SharingMethod", "description": "The method of sharing."},
          "text": {"type": "string", "description": "The text before the link, if any."},
          "backend": {
            "$ref": "#/components/schemas/ShareBackend",
            "description": "The back end; the app's first if left out."
          },
          "options": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The identifiers of the selected options; the defaults if left out."
          },
          "representations": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ShareRepresentation"},
            "description": "The forms of the document in addition to its link."
          },
          "localIdentifier": {"type": "string", "description": "The app's own name for its document on this device."},
          "content": {"type": "string", "description": "The text of the new document; empty if left out."}
        },
        "required": ["conversation"]
      },
      "StartID": {
        "description": "The id of a start or change of a collaboration that waits for its app.",
        "type": "string",
        "minLength": 1
      },
      "StartReference": {
        "description": "A start or change that waits for its app, by its id.",
        "type": "object",
        "properties": {"start": {"$ref": "#/components/schemas/StartID", "description": "The start or change."}},
        "required": ["start"]
      },
      "StartedSummary": {
        "description": "The app's summary of the options at the start of a share. It is shown while access and permission stay the same.",
        "type": "object",
        "properties": {
          "text": {"type": "string", "description": "The text."},
          "access": {"$ref": "#/components/schemas/ShareAccess", "description": "The access at that time."},
          "permission": {"$ref": "#/components/schemas/SharePermission", "description": "The permission at that time."}
        },
        "required": ["text", "access", "permission"]
      },
      "SystemActivity": {
        "description": "A system action on a share sheet.",
        "type": "string",
        "enum": ["copyToPasteboard", "print", "saveToFiles"]
      },
      "TextRange": {
        "description": "A range of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`).",
        "type": "object",
        "properties": {
          "location": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The offset of the first unit."
          },
          "length": {"type": "integer", "minimum": 0, "maximum": 2147483647, "description": "The number of units."}
        },
        "required": ["location", "length"]
      },
      "ThreadEntry": {
        "description": "An entry of a thread, as `conversation.history` returns it.",
        "oneOf": [
          {
            "type": "object",
            "properties": {
              "kind": {"const": "message"},
              "id": {"type": "string"},
              "message": {"$ref": "#/components/schemas/Message"}
            },
            "required": ["kind", "id", "message"]
          },
          {
            "type": "object",
            "properties": {
              "kind": {"const": "notice"},
              "id": {"type": "string"},
              "notice": {"$ref": "#/components/schemas/Notice"}
            },
            "required": ["kind", "id", "notice"]
          },
          {
            "type": "object",
            "properties": {"kind": {"const": "system"}, "id": {"type": "string"}, "text": {"type": "string"}},
            "required": ["kind", "id", "text"]
          }
        ]
      },
      "TraceParent": {
        "description": "The place of a request in a distributed trace, in the form of the HTTP header `traceparent` of W3C Trace Context.",
        "type": "string",
        "pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"
      },
      "UserActivity": {
        "description": "`userActivity`: the activity that an app receives when a person opens one of its links (`ul-deliver`, `ul-activity`).",
        "type": "object",
        "properties": {
          "activityType": {"type": "string", "description": "The kind of the activity; there is only one."},
          "webpageURL": {"type": "string", "maxLength": 2048, "description": "The link, exactly as it was opened."}
        },
        "required": ["activityType", "webpageURL"]
      },
      "VerifyJournal": {
        "description": "`journal.verify`: compares the number of entries with an expectation.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/JournalEntryKind", "description": "The kind of entry."},
          "person": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person who received the notification, did not receive it, or sent the request."
          },
          "role": {
            "$ref": "#/components/schemas/Role",
            "description": "The role: person, or an app that runs as one."
          },
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that the entry is about, or that ran."
          },
          "event": {"type": "string", "description": "The name of the notification or method."},
          "url": {
            "type": "string",
            "maxLength": 2048,
            "description": "The link that the entry is about, in any spelling."
          },
          "trace": {
            "type": "string",
            "minLength": 32,
            "maxLength": 32,
            "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
          },
          "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."},
          "count": {"$ref": "#/components/schemas/JournalCount", "description": "The expected number."}
        },
        "required": ["count"]
      },
      "Welcome": {
        "description": "The answer to `session.hello`.",
        "type": "object",
        "properties": {
          "session": {"type": "string", "description": "The id of the session."},
          "server": {"type": "string", "description": "The name and version of the server."},
          "protocol": {"type": "integer", "minimum": 1, "description": "The version of the protocol."},
          "me": {"$ref": "#/components/schemas/WelcomeMe", "description": "The identity of the session."},
          "device": {"$ref": "#/components/schemas/Device", "description": "The session's device; nil for an observer."},
          "cursor": {
            "type": "integer",
            "minimum": 0,
            "description": "The position of the newest event of the world. After this session has received all of its notifications, the next session can pass it as `after`."
          },
          "limits": {"$ref": "#/components/schemas/Limits", "description": "The limits of the server."},
          "clock": {
            "$ref": "#/components/schemas/WelcomeClock",
            "description": "The kind of the clock, and the current time."
          },
          "isSystemCollaborationSupportAvailable": {
            "type": "boolean",
            "description": "True if the session's device supports Messages collaboration (`center-support-flag`)."
          },
          "isNew": {
            "type": "boolean",
            "description": "True if the person is new in this world, and all their lists are empty."
          },
          "actions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RequestedAction"},
            "description": "The open actions of an app, oldest first (`coord-singleton`); nil for other sessions."
          },
          "holder": {
            "type": "string",
            "description": "The address of the server that serves the world, as `HOST:PORT`, if several servers share a database. A client that connects to it directly avoids the forwarding by another server."
          }
        },
        "required": [
          "session",
          "server",
          "protocol",
          "me",
          "cursor",
          "limits",
          "clock",
          "isSystemCollaborationSupportAvailable"
        ]
      },
      "WelcomeClock": {
        "description": "The clock of a world.",
        "type": "object",
        "properties": {
          "kind": {"$ref": "#/components/schemas/ClockKind", "description": "The kind."},
          "now": {"$ref": "#/components/schemas/Instant", "description": "The current time."}
        },
        "required": ["kind", "now"]
      },
      "WelcomeMe": {
        "description": "The identity of a session, as the server confirms it.",
        "type": "object",
        "properties": {
          "role": {"$ref": "#/components/schemas/Role", "description": "The role."},
          "handle": {
            "$ref": "#/components/schemas/Handle",
            "description": "The person, or the person that the app runs as."
          },
          "app": {"$ref": "#/components/schemas/AppID", "description": "The app."},
          "name": {"type": "string", "description": "The person's display name."}
        },
        "required": ["role"]
      },
      "WorldName": {
        "description": "The name of a world, which is one isolated simulation.",
        "type": "string",
        "minLength": 1
      },
      "WorldReference": {
        "description": "A world, by its name.",
        "type": "object",
        "properties": {"world": {"$ref": "#/components/schemas/WorldName", "description": "The world."}},
        "required": ["world"]
      },
      "WorldSummary": {
        "description": "A world of a server, as `world.list` returns it.",
        "type": "object",
        "properties": {
          "world": {"$ref": "#/components/schemas/WorldName", "description": "The name."},
          "clock": {"$ref": "#/components/schemas/ClockKind", "description": "The kind of the clock."},
          "now": {"$ref": "#/components/schemas/Instant", "description": "The current time."},
          "seed": {"type": "integer", "description": "The seed of the random numbers."},
          "sessions": {"type": "integer", "minimum": 0, "description": "The number of open streams with a person."},
          "cursor": {"type": "integer", "minimum": 0, "description": "The position of the newest event."},
          "stored": {"type": "boolean", "description": "True if the world survives a restart of the server."},
          "holder": {
            "type": "string",
            "description": "The address of the server that serves the world, if several servers share a database and one of them serves it."
          }
        },
        "required": ["world", "clock", "now", "seed", "sessions", "cursor", "stored"]
      },
      "EmptyResult": {"description": "An empty object, `{}`.", "type": "object"},
      "ConversationResult": {
        "description": "A conversation, with the line that the request added to its thread.",
        "type": "object",
        "properties": {
          "conversation": {"$ref": "#/components/schemas/Conversation"},
          "line": {"$ref": "#/components/schemas/ThreadEntry"}
        },
        "required": ["conversation"]
      },
      "ConversationsResult": {
        "description": "A page of a person's conversations, by newest message, and the `after` of the next page; nil on the last page.",
        "type": "object",
        "properties": {
          "conversations": {"type": "array", "items": {"$ref": "#/components/schemas/Conversation"}},
          "next": {"type": "integer"}
        },
        "required": ["conversations"]
      },
      "HistoryResult": {
        "description": "A page of a thread, oldest first; `more` is true if earlier entries exist.",
        "type": "object",
        "properties": {
          "entries": {"type": "array", "items": {"$ref": "#/components/schemas/ThreadEntry"}},
          "more": {"type": "boolean"}
        },
        "required": ["entries", "more"]
      },
      "MessageResult": {
        "description": "A message.",
        "type": "object",
        "properties": {"message": {"$ref": "#/components/schemas/Message"}},
        "required": ["message"]
      },
      "UnsentResult": {
        "description": "An unsent message, and the people with a device that still shows it.",
        "type": "object",
        "properties": {
          "message": {"$ref": "#/components/schemas/Message"},
          "warning": {"type": "string"},
          "keptBy": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        "required": ["message", "warning", "keptBy"]
      },
      "MessagesResult": {
        "description": "The messages that a search found, or a thread of replies; `more` is true if others exist.",
        "type": "object",
        "properties": {
          "messages": {"type": "array", "items": {"$ref": "#/components/schemas/Message"}},
          "more": {"type": "boolean"}
        },
        "required": ["messages", "more"]
      },
      "RecentlyDeletedResult": {
        "description": "The conversations with messages in Recently Deleted, newest deletion first; `more` is true if others exist.",
        "type": "object",
        "properties": {
          "conversations": {"type": "array", "items": {"$ref": "#/components/schemas/RecentlyDeleted"}},
          "more": {"type": "boolean"}
        },
        "required": ["conversations", "more"]
      },
      "AttachmentResult": {
        "description": "A document with its content.",
        "type": "object",
        "properties": {"attachment": {"$ref": "#/components/schemas/AttachmentFile"}},
        "required": ["attachment"]
      },
      "PinResult": {
        "description": "The state of a pin.",
        "type": "object",
        "properties": {"pin": {"$ref": "#/components/schemas/Pin"}},
        "required": ["pin"]
      },
      "ContactsResult": {
        "description": "The contacts of a person, and the people they blocked.",
        "type": "object",
        "properties": {
          "contacts": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}},
          "blocked": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}}
        },
        "required": ["contacts", "blocked"]
      },
      "SettingsResult": {
        "description": "A person's settings.",
        "type": "object",
        "properties": {"settings": {"$ref": "#/components/schemas/Settings"}},
        "required": ["settings"]
      },
      "SettingChangesResult": {
        "description": "The changes of a person's switches, oldest first; `more` is true if earlier ones exist.",
        "type": "object",
        "properties": {
          "changes": {"type": "array", "items": {"$ref": "#/components/schemas/SettingChange"}},
          "more": {"type": "boolean"}
        },
        "required": ["changes", "more"]
      },
      "HighlightsResult": {
        "description": "A person's shelf, ranked; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "highlights": {"type": "array", "items": {"$ref": "#/components/schemas/PersonHighlight"}},
          "more": {"type": "boolean"}
        },
        "required": ["highlights", "more"]
      },
      "AppHighlightsResult": {
        "description": "An app's highlights for one person, ranked; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "highlights": {"type": "array", "items": {"$ref": "#/components/schemas/AppHighlight"}},
          "more": {"type": "boolean"}
        },
        "required": ["highlights", "more"]
      },
      "AppHighlightResult": {
        "description": "One highlight of an app.",
        "type": "object",
        "properties": {"highlight": {"$ref": "#/components/schemas/AppHighlight"}},
        "required": ["highlight"]
      },
      "AttributionTokenResult": {
        "description": "The token of an attribution, which reveals nothing to the app.",
        "type": "object",
        "properties": {"attribution": {"$ref": "#/components/schemas/AttributionToken"}},
        "required": ["attribution"]
      },
      "AttributionResult": {
        "description": "An attribution, for the process that draws it.",
        "type": "object",
        "properties": {"attribution": {"$ref": "#/components/schemas/Attribution"}},
        "required": ["attribution"]
      },
      "IdentityProofResult": {
        "description": "A signed proof of the person's identity in a collaboration.",
        "type": "object",
        "properties": {"proof": {"$ref": "#/components/schemas/SignedProof"}},
        "required": ["proof"]
      },
      "ChallengeResult": {
        "description": "A challenge of an app's own server, in base64, and the end of its minute.",
        "type": "object",
        "properties": {"challenge": {"type": "string"}, "expiresAt": {"$ref": "#/components/schemas/Instant"}},
        "required": ["challenge", "expiresAt"]
      },
      "NoticesResult": {
        "description": "The notices about an event. A conversation has several if people in it know of different earlier events.",
        "type": "object",
        "properties": {"notices": {"type": "array", "items": {"$ref": "#/components/schemas/NoticeID"}}},
        "required": ["notices"]
      },
      "NoticeResult": {
        "description": "One notice.",
        "type": "object",
        "properties": {"notice": {"$ref": "#/components/schemas/Notice"}},
        "required": ["notice"]
      },
      "ClearedResult": {
        "description": "The notices that left the banner.",
        "type": "object",
        "properties": {"cleared": {"type": "array", "items": {"$ref": "#/components/schemas/NoticeID"}}},
        "required": ["cleared"]
      },
      "ShareResult": {
        "description": "A share as the caller sees it.",
        "type": "object",
        "properties": {"share": {"$ref": "#/components/schemas/ShareView"}},
        "required": ["share"]
      },
      "SavedShareResult": {
        "description": "A share after a save. The `dropped` people lost access, and `conversation` received the link.",
        "type": "object",
        "properties": {
          "share": {"$ref": "#/components/schemas/ShareView"},
          "dropped": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}},
          "conversation": {"$ref": "#/components/schemas/ConversationID"}
        },
        "required": ["share", "dropped"]
      },
      "AskedResult": {
        "description": "A request that waits for the app's answer: its start, and the current or future share.",
        "type": "object",
        "properties": {
          "start": {"$ref": "#/components/schemas/CollaborationStart"},
          "share": {"$ref": "#/components/schemas/ShareView"},
          "dropped": {"type": "array", "items": {"$ref": "#/components/schemas/Handle"}}
        },
        "required": ["start"]
      },
      "SharesResult": {
        "description": "The shares that a person is on, in order of creation; `more` is true if earlier ones exist.",
        "type": "object",
        "properties": {
          "shares": {"type": "array", "items": {"$ref": "#/components/schemas/ShareView"}},
          "more": {"type": "boolean"}
        },
        "required": ["shares", "more"]
      },
      "AppResult": {
        "description": "A registered app.",
        "type": "object",
        "properties": {"app": {"$ref": "#/components/schemas/App"}},
        "required": ["app"]
      },
      "OpenedResult": {
        "description": "The app that opens a link; nil if the link opens in the browser.",
        "type": "object",
        "properties": {"app": {"$ref": "#/components/schemas/AppID"}}
      },
      "LinkExplanationResult": {
        "description": "The app that opens a link, and the steps that decided it.",
        "type": "object",
        "properties": {
          "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
          "app": {
            "$ref": "#/components/schemas/AppID",
            "description": "The app that opens the link; nil if the link opens in the browser."
          },
          "steps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/LinkExplanationStep"},
            "description": "The steps, the deciding one last."
          }
        },
        "required": ["url", "steps"]
      },
      "ClockResult": {
        "description": "The time of the world.",
        "type": "object",
        "properties": {
          "clock": {"$ref": "#/components/schemas/ClockKind"},
          "now": {"$ref": "#/components/schemas/Instant"}
        },
        "required": ["clock", "now"]
      },
      "FenceResult": {
        "description": "The position of the world's newest event, and the work that waits for time to pass.",
        "type": "object",
        "properties": {
          "cursor": {"type": "integer", "minimum": 0},
          "pending": {"type": "array", "items": {"$ref": "#/components/schemas/PendingWork"}}
        },
        "required": ["cursor", "pending"]
      },
      "ExplanationResult": {
        "description": "A decision trail.",
        "type": "object",
        "properties": {
          "delivered": {
            "type": "boolean",
            "description": "True if the subject reached the person, or would reach a person with a session."
          },
          "reasons": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Reason"},
            "description": "The rules in the order of the decision: first about the delivery, then about the alert."
          }
        },
        "required": ["delivered", "reasons"]
      },
      "JournalResult": {
        "description": "A page of a journal, oldest first: its events, its last position, the end of the log, and the first recorded requests and faults; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "entries": {"type": "array", "items": {"$ref": "#/components/schemas/JournalEntry"}},
          "more": {"type": "boolean"},
          "cursor": {"type": "integer", "minimum": 0},
          "number": {"type": "integer", "minimum": 0},
          "end": {"type": "integer", "minimum": 0},
          "since": {"$ref": "#/components/schemas/JournalMark"}
        },
        "required": ["entries", "more", "cursor", "number", "end", "since"]
      },
      "JournalVerdictResult": {
        "description": "The verdict of a journal about an expectation.",
        "type": "object",
        "properties": {
          "holds": {
            "type": "boolean",
            "description": "True if the expectation is met; nil if the journal cannot decide it."
          },
          "unknown": {"type": "string", "description": "The reason for nil."},
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of matches; 10,001 means more than 10,000. A notice that grew counts once."
          },
          "matching": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/JournalEntry"},
            "description": "The newest 20 matches, each with its deciding rule."
          },
          "nearMisses": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/JournalNearMiss"},
            "description": "The entries that nearly matched, each with the difference."
          },
          "since": {
            "$ref": "#/components/schemas/JournalMark",
            "description": "The start of the recorded requests and faults."
          }
        },
        "required": ["count", "matching", "nearMisses", "since"]
      },
      "PeopleResult": {
        "description": "The people of a world, by handle; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "people": {"type": "array", "items": {"$ref": "#/components/schemas/KnownPerson"}},
          "more": {"type": "boolean"}
        },
        "required": ["people", "more"]
      },
      "FaultResult": {
        "description": "A fault.",
        "type": "object",
        "properties": {"fault": {"$ref": "#/components/schemas/Fault"}},
        "required": ["fault"]
      },
      "FaultsResult": {
        "description": "The faults of a world, oldest first.",
        "type": "object",
        "properties": {"faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}}},
        "required": ["faults"]
      },
      "WorldsResult": {
        "description": "The worlds of a server, by name.",
        "type": "object",
        "properties": {"worlds": {"type": "array", "items": {"$ref": "#/components/schemas/WorldSummary"}}},
        "required": ["worlds"]
      },
      "RegisteredResult": {
        "description": "A registered app, with suggestions for its registration.",
        "type": "object",
        "properties": {
          "app": {"$ref": "#/components/schemas/App"},
          "warnings": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["app", "warnings"]
      },
      "PublishedResult": {
        "description": "The warnings about a published association file: the app ids that are ignored.",
        "type": "object",
        "properties": {"warnings": {"type": "array", "items": {"type": "string"}}},
        "required": ["warnings"]
      },
      "OfferResult": {
        "description": "The content of the share sheet for an item.",
        "type": "object",
        "properties": {"offer": {"$ref": "#/components/schemas/CollaborationOffer"}},
        "required": ["offer"]
      },
      "StartResult": {
        "description": "The start of a collaboration.",
        "type": "object",
        "properties": {"start": {"$ref": "#/components/schemas/CollaborationStart"}},
        "required": ["start"]
      },
      "StartsResult": {
        "description": "The starts and changes of a person that wait for their apps, oldest first.",
        "type": "object",
        "properties": {"starts": {"type": "array", "items": {"$ref": "#/components/schemas/CollaborationStart"}}},
        "required": ["starts"]
      },
      "DocumentResult": {
        "description": "A document as the person sees it, and the change that the request made.",
        "type": "object",
        "properties": {
          "document": {"$ref": "#/components/schemas/DocumentView"},
          "change": {"$ref": "#/components/schemas/DocumentChangeAction"}
        },
        "required": ["document"]
      },
      "DocumentsResult": {
        "description": "The documents that the person can read, last changed first, without their content; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "documents": {"type": "array", "items": {"$ref": "#/components/schemas/DocumentView"}},
          "more": {"type": "boolean"}
        },
        "required": ["documents", "more"]
      },
      "AppDocumentResult": {
        "description": "A document as the app sees it, and the change that the request made.",
        "type": "object",
        "properties": {
          "document": {"$ref": "#/components/schemas/AppDocument"},
          "change": {"$ref": "#/components/schemas/AppDocumentChangeAction"}
        },
        "required": ["document"]
      },
      "AppDocumentsResult": {
        "description": "The app's documents that its person can read, last changed first, without their content; `more` is true if others follow.",
        "type": "object",
        "properties": {
          "documents": {"type": "array", "items": {"$ref": "#/components/schemas/AppDocument"}},
          "more": {"type": "boolean"}
        },
        "required": ["documents", "more"]
      }
    },
    "errors": {
      "Parse": {
        "code": -32700,
        "message": "The bytes are not JSON.",
        "data": {"reason": "parse"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "InvalidRequest": {
        "code": -32600,
        "message": "The message is JSON, but not a request.",
        "data": {"reason": "invalid_request"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "UnknownMethod": {
        "code": -32601,
        "message": "The method does not exist.",
        "data": {"reason": "unknown_method"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "InvalidParams": {
        "code": -32602,
        "message": "The params do not fit the method.",
        "data": {"reason": "invalid_params"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Internal": {
        "code": -32603,
        "message": "An error in the server.",
        "data": {"reason": "internal"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Unauthenticated": {
        "code": -32001,
        "message": "The session has not logged in with `session.hello`, or the token is invalid.",
        "data": {"reason": "unauthenticated"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Forbidden": {
        "code": -32002,
        "message": "The session's role or person is not allowed to do this.",
        "data": {"reason": "forbidden"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "NotFound": {
        "code": -32003,
        "message": "The subject does not exist, or is hidden from the caller. Both give the same error.",
        "data": {"reason": "not_found"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Conflict": {
        "code": -32004,
        "message": "The current state does not allow it.",
        "data": {"reason": "conflict"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Expired": {
        "code": -32005,
        "message": "The time window is over.",
        "data": {"reason": "expired"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "TooLarge": {
        "code": -32006,
        "message": "The request exceeds a limit.",
        "data": {"reason": "too_large"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "RateLimited": {
        "code": -32007,
        "message": "The session sent too many requests in too short a time.",
        "data": {"reason": "rate_limited"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      },
      "Unavailable": {
        "code": -32008,
        "message": "The server is shutting down, or its store cannot write; `data.outcome` describes the request.",
        "data": {"reason": "unavailable"},
        "x-dataSchema": {"$ref": "#/components/schemas/ErrorData"}
      }
    }
  }
}
"""#
    /// Every notification, as one schema of a message from the server.
    public static let notificationSchema = #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A notification of Understudy",
  "oneOf": [
    {"$ref": "#/$defs/MessagePostedNotification"},
    {"$ref": "#/$defs/MessageChangedNotification"},
    {"$ref": "#/$defs/ReceiptNotification"},
    {"$ref": "#/$defs/TypingNotification"},
    {"$ref": "#/$defs/ConversationChangedNotification"},
    {"$ref": "#/$defs/DeletionChangedNotification"},
    {"$ref": "#/$defs/NoticePostedNotification"},
    {"$ref": "#/$defs/NoticeClearedNotification"},
    {"$ref": "#/$defs/ConsentRequestedNotification"},
    {
      "anyOf": [
        {"$ref": "#/$defs/HighlightsChangedNotification"},
        {"$ref": "#/$defs/AppHighlightsChangedNotification"}
      ]
    },
    {"$ref": "#/$defs/ShareLostNotification"},
    {"$ref": "#/$defs/ShareChangedNotification"},
    {"$ref": "#/$defs/SettingsChangedNotification"},
    {"$ref": "#/$defs/CollaborationChangedNotification"},
    {"$ref": "#/$defs/ActionRequestedNotification"},
    {"$ref": "#/$defs/ActionEndedNotification"},
    {"$ref": "#/$defs/IdentitiesRemovedNotification"},
    {"$ref": "#/$defs/UserActivityNotification"},
    {"$ref": "#/$defs/ActivitiesChangedNotification"},
    {"$ref": "#/$defs/ActivityChosenNotification"},
    {"$ref": "#/$defs/PersonNamedNotification"},
    {"$ref": "#/$defs/FaultFiredNotification"},
    {"$ref": "#/$defs/RequestDoneNotification"},
    {"$ref": "#/$defs/SessionEndedNotification"},
    {"$ref": "#/$defs/DocumentChangedNotification"},
    {"$ref": "#/$defs/AppDocumentChangedNotification"},
    {"$ref": "#/$defs/DocumentAccessChangedNotification"},
    {"$ref": "#/$defs/DocumentPresenceNotification"},
    {"$ref": "#/$defs/AppDocumentPresenceNotification"},
    {"$ref": "#/$defs/DeliveredNotification"}
  ],
  "$defs": {
    "ActionID": {"description": "The id of an action that an app must answer.", "type": "string", "minLength": 1},
    "ActivityCategory": {
      "description": "The category of an activity (`ua-categories`).",
      "type": "string",
      "enum": ["action", "share"]
    },
    "ActivityItemKind": {
      "description": "The kind of item that an activity receives.",
      "type": "string",
      "enum": ["document", "link", "text", "file"]
    },
    "AddContacts": {
      "description": "`contact.add`: adds one contact, or several.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The contact, for a single one."},
        "handles": {"type": "array", "items": {"$ref": "#/$defs/Handle"}, "description": "The contacts, for several."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person with these contacts; the caller if left out."}
      }
    },
    "AddShareParticipants": {
      "description": "`share.addParticipant`: invites people.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission; the general one if left out."},
        "sendLink": {
          "type": "boolean",
          "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`)."
        }
      },
      "allOf": [{"$ref": "#/$defs/ShareReference"}, {"$ref": "#/$defs/SharePeople"}]
    },
    "AdvanceClock": {
      "description": "`clock.advance`: advances the world's clock.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"milliseconds": {"type": "integer", "minimum": 0, "maximum": 3162240000000}},
          "required": ["milliseconds"]
        },
        {
          "type": "object",
          "properties": {"until": {"$ref": "#/$defs/AdvanceClockEnd"}},
          "required": ["until"]
        }
      ]
    },
    "AdvanceClockEnd": {"description": "The named times to advance to.", "type": "string", "enum": ["settled"]},
    "AnswerConsent": {
      "description": "`consent.answer`: a person answers a consent request.",
      "type": "object",
      "properties": {
        "consent": {"$ref": "#/$defs/ConsentID", "description": "The request."},
        "answer": {"$ref": "#/$defs/ConsentRequestAnswer", "description": "The answer."}
      },
      "required": ["consent", "answer"]
    },
    "AnswerNotice": {
      "description": "`notice.answer`: the owner answers a prompt about a change of the group (`group-sync-prompt-add`).",
      "type": "object",
      "properties": {
        "notice": {"$ref": "#/$defs/NoticeID", "description": "The notice."},
        "action": {"type": "string", "description": "The id of one of its actions."}
      },
      "required": ["notice", "action"]
    },
    "App": {
      "description": "A content app in the simulation. It owns domains, and receives their links.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/AppID", "description": "The bundle id."},
        "name": {"type": "string", "description": "The name."},
        "domains": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The domains of its entitlement (`ul-entitlement`), in order."
        },
        "association": {
          "description": "The association JSON of those domains (`ul-file`); nil if the reader may not see it."
        },
        "backends": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareBackend"},
          "description": "The back ends of its shares, in order; the first is the default."
        },
        "capabilities": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppCapability"},
          "description": "The capabilities, such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`)."
        },
        "previews": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppPreview"},
          "description": "The previews of the links; the first matching one decides."
        },
        "menuTitleForHideAction": {
          "type": "string",
          "description": "The title of the menu item that hides a highlight, if it is not Remove (`attr-remove-word`)."
        },
        "shareOptions": {
          "$ref": "#/$defs/ShareOptions",
          "description": "The options of the app's collaborations; nil for the standard ones."
        },
        "sharingMethods": {
          "type": "array",
          "items": {"$ref": "#/$defs/SharingMethod"},
          "description": "The methods of sharing a document (`sheet-customise-methods`)."
        },
        "manageTitle": {
          "type": "string",
          "description": "The title of the button that manages a shared document (`manage-title`)."
        },
        "activities": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppActivity"},
          "description": "The actions on the share sheet, in order (`av-app-actions`)."
        },
        "excludedActivityTypes": {
          "type": "array",
          "items": {"$ref": "#/$defs/SystemActivity"},
          "description": "The system actions that the share sheet leaves out (`av-exclude`)."
        },
        "documentTypes": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The extensions of the files that the app opens, without the dot (`collab-start-drop`)."
        },
        "proofs": {
          "type": "boolean",
          "description": "True if the app opens the documents that it holds itself only after a proof of identity (`id-flow`)."
        }
      },
      "required": ["id", "name", "domains", "backends", "capabilities", "sharingMethods", "manageTitle"]
    },
    "AppCapability": {
      "description": "A capability that an app declares.",
      "type": "string",
      "enum": ["sharedWithYou", "mentions"]
    },
    "AppActivity": {
      "description": "An action of an app on the share sheet inside that app (`av-app-actions`).",
      "type": "object",
      "properties": {
        "type": {"type": "string", "description": "The identifier of the action within its app."},
        "title": {"type": "string", "description": "The title: a verb, or a short phrase with a verb (`av-title`)."},
        "glyph": {"type": "string", "description": "The symbol, one character (`av-symbol`)."},
        "category": {"$ref": "#/$defs/ActivityCategory", "description": "The category."},
        "accepts": {
          "type": "array",
          "items": {"$ref": "#/$defs/ActivityItemKind"},
          "description": "The kinds of items that the action accepts; all if left out (`av-custom-when`)."
        }
      },
      "required": ["type", "title"]
    },
    "AppDocument": {
      "description": "A document as an app sees it. For privacy the type has no field for people.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/DocumentID", "description": "Its id."},
        "url": {"type": "string", "maxLength": 2048, "description": "Its link."},
        "title": {"type": "string", "description": "Its title."},
        "text": {"type": "string", "description": "The content; left out in a list."},
        "revision": {"type": "integer", "minimum": 0, "description": "The number of saves."},
        "folder": {"type": "string", "description": "The folder of the document."},
        "comments": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppDocumentComment"},
          "description": "The comments, oldest first; left out in a list."
        },
        "canEdit": {"type": "boolean", "description": "True if the app's person may change it."},
        "activeParticipantCount": {
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "description": "The number of people who have the document open; left out in `document.changed`, because `document.presence` reports it."
        },
        "deleted": {"type": "boolean", "description": "True if the document was deleted."},
        "covers": {
          "type": "string",
          "description": "The folder that the document represents (`ck-zone-share`); nil for a document with a content."
        },
        "parent": {
          "$ref": "#/$defs/DocumentID",
          "description": "The document that represents the shared folder in which the document is; nil if it is in none."
        }
      },
      "required": ["id", "url", "title", "revision", "canEdit"]
    },
    "AppDocumentAccess": {
      "description": "The access of an app's person to a document.",
      "type": "string",
      "enum": ["none", "readOnly", "readWrite"]
    },
    "AppDocumentComment": {
      "description": "A comment on a document.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/CommentID", "description": "Its id."},
        "text": {"type": "string", "description": "The text."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time."},
        "isMine": {"type": "boolean", "description": "True if the app's own person wrote it."}
      },
      "required": ["id", "text", "at", "isMine"]
    },
    "AppDocumentChange": {
      "description": "A change of a document as an app sees it. For privacy it has no names of the author or the mentioned people.",
      "type": "object",
      "properties": {
        "change": {"$ref": "#/$defs/AppDocumentChangeAction", "description": "The change."},
        "isMine": {"type": "boolean", "description": "True if the app's own person made the change."}
      },
      "required": ["change", "isMine"]
    },
    "AppDocumentChangeAction": {
      "description": "A change with its mentions, as an app sees it.",
      "type": "object",
      "properties": {
        "mentions": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The people that the added text mentions, by the root hashes of their identities."
        }
      },
      "allOf": [{"$ref": "#/$defs/DocumentChangeKind"}]
    },
    "AppHighlight": {
      "description": "A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text (`privacy-no-threads`, `highlight-fields`).",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/HighlightID", "description": "The permanent id."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "collaborationIdentifier": {
          "$ref": "#/$defs/ShareID",
          "description": "The collaboration identifier, which is the same for every participant."
        },
        "title": {"type": "string", "description": "The document's title."},
        "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the first share."}
      },
      "required": ["id", "url"]
    },
    "AppHighlightCollaboration": {
      "description": "The details of a collaboration (`collab-highlight-fields`).",
      "type": "object",
      "properties": {
        "collaborationIdentifier": {
          "$ref": "#/$defs/ShareID",
          "description": "The collaboration identifier, which is the same for every participant."
        },
        "title": {"type": "string", "description": "The document's title."},
        "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the first share."}
      },
      "required": ["collaborationIdentifier", "title", "contentType", "createdAt"]
    },
    "AppHighlightsChange": {
      "description": "A change of an app's list, as `highlights.changed` reports it, in the order of the shelf.",
      "type": "object",
      "properties": {
        "added": {"type": "array", "items": {"$ref": "#/$defs/AppHighlight"}, "description": "The new highlights."},
        "removed": {
          "type": "array",
          "items": {"$ref": "#/$defs/RemovedHighlight"},
          "description": "The removed highlights."
        },
        "updated": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppHighlight"},
          "description": "The moved or changed highlights."
        },
        "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole list."}
      },
      "required": ["added", "removed", "updated"]
    },
    "AppID": {
      "description": "The bundle id of an app, such as `com.example.notes`.",
      "type": "string",
      "minLength": 1
    },
    "AppPreview": {
      "description": "A registered preview of some of an app's links. The server never fetches a page.",
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "A pattern for the path of the links, as in a component of an association. The first matching preview decides."
        },
        "title": {"type": "string", "description": "The title."},
        "subtitle": {"type": "string", "description": "The subtitle."},
        "glyph": {"type": "string", "description": "The glyph in place of a picture, one character."},
        "colour": {"$ref": "#/$defs/LinkPreviewColour", "description": "The background colour of the glyph."}
      },
      "required": ["path", "title"]
    },
    "AppSwitches": {"description": "The switches of apps: true or false for each app id.", "type": "object"},
    "AttachAttribution": {
      "description": "`attribution.attach`: requests the attribution that an app shows with a highlight.",
      "type": "object",
      "properties": {
        "highlight": {"$ref": "#/$defs/HighlightID", "description": "The highlight."},
        "context": {"$ref": "#/$defs/DisplayHighlightContext", "description": "The context."}
      },
      "required": ["highlight"]
    },
    "Attachment": {
      "description": "The description of a message's attachment. `message.attachment` returns the content, so that threads stay small.",
      "type": "object",
      "properties": {
        "name": {"type": "string", "description": "The file's name, without a folder."},
        "type": {"type": "string", "description": "The type, such as `public.plain-text` or `text/plain`."},
        "size": {"type": "integer", "minimum": 0, "description": "The size in bytes."},
        "digest": {"type": "string", "description": "The digest: `sha256:` and 64 lower-case hexadecimal digits."},
        "contentID": {
          "$ref": "#/$defs/AttachmentID",
          "description": "The id of the stored content; nil if the server does not store it."
        }
      },
      "required": ["name", "type", "size", "digest"]
    },
    "AttachmentFile": {
      "description": "An attachment with its content, as `message.attachment` returns it.",
      "type": "object",
      "properties": {
        "name": {"type": "string", "description": "The file's name, without a folder."},
        "type": {"type": "string", "description": "The type, such as `public.plain-text` or `text/plain`."},
        "size": {"type": "integer", "minimum": 0, "description": "The size in bytes."},
        "digest": {"type": "string", "description": "The digest: `sha256:` and 64 lower-case hexadecimal digits."},
        "contentID": {
          "$ref": "#/$defs/AttachmentID",
          "description": "The id of the stored content; nil if the server does not store it."
        },
        "content": {"type": "string", "description": "The content in base64."}
      },
      "required": ["name", "type", "size", "digest", "content"]
    },
    "AttachmentID": {
      "description": "The id of the content of a message's attachment.",
      "type": "string",
      "minLength": 1
    },
    "Attribution": {
      "description": "The people who shared a highlight, for the process that draws them on behalf of the app. The app itself never receives it (`attr-content`).",
      "type": "object",
      "properties": {
        "highlight": {"$ref": "#/$defs/HighlightID", "description": "The highlight."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the link."},
        "appName": {"type": "string", "description": "The name of the app."},
        "pinned": {"type": "boolean", "description": "True if the person pinned it (`attr-pin-mark`)."},
        "context": {
          "$ref": "#/$defs/DisplayHighlightContext",
          "description": "The context that the app gave when it attached the attribution; it does not change (`attr-context-when`)."
        },
        "sharers": {
          "type": "array",
          "items": {"$ref": "#/$defs/AttributionSharer"},
          "description": "The people who shared it, newest first."
        }
      },
      "required": ["highlight", "url", "app", "appName", "pinned", "context", "sharers"]
    },
    "AttributionSharer": {
      "description": "A sharer, and the message with the link. A reply goes to that message (`attr-activate`).",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The sharer."},
        "name": {"type": "string", "description": "Their display name."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "conversationName": {
          "type": "string",
          "description": "The name of the conversation, for a choice between several (`disambiguate`); empty if the person has left it."
        },
        "message": {"$ref": "#/$defs/MessageID", "description": "The message."}
      },
      "required": ["handle", "name", "conversation", "conversationName", "message"]
    },
    "AttributionReference": {
      "description": "An attribution, by its token.",
      "type": "object",
      "properties": {"attribution": {"$ref": "#/$defs/AttributionToken", "description": "The token."}},
      "required": ["attribution"]
    },
    "AttributionToken": {
      "description": "The token of an attribution. The process that draws for the person exchanges it for the names. The app cannot use it for anything else (`privacy-render`).",
      "type": "string",
      "minLength": 1
    },
    "AuditSettings": {
      "description": "`settings.audit`: returns the changes of a person's switches, and their causes.",
      "type": "object",
      "properties": {
        "person": {"$ref": "#/$defs/Handle", "description": "The person; the caller if left out."},
        "app": {"$ref": "#/$defs/AppID", "description": "Only changes of this app."},
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "description": "The most changes of the answer, which has the newest."
        }
      }
    },
    "ChangeParticipant": {
      "description": "`conversation.addParticipant` and `conversation.removeParticipant`: adds or removes a person.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "handle": {"$ref": "#/$defs/Handle", "description": "The person."}
      },
      "required": ["conversation", "handle"]
    },
    "ChooseActivity": {
      "description": "`activity.choose`: chooses an action of an app on the share sheet.",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "The app."},
        "type": {"type": "string", "description": "The type of the action."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link of the item. It must open in the app."
        },
        "kind": {"$ref": "#/$defs/ActivityItemKind", "description": "The kind of the item."}
      },
      "required": ["app", "type", "url"]
    },
    "ChosenActivity": {
      "description": "`activity.chosen`: the action that the app must perform.",
      "type": "object",
      "properties": {
        "type": {"type": "string", "description": "The type of the action."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link of the item."},
        "kind": {"$ref": "#/$defs/ActivityItemKind", "description": "The kind of the item."}
      },
      "required": ["type", "url", "kind"]
    },
    "ClockKind": {"description": "The kind of a world's clock.", "type": "string", "enum": ["real", "virtual"]},
    "CollaborationOffer": {
      "description": "The content of the share sheet for an item, before anything is created (`collab-start-sheet`).",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the item."},
        "appName": {"type": "string", "description": "The app's name."},
        "title": {"type": "string", "description": "The title of the item, if it has one."},
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end for the item."},
        "methods": {
          "type": "array",
          "items": {"$ref": "#/$defs/SharingMethod"},
          "description": "The methods that both the app and the item support; the first is the default."
        },
        "groups": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsGroup"},
          "description": "The groups, in order."
        },
        "summaries": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsSummary"},
          "description": "The app's own summaries; the first that matches is shown."
        },
        "summary": {"type": "string", "description": "The summary of the selected options."}
      },
      "required": ["app", "appName", "backend", "methods", "groups", "summary"]
    },
    "CollaborationReference": {
      "description": "A collaboration, by its collaboration identifier.",
      "type": "object",
      "properties": {"collaborationIdentifier": {"$ref": "#/$defs/ShareID", "description": "The identifier."}},
      "required": ["collaborationIdentifier"]
    },
    "CollaborationStart": {
      "description": "A start of a collaboration, from Send to the message in the thread, or a change of the people who can open a share. Its app must answer first.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/StartID", "description": "The id."},
        "state": {"$ref": "#/$defs/CollaborationStartState", "description": "The state."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title."},
        "conversation": {
          "$ref": "#/$defs/ConversationID",
          "description": "The conversation for the message, or the one with the link of the changed share; nil if there is none."
        },
        "share": {"$ref": "#/$defs/ShareID", "description": "The share; nil before it exists."},
        "message": {"$ref": "#/$defs/MessageID", "description": "The message; nil before it is sent."},
        "failure": {"$ref": "#/$defs/Reason", "description": "The reason for the failure."}
      },
      "required": ["id", "state", "app", "title"]
    },
    "CollaborationStartState": {
      "description": "The state of a start or change.",
      "type": "string",
      "enum": ["waiting", "sent", "done", "failed", "cancelled"]
    },
    "CommentID": {"description": "The id of a comment on a document.", "type": "string", "minLength": 1},
    "CommentOnDocument": {
      "description": "`document.comment`: comments on a document.",
      "type": "object",
      "properties": {"text": {"type": "string", "description": "The text."}},
      "required": ["text"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "ConsentID": {"description": "The id of a consent request.", "type": "string", "minLength": 1},
    "ConsentRequest": {
      "description": "The question whether the links of an app may surface (`auto-offer`).",
      "type": "object",
      "properties": {
        "consent": {"$ref": "#/$defs/ConsentID", "description": "The id."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app."},
        "conversation": {
          "$ref": "#/$defs/ConversationID",
          "description": "The conversation with the pin that caused the question."
        },
        "url": {"type": "string", "maxLength": 2048, "description": "The pinned link."}
      },
      "required": ["consent", "app", "conversation", "url"]
    },
    "ConsentRequestAnswer": {
      "description": "An answer to a consent request.",
      "type": "string",
      "enum": ["allow", "notNow", "never"]
    },
    "ContactChange": {
      "description": "`contact.remove`, `contact.block` and `contact.unblock`: changes a contact or a block.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The other person."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person with these contacts; the caller if left out."}
      },
      "required": ["handle"]
    },
    "Conversation": {
      "description": "A conversation as one of its members sees it.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/ConversationID", "description": "The id."},
        "name": {"type": "string", "description": "The name, if it has one."},
        "participants": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The handles of the members, in the order in which they joined."
        },
        "people": {
          "type": "array",
          "items": {"$ref": "#/$defs/Person"},
          "description": "The members with their display names."
        },
        "unread": {"type": "integer", "minimum": 0, "description": "The number of unread messages of other people."},
        "former": {
          "type": "array",
          "items": {"$ref": "#/$defs/Person"},
          "description": "The people who left or were removed, by handle. A member sees only people who were members at the time of messages that the member can read; an observer sees all."
        },
        "lastMessage": {"$ref": "#/$defs/Message", "description": "The newest message, if there is one."},
        "readThrough": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of the last message that this member has read, if they deleted unread messages. The default is the number of the newest message minus `unread`."
        },
        "muted": {"type": "boolean", "description": "True if this member hides its alerts."},
        "waitingNotices": {
          "type": "array",
          "items": {"$ref": "#/$defs/Notice"},
          "description": "The notices in this member's banner, oldest first (`ntc-collapse`)."
        },
        "photo": {
          "type": "string",
          "description": "The emoji of the group photo, if there is one (`grp-name-photo`)."
        },
        "pinned": {
          "type": "boolean",
          "description": "True if this member pinned the conversation to the top of their list (`msg-pin-conv`)."
        },
        "markedUnread": {
          "type": "boolean",
          "description": "True if this member marked the conversation as unread, even without unread messages (`unread-mark`)."
        },
        "pinnedLinks": {
          "type": "array",
          "items": {"type": "string"},
          "description": "This member's pinned links in the conversation that no app opens, oldest pin first. Pinned links of apps are on the shelf (`swy-pin-scope`)."
        },
        "receipt": {
          "$ref": "#/$defs/MessageReceipt",
          "description": "The newest read message of the other person in a one-to-one conversation, if they send read receipts."
        },
        "deliveredThrough": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of the newest message that reached the other person; nil if none did."
        },
        "left": {"type": "boolean", "description": "True if this member left or was removed."},
        "deleted": {
          "type": "boolean",
          "description": "True if this member deleted the conversation and no message has arrived since. Their list does not show it."
        },
        "isNew": {
          "type": "boolean",
          "description": "True if the conversation is new and empty, so that notifications bring all of its content."
        }
      },
      "required": ["id", "participants", "people", "unread", "muted", "waitingNotices", "pinned"]
    },
    "ConversationHistory": {
      "description": "`conversation.history`: returns a page of a thread.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "before": {
          "type": "string",
          "description": "The entry before which the page ends; the newest page if left out."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "description": "The most entries of the page. At most the limit `pageEntries`, 200 by default."
        }
      },
      "required": ["conversation"]
    },
    "ConversationID": {"description": "The id of a conversation.", "type": "string", "minLength": 1},
    "ConversationReference": {
      "description": "A conversation, by its id.",
      "type": "object",
      "properties": {"conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."}},
      "required": ["conversation"]
    },
    "ConversationSwitches": {
      "description": "The switches of conversations: true or false for each conversation id.",
      "type": "object"
    },
    "CreateConversation": {
      "description": "`conversation.create`: begins a conversation, or returns the one that two people already have.",
      "type": "object",
      "properties": {
        "participants": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The members; the caller is always one of them."
        },
        "name": {"type": "string", "description": "The name, if it has one."}
      },
      "required": ["participants"]
    },
    "CreateDocument": {
      "description": "`document.create`: creates a document that only its owner can see.",
      "type": "object",
      "properties": {
        "app": {
          "$ref": "#/$defs/AppID",
          "description": "The app of the document. If left out, an app creates a document of its own."
        },
        "title": {"type": "string", "description": "The title."},
        "text": {"type": "string", "description": "The content; empty if left out."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The app's own link for the document; a new link on the app's first domain if left out."
        },
        "parent": {
          "$ref": "#/$defs/DocumentID",
          "description": "The document that represents the shared folder in which the new one is (`ck-zone-share`). The owner of the folder owns it."
        },
        "covers": {
          "type": "string",
          "description": "The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content."
        }
      },
      "required": ["title"]
    },
    "CreateShare": {
      "description": "`share.create`: shares a document for collaboration.",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The app's own link for the document; a new link on the app's first domain if left out."
        },
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end; the app's first if left out."},
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The access; `private` if left out."},
        "permission": {
          "$ref": "#/$defs/SharePermission",
          "description": "The general permission; `readWrite` if left out."
        },
        "allowsInviting": {"type": "boolean", "description": "True to let participants add people; false if left out."},
        "document": {
          "$ref": "#/$defs/DocumentID",
          "description": "The document. If left out, the caller's document with that link or title, or a new one."
        },
        "folder": {
          "type": "string",
          "description": "The caller's folder to share, with all documents in it (`ck-zone-share`). Its title is then the title of the share."
        },
        "representations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareRepresentation"},
          "description": "The forms for copies, besides the link."
        }
      },
      "required": ["app", "title"]
    },
    "CreateWorld": {
      "description": "`world.create`: creates a world for a test.",
      "type": "object",
      "properties": {
        "world": {"$ref": "#/$defs/WorldName", "description": "The name."},
        "clock": {"$ref": "#/$defs/ClockKind", "description": "The kind of the clock."},
        "seed": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740992,
          "description": "The seed of the random numbers."
        }
      },
      "required": ["world"]
    },
    "DeleteConversation": {
      "description": "`conversation.delete`: deletes a conversation from the caller's own view.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "through": {
          "$ref": "#/$defs/MessageID",
          "description": "The last message that the deletion covers; the newest message if left out. With a newer one, the conversation stays in the caller's list."
        }
      },
      "required": ["conversation"]
    },
    "DeletionChange": {
      "description": "A change of one person's own view of a conversation.",
      "type": "object",
      "properties": {
        "change": {"$ref": "#/$defs/DeletionChangeKind", "description": "The kind of the change."},
        "messages": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageRun"},
          "description": "The messages; none if a conversation without messages was deleted."
        },
        "whole": {
          "type": "boolean",
          "description": "True if the whole conversation was deleted, with the notices and lines of its thread."
        }
      },
      "required": ["change", "messages"]
    },
    "DeletionChangeKind": {"description": "A kind of change.", "type": "string", "enum": ["deleted", "restored", "erased"]},
    "DeliveryExplanation": {
      "description": "The answer to `delivery.explain`: the decision trail.",
      "type": "object",
      "properties": {
        "delivered": {
          "type": "boolean",
          "description": "True if the subject reached the person, or would reach a person with a session."
        },
        "reasons": {
          "type": "array",
          "items": {"$ref": "#/$defs/Reason"},
          "description": "The rules in the order of the decision: first about the delivery, then about the alert."
        }
      },
      "required": ["delivered", "reasons"]
    },
    "Device": {
      "description": "A device on which a person, or an app that runs as one, has a session.",
      "type": "object",
      "properties": {
        "number": {
          "type": "integer",
          "minimum": 1,
          "description": "The number among that person's devices, from 1, in the order of login. The number stays the same for the session; the next login reuses a free number, so that a reconnecting client is the same device again."
        },
        "name": {"type": "string", "description": "The name that the device gave at login, if any."}
      },
      "required": ["number"]
    },
    "DeviceReference": {"description": "A device's name, or its number from 1.", "type": ["string", "integer"]},
    "DeviceSystem": {
      "description": "The Messages features that a device's system supports.",
      "type": "string",
      "enum": ["current", "old"]
    },
    "DisplayHighlight": {
      "description": "`highlight.display`: reports that an app shows a highlight.",
      "type": "object",
      "properties": {
        "highlight": {"$ref": "#/$defs/HighlightID", "description": "The highlight."},
        "context": {"$ref": "#/$defs/DisplayHighlightContext", "description": "The context."}
      },
      "required": ["highlight", "context"]
    },
    "DisplayHighlightContext": {
      "description": "The way an app shows a highlight (`attr-enum-context`).",
      "type": "string",
      "enum": ["summary", "detail"]
    },
    "Document": {
      "description": "A document of the document service. It is the root record of a `Share` (`ucs-root-record`).  The log stores this form. A person receives a `DocumentView`, an app an `AppDocument`.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/DocumentID", "description": "The id."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The canonical link. It stays the same when the document is shared again (`ck-url`)."
        },
        "title": {"type": "string", "description": "The title."},
        "owner": {"$ref": "#/$defs/Handle", "description": "The owner."},
        "text": {"type": "string", "description": "The content."},
        "revision": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of saves; 0 for the root of a share that has not been edited."
        },
        "folder": {"type": "string", "description": "The owner's folder; nil if it is in none."},
        "comments": {
          "type": "array",
          "items": {"$ref": "#/$defs/DocumentComment"},
          "description": "The comments, oldest first."
        },
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the creation."},
        "changedAt": {"$ref": "#/$defs/Instant", "description": "The time of the last change."},
        "changedBy": {"$ref": "#/$defs/Handle", "description": "The author of the last change."},
        "deleted": {"type": "boolean", "description": "True if the document was deleted. Its link then opens nothing."},
        "textRevision": {
          "type": "integer",
          "minimum": 0,
          "description": "The revision of the last change of the text. An edit based on an older revision is stale."
        },
        "formerTitle": {
          "type": "string",
          "description": "The title before the last renaming; nil if it was never renamed."
        },
        "changes": {
          "type": "array",
          "items": {"$ref": "#/$defs/DocumentPastChange"},
          "description": "The last 10 changes except comments, oldest first. Consecutive edits of one person are one change. Documents saved by older versions have none."
        },
        "covers": {
          "type": "string",
          "description": "The owner's folder that the document represents (`ck-zone-share`); nil for a document with a content."
        }
      },
      "required": [
        "id",
        "app",
        "url",
        "title",
        "owner",
        "text",
        "revision",
        "comments",
        "createdAt",
        "changedAt",
        "changedBy",
        "textRevision"
      ]
    },
    "DocumentComment": {
      "description": "A comment on a document.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/CommentID", "description": "The id."},
        "author": {"$ref": "#/$defs/Handle", "description": "The author."},
        "text": {"type": "string", "description": "The text."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time."}
      },
      "required": ["id", "author", "text", "at"]
    },
    "DocumentPastChange": {
      "description": "A change in the activity of a document.",
      "type": "object",
      "properties": {
        "by": {"$ref": "#/$defs/Handle", "description": "The author of the change."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time."}
      },
      "required": ["by", "at"],
      "allOf": [{"$ref": "#/$defs/DocumentChangeKind"}]
    },
    "DocumentChange": {
      "description": "A change of a document, in the terms of highlight events, so that an app can post a notice about it.",
      "type": "object",
      "properties": {
        "change": {"$ref": "#/$defs/DocumentChangeAction", "description": "The change."},
        "by": {"$ref": "#/$defs/Handle", "description": "The author."}
      },
      "required": ["change", "by"]
    },
    "DocumentChangeAction": {
      "description": "A change and the people it mentions.",
      "type": "object",
      "properties": {
        "mentions": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people that the added text mentions, each once; only people on the share (`ev-mention`)."
        }
      },
      "allOf": [{"$ref": "#/$defs/DocumentChangeKind"}]
    },
    "DocumentChangeKind": {
      "description": "A change, without mentions.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"type": {"const": "change"}, "trigger": {"$ref": "#/$defs/HighlightEventChangeTrigger"}},
          "required": ["type", "trigger"]
        },
        {
          "type": "object",
          "properties": {"type": {"const": "persistence"}},
          "required": ["type"],
          "allOf": [{"$ref": "#/$defs/DocumentChangePersistence"}]
        }
      ]
    },
    "DocumentChangePersistence": {
      "description": "A change of the document as a whole.",
      "oneOf": [
        {"type": "object", "properties": {"trigger": {"const": "created"}}, "required": ["trigger"]},
        {
          "type": "object",
          "properties": {"trigger": {"const": "renamed"}, "title": {"type": "string"}},
          "required": ["trigger", "title"]
        },
        {
          "type": "object",
          "properties": {"trigger": {"const": "moved"}, "folder": {"type": "string"}},
          "required": ["trigger", "folder"]
        },
        {"type": "object", "properties": {"trigger": {"const": "deleted"}}, "required": ["trigger"]}
      ]
    },
    "DocumentID": {"description": "The id of a document of the document service.", "type": "string", "minLength": 1},
    "DocumentReference": {
      "description": "A document, named by its id or by its link.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"document": {"$ref": "#/$defs/DocumentID"}},
          "required": ["document"]
        },
        {
          "type": "object",
          "properties": {"url": {"type": "string", "maxLength": 2048}},
          "required": ["url"]
        }
      ]
    },
    "DocumentView": {
      "description": "A document as one person sees it.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/DocumentID", "description": "The id."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "title": {"type": "string", "description": "The title."},
        "owner": {"$ref": "#/$defs/Handle", "description": "The owner."},
        "text": {"type": "string", "description": "The content; left out in a list."},
        "revision": {"type": "integer", "minimum": 0, "description": "The number of saves."},
        "folder": {"type": "string", "description": "The owner's folder."},
        "comments": {
          "type": "array",
          "items": {"$ref": "#/$defs/DocumentComment"},
          "description": "The comments, oldest first; left out in a list."
        },
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the creation."},
        "changedAt": {"$ref": "#/$defs/Instant", "description": "The time of the last change."},
        "changedBy": {"$ref": "#/$defs/Handle", "description": "The author of the last change."},
        "changes": {
          "type": "array",
          "items": {"$ref": "#/$defs/DocumentPastChange"},
          "description": "The last 10 changes except comments, oldest first; left out in a list."
        },
        "deleted": {"type": "boolean", "description": "True if the document was deleted."},
        "canEdit": {
          "type": "boolean",
          "description": "True if the reader can change the document (`ucs-can-permission`)."
        },
        "active": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who have the document open, each once; left out in `document.changed`, because `document.presence` reports it."
        },
        "covers": {
          "type": "string",
          "description": "The owner's folder that the document represents; nil for a document with a content."
        },
        "parent": {
          "$ref": "#/$defs/DocumentID",
          "description": "The document that represents the shared folder in which the document is; nil if it is in none."
        }
      },
      "required": ["id", "app", "url", "title", "owner", "revision", "createdAt", "changedAt", "changedBy", "canEdit"]
    },
    "DoneRequest": {
      "description": "A decided request, as observers with `requests: true` see it.",
      "type": "object",
      "properties": {
        "session": {"type": "string", "description": "The id of the session."},
        "role": {"$ref": "#/$defs/Role", "description": "The role."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person, or the person that the app runs as."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app, if the session is an app's."},
        "device": {"$ref": "#/$defs/Device", "description": "The device, if the session has one."},
        "method": {"$ref": "#/$defs/Method", "description": "The method."},
        "params": {"description": "The params, without secrets."},
        "traceparent": {"$ref": "#/$defs/TraceParent", "description": "The `traceparent` of the request."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time of the decision, by the world's clock."},
        "result": {"description": "The result."},
        "error": {"$ref": "#/$defs/DoneRequestRefusal", "description": "The error, if the request was refused."},
        "truncated": {"type": "boolean", "description": "True if a part was left out because of its length."}
      },
      "required": ["session", "role", "method", "at"]
    },
    "DoneRequestRefusal": {
      "description": "The error of a refused request.",
      "type": "object",
      "properties": {
        "code": {"type": "integer", "description": "The code of the error."},
        "reason": {"type": "string", "description": "The reason."},
        "message": {"type": "string", "description": "The message for people."},
        "rule": {"type": "string", "description": "The rule that refused the request, if any."}
      },
      "required": ["code", "reason", "message"]
    },
    "EditDocument": {
      "description": "`document.edit`: replaces the text of a revision.",
      "type": "object",
      "properties": {
        "text": {"type": "string", "description": "The complete new text."},
        "revision": {"type": "integer", "minimum": 0, "description": "The revision that the new text is based on."}
      },
      "required": ["text", "revision"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "EditMessage": {
      "description": "`message.edit`: replaces the text of a message.",
      "type": "object",
      "properties": {
        "message": {"$ref": "#/$defs/MessageID", "description": "The message."},
        "text": {"type": "string", "description": "The new text."}
      },
      "required": ["message", "text"]
    },
    "EndDeletion": {
      "description": "`conversation.restore` and `conversation.erase`: recovers or erases messages in Recently Deleted.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "runs": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageRun"},
          "description": "The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and recoverable. If left out, all messages of the conversation."
        }
      },
      "required": ["conversation"]
    },
    "ErrorData": {
      "description": "The `data` of an error.",
      "type": "object",
      "properties": {
        "reason": {"$ref": "#/$defs/RPCErrorReason", "description": "The reason for the error."},
        "field": {"type": "string", "description": "The wrong member of the params."},
        "rule": {
          "type": "string",
          "description": "The id of the rule that refused the request, from `docs/reference/rules.md`."
        },
        "title": {
          "type": "string",
          "description": "The last title that the caller could see of a share that the caller has lost."
        },
        "limit": {"$ref": "#/$defs/ErrorLimit", "description": "The exceeded limit."},
        "retryAfterMilliseconds": {"type": "integer", "minimum": 0, "description": "The time to wait before a retry."},
        "outcome": {"$ref": "#/$defs/RPCErrorOutcome", "description": "The outcome of the request."},
        "code": {
          "type": "integer",
          "minimum": 0,
          "maximum": 3,
          "description": "The error code of the highlight center."
        },
        "document": {
          "description": "The current document, in the caller's form; the request was based on another revision."
        }
      },
      "required": ["reason"]
    },
    "ErrorLimit": {
      "description": "An exceeded limit.",
      "type": "object",
      "properties": {
        "name": {"type": "string", "description": "The name of the limit."},
        "value": {"type": "integer", "minimum": 0, "description": "Its value."}
      },
      "required": ["name", "value"]
    },
    "ExplainDelivery": {
      "description": "`delivery.explain`: explains whether and why something reached a person.",
      "type": "object",
      "properties": {
        "person": {"$ref": "#/$defs/Handle", "description": "The person."},
        "about": {"type": "string", "description": "The id of a message, notice, highlight or consent, or a url."}
      },
      "required": ["person", "about"]
    },
    "FailAction": {
      "description": "`action.fail`: reports that the app could not fulfil the action.",
      "type": "object",
      "properties": {
        "action": {"$ref": "#/$defs/ActionID", "description": "The action."},
        "message": {
          "type": "string",
          "description": "The reason, for the person who sent the draft or changed the share."
        }
      },
      "required": ["action"]
    },
    "Fault": {
      "description": "A fault of a world.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/FaultID", "description": "The id."},
        "on": {"$ref": "#/$defs/FaultTarget", "description": "The affected notifications."},
        "fired": {"type": "integer", "minimum": 0, "description": "The number of times that the fault occurred."},
        "spent": {"type": "boolean", "description": "True if the fault is spent."}
      },
      "required": ["id", "on", "fired", "spent"],
      "allOf": [{"$ref": "#/$defs/FaultEffect"}]
    },
    "FaultEffect": {
      "description": "The effect on the notification.",
      "oneOf": [
        {"type": "object", "properties": {"do": {"const": "drop"}}, "required": ["do"]},
        {
          "type": "object",
          "properties": {
            "do": {"const": "delay"},
            "milliseconds": {"type": "integer", "minimum": 0, "maximum": 3162240000000}
          },
          "required": ["do", "milliseconds"]
        },
        {"type": "object", "properties": {"do": {"const": "duplicate"}}, "required": ["do"]},
        {"type": "object", "properties": {"do": {"const": "reorder"}}, "required": ["do"]},
        {"type": "object", "properties": {"do": {"const": "disconnect"}}, "required": ["do"]}
      ]
    },
    "FaultEffectWord": {
      "description": "The name of an effect on the wire.",
      "type": "string",
      "enum": ["drop", "delay", "duplicate", "reorder", "disconnect"]
    },
    "FaultID": {"description": "The id of a fault.", "type": "string", "minLength": 1},
    "FaultReference": {
      "description": "A fault, by its id.",
      "type": "object",
      "properties": {"fault": {"$ref": "#/$defs/FaultID", "description": "The fault; all if left out."}}
    },
    "FaultTarget": {
      "description": "The notifications that a fault affects: the first match, a later one, or a percentage.",
      "type": "object",
      "properties": {
        "notification": {"$ref": "#/$defs/NotificationName", "description": "Only this notification."},
        "to": {"$ref": "#/$defs/Handle", "description": "Only for this person."},
        "from": {"$ref": "#/$defs/Handle", "description": "Only events caused by this person."},
        "device": {"$ref": "#/$defs/DeviceReference", "description": "Only for this device of the person."},
        "nth": {
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "description": "The number of the affected match; the first if left out."
        },
        "percent": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "description": "The probability for each match in percent, instead of `nth`."
        }
      }
    },
    "FiredFault": {
      "description": "A fault that occurred.",
      "type": "object",
      "properties": {
        "fault": {"$ref": "#/$defs/FaultID", "description": "The fault."},
        "notification": {"$ref": "#/$defs/NotificationName", "description": "The affected notification."},
        "to": {"$ref": "#/$defs/Handle", "description": "The recipient."},
        "device": {"$ref": "#/$defs/DeviceReference", "description": "The recipient's device."}
      },
      "required": ["fault", "notification", "to"],
      "allOf": [{"$ref": "#/$defs/FaultEffect"}]
    },
    "FulfillAction": {
      "description": "`action.fulfill`: reports that the app fulfilled the action.",
      "type": "object",
      "properties": {
        "action": {"$ref": "#/$defs/ActionID", "description": "The action."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link of the new collaboration."},
        "collaborationIdentifier": {"type": "string", "description": "The collaboration identifier on every device."}
      },
      "required": ["action"]
    },
    "GetApp": {
      "description": "`app.get`: returns a registered app.",
      "type": "object",
      "properties": {"app": {"$ref": "#/$defs/AppID", "description": "The app; the calling app if left out."}}
    },
    "Handle": {
      "description": "The handle of a person: `anna` or `anna@example.com`, always in lower case.",
      "type": "string",
      "pattern": "^[^\\x00-\\x26\\x28-\\x2A\\x2C\\x2F\\x3A-\\x3F\\x5B-\\x5E\\x60\\x7B-\\x7F]+$",
      "minLength": 1,
      "maxLength": 254
    },
    "Hello": {
      "description": "`session.hello`: the first request of every session.",
      "type": "object",
      "properties": {
        "device": {"type": "string", "description": "The name of the device, if the person has several."},
        "system": {"$ref": "#/$defs/DeviceSystem", "description": "The age of the device's system (`msg-edit-old`)."},
        "world": {"$ref": "#/$defs/WorldName", "description": "The world."},
        "after": {
          "type": "integer",
          "minimum": 0,
          "description": "The cursor of the last received notification; nil for a new stream."
        },
        "token": {"type": "string", "description": "The token, if the server needs one."},
        "events": {"type": "boolean", "description": "False for an observer that needs no notifications."},
        "requests": {
          "type": "boolean",
          "description": "True for an observer that receives the requests of other sessions."
        },
        "traces": {
          "type": "boolean",
          "description": "True for a person or an app whose notifications name the trace of their request as `traceparent`. An observer always gets it."
        }
      },
      "allOf": [{"$ref": "#/$defs/HelloIdentity"}]
    },
    "HelloIdentity": {
      "description": "The identity of a session.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"role": {"const": "person"}, "handle": {"$ref": "#/$defs/Handle"}, "name": {"type": "string"}},
          "required": ["role", "handle"]
        },
        {
          "type": "object",
          "properties": {"role": {"const": "app"}, "app": {"$ref": "#/$defs/AppID"}, "handle": {"$ref": "#/$defs/Handle"}},
          "required": ["role", "app", "handle"]
        },
        {
          "type": "object",
          "properties": {"role": {"const": "observer"}, "handle": {"$ref": "#/$defs/Handle"}},
          "required": ["role"]
        }
      ]
    },
    "HighlightEvent": {
      "description": "An event of a collaboration: one of the four events of SharedWithYou (`ev-change`, `ev-membership`, `ev-mention`, `ev-persistence`). It has no value for a meaningless event, such as a mention without a person.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"type": {"const": "change"}, "trigger": {"$ref": "#/$defs/HighlightEventChangeTrigger"}},
          "required": ["type", "trigger"]
        },
        {
          "type": "object",
          "properties": {
            "type": {"const": "membership"},
            "trigger": {"$ref": "#/$defs/HighlightEventMembershipTrigger"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["type", "trigger", "person"]
        },
        {
          "type": "object",
          "properties": {"type": {"const": "mention"}, "mentioned": {"$ref": "#/$defs/Handle"}},
          "required": ["type", "mentioned"]
        },
        {
          "type": "object",
          "properties": {"type": {"const": "persistence"}},
          "required": ["type"],
          "allOf": [{"$ref": "#/$defs/HighlightEventPersistence"}]
        }
      ]
    },
    "HighlightEventChangeTrigger": {
      "description": "The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`.",
      "type": "string",
      "enum": ["edit", "comment"]
    },
    "HighlightEventMembershipTrigger": {
      "description": "The triggers of a membership event, with the raw values of `SWHighlightMembershipEventTrigger`.",
      "type": "string",
      "enum": ["addedCollaborator", "removedCollaborator"]
    },
    "HighlightEventPersistence": {
      "description": "A change of the document as a whole.",
      "oneOf": [
        {"type": "object", "properties": {"trigger": {"const": "created"}}, "required": ["trigger"]},
        {"type": "object", "properties": {"trigger": {"const": "deleted"}}, "required": ["trigger"]},
        {
          "type": "object",
          "properties": {"trigger": {"const": "renamed"}, "title": {"type": "string"}},
          "required": ["trigger", "title"]
        },
        {"type": "object", "properties": {"trigger": {"const": "moved"}}, "required": ["trigger"]}
      ]
    },
    "HighlightID": {
      "description": "The permanent id of a highlight: one link of one world always has the same id.",
      "type": "string",
      "minLength": 1
    },
    "HighlightRanking": {
      "description": "The numbers that decide a highlight's place: its signals, their current weights, and the sum.",
      "type": "object",
      "properties": {
        "score": {"type": "number", "description": "The current sum of the signals, in thousandths."},
        "threshold": {"type": "number", "description": "The score that a highlight must exceed to be curated."},
        "signals": {
          "type": "array",
          "items": {"$ref": "#/$defs/HighlightRankingSignal"},
          "description": "The signals, heaviest first."
        }
      },
      "required": ["score", "threshold", "signals"]
    },
    "HighlightRankingSignal": {
      "description": "A signal of a highlight's ranking.",
      "type": "object",
      "properties": {
        "signal": {"$ref": "#/$defs/RankingSignal", "description": "The kind of the signal."},
        "weight": {"type": "number", "description": "The initial weight of the signal."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time of the signal."},
        "value": {"type": "number", "description": "The current weight of the signal, in thousandths."}
      },
      "required": ["signal", "weight", "at", "value"]
    },
    "HighlightReference": {
      "description": "A highlight, by its id.",
      "type": "object",
      "properties": {"highlight": {"$ref": "#/$defs/HighlightID", "description": "The highlight."}},
      "required": ["highlight"]
    },
    "HighlightsChange": {
      "description": "A change of a person's shelf, in the order of the shelf.",
      "type": "object",
      "properties": {
        "added": {
          "type": "array",
          "items": {"$ref": "#/$defs/PersonHighlight"},
          "description": "The new highlights."
        },
        "removed": {
          "type": "array",
          "items": {"$ref": "#/$defs/RemovedHighlight"},
          "description": "The removed highlights."
        },
        "updated": {
          "type": "array",
          "items": {"$ref": "#/$defs/PersonHighlight"},
          "description": "The moved or changed highlights."
        },
        "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole shelf."}
      },
      "required": ["added", "removed", "updated"]
    },
    "InjectFault": {
      "description": "`fault.inject`: injects a fault into the delivery of notifications.",
      "type": "object",
      "properties": {"on": {"$ref": "#/$defs/FaultTarget", "description": "The affected notifications."}},
      "required": ["on"],
      "allOf": [{"$ref": "#/$defs/FaultEffect"}]
    },
    "Instant": {
      "description": "A time: RFC 3339 in UTC, with milliseconds.",
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$"
    },
    "JournalCount": {
      "description": "The expected number of matching entries.",
      "type": "object",
      "properties": {
        "exactly": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "Exactly this number."},
        "atLeast": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "At least this number."},
        "atMost": {"type": "integer", "minimum": 0, "maximum": 10000, "description": "At most this number."}
      }
    },
    "JournalEntry": {
      "description": "An entry of a journal.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/JournalEntryKind", "description": "The kind."},
        "cursor": {
          "type": "integer",
          "minimum": 0,
          "description": "The position of its event in the log; for a request or a fault, the position of the event before it."
        },
        "number": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of a request or a fault: 1, 2, 3 … while they are recorded."
        },
        "at": {"$ref": "#/$defs/Instant", "description": "The time, by the world's clock."},
        "event": {"type": "string", "description": "The name of the notification or method."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person who received the notification, did not receive it, or sent the request."
        },
        "role": {"$ref": "#/$defs/Role", "description": "The role: person, or an app that runs as one."},
        "app": {
          "$ref": "#/$defs/AppID",
          "description": "The app that received the notification, sent the request, or is its subject."
        },
        "by": {"$ref": "#/$defs/Handle", "description": "The person who caused the event."},
        "about": {"type": "string", "description": "The id of its subject: a message, a notice, a share …"},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation of the subject."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link of the subject; the first if it has several."
        },
        "text": {"type": "string", "description": "The text, up to 200 characters."},
        "why": {"$ref": "#/$defs/Reason", "description": "The rule that decided it."},
        "traceparent": {
          "$ref": "#/$defs/TraceParent",
          "description": "The `traceparent` of the request, or of the request that caused the event."
        },
        "request": {
          "$ref": "#/$defs/DoneRequest",
          "description": "The request, as `request.done` reports it to observers with `requests: true`."
        },
        "fault": {"$ref": "#/$defs/FiredFault", "description": "The fault."}
      },
      "required": ["kind", "cursor", "at", "event", "role"]
    },
    "JournalEntryKind": {
      "description": "The kind of a journal entry.",
      "type": "string",
      "enum": ["request", "refusal", "notification", "silence", "fault"]
    },
    "JournalFilter": {
      "description": "The filter of a journal: an entry must match all given members.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/JournalEntryKind", "description": "The kind of entry."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person who received the notification, did not receive it, or sent the request."
        },
        "role": {"$ref": "#/$defs/Role", "description": "The role: person, or an app that runs as one."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app that the entry is about, or that ran."},
        "event": {"type": "string", "description": "The name of the notification or method."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link that the entry is about, in any spelling."
        },
        "trace": {
          "type": "string",
          "minLength": 32,
          "maxLength": 32,
          "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
        },
        "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."}
      }
    },
    "JournalMark": {
      "description": "The start of the recorded requests and faults of a journal.",
      "type": "object",
      "properties": {
        "cursor": {
          "type": "integer",
          "minimum": 0,
          "description": "The position of the newest event at the first recorded request or fault."
        },
        "number": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of the first stored request or fault. Earlier ones were dropped to make room."
        }
      },
      "required": ["cursor", "number"]
    },
    "JournalNearMiss": {
      "description": "An entry that nearly matched.",
      "type": "object",
      "properties": {
        "what": {"type": "string", "description": "A description of the entry and the difference."},
        "why": {"$ref": "#/$defs/Reason", "description": "The rule that decided it."},
        "entry": {"$ref": "#/$defs/JournalEntry", "description": "The entry, if there is one."}
      },
      "required": ["what"]
    },
    "JournalVerdict": {
      "description": "The answer to `journal.verify`.",
      "type": "object",
      "properties": {
        "holds": {
          "type": "boolean",
          "description": "True if the expectation is met; nil if the journal cannot decide it."
        },
        "unknown": {"type": "string", "description": "The reason for nil."},
        "count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of matches; 10,001 means more than 10,000. A notice that grew counts once."
        },
        "matching": {
          "type": "array",
          "items": {"$ref": "#/$defs/JournalEntry"},
          "description": "The newest 20 matches, each with its deciding rule."
        },
        "nearMisses": {
          "type": "array",
          "items": {"$ref": "#/$defs/JournalNearMiss"},
          "description": "The entries that nearly matched, each with the difference."
        },
        "since": {"$ref": "#/$defs/JournalMark", "description": "The start of the recorded requests and faults."}
      },
      "required": ["count", "matching", "nearMisses", "since"]
    },
    "KnownPerson": {
      "description": "A person of a world.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The handle."},
        "name": {"type": "string", "description": "The name to show."},
        "sessions": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of the person's open streams, without the streams of apps."
        }
      },
      "required": ["handle", "name", "sessions"]
    },
    "Limits": {
      "description": "The limits of the server. Each is a configuration key, and is part of the answer to `session.hello`.  A request above a limit is refused with `too_large` (or `rate_limited`), the limit's name and its value, and has no other effect. Below its range a limit stops the server from working; above its range one client could exhaust the memory or the stack.",
      "type": "object",
      "properties": {
        "messageBytes": {
          "type": "integer",
          "minimum": 4096,
          "maximum": 67108864,
          "description": "the longest line or message, in bytes 256 KiB holds a text of 20,000 characters with any escapes."
        },
        "textCharacters": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000,
          "description": "the longest text of a message, in characters Its bytes are limited to 4 for each character, because one character can have any number of bytes."
        },
        "participants": {
          "type": "integer",
          "minimum": 2,
          "maximum": 10000,
          "description": "the most people in a conversation, including its creator"
        },
        "unsentBytes": {
          "type": "integer",
          "minimum": 65536,
          "maximum": 1073741824,
          "description": "the most unsent bytes of one session Above that the session is closed, and can resume."
        },
        "unsentBytesOfPerson": {
          "type": "integer",
          "minimum": 65536,
          "maximum": 1099511627776,
          "description": "the most unsent bytes of all sessions of one person Above that the slowest of them is closed, and can resume."
        },
        "unsentBytesOfServer": {
          "type": "integer",
          "minimum": 65536,
          "maximum": 1099511627776,
          "description": "the most unsent bytes of all sessions Above that the slowest session of the person with the most unsent bytes is closed, and can resume."
        },
        "requestsPerSecond": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000,
          "description": "the most requests of a session in a second, on average"
        },
        "requestBurst": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000,
          "description": "the most requests of a session at once after a pause"
        },
        "helloMilliseconds": {
          "type": "integer",
          "minimum": 100,
          "maximum": 3600000,
          "description": "the longest time for the first request of a connection, or for the rest of an unfinished one"
        },
        "idlePingMilliseconds": {
          "type": "integer",
          "minimum": 1000,
          "maximum": 86400000,
          "description": "the silence after which a WebSocket is pinged Without an answer in the same time, it is closed."
        },
        "nestingDepth": {
          "type": "integer",
          "minimum": 16,
          "maximum": 64,
          "description": "the deepest nesting of arrays and objects A deeper value could be written to the log, but never read again."
        },
        "pageEntries": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "description": "the most entries in one page of history or of conversations"
        },
        "pageBytes": {
          "type": "integer",
          "minimum": 4096,
          "maximum": 67108864,
          "description": "the most bytes of one page of history, of a thread or of a search, after its first entry The server writes a page in one step, while all other clients wait."
        },
        "conversationsBegun": {
          "type": "integer",
          "minimum": 1,
          "maximum": 10000000,
          "description": "the most conversations that a person can begin Each stays in memory."
        },
        "participantsAdded": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100000000,
          "description": "the most people that a person can bring into conversations A member counts once for each conversation, and so does the person."
        },
        "linksShared": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100000000,
          "description": "the most links that a person can have in their messages A link counts in each message."
        },
        "documents": {
          "type": "integer",
          "minimum": 1,
          "maximum": 10000000,
          "description": "the most documents that a person can create A deleted document counts."
        },
        "shares": {
          "type": "integer",
          "minimum": 1,
          "maximum": 10000000,
          "description": "the most shares that a person can begin A stopped share counts."
        },
        "storedBytesOfPerson": {
          "type": "integer",
          "minimum": 65536,
          "maximum": 1099511627776,
          "description": "the most bytes of the conversations, links, documents and shares of one person Each counts with its approximate size in memory, in addition to its text."
        },
        "nameCharacters": {
          "type": "integer",
          "minimum": 16,
          "maximum": 10000,
          "description": "the most characters of a name: of a person, a conversation, an app, a share, a world"
        },
        "worlds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000,
          "description": "the most worlds in one server, or in the database of several A test suite runs far fewer at once, and this number fits into its memory."
        },
        "editMilliseconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 31622400000,
          "description": "the time after sending in which a message can be edited Fifteen minutes (`msg-edit-window`)."
        },
        "edits": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000,
          "description": "the most edits of a message `msg-edit-limit`."
        },
        "unsendMilliseconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 31622400000,
          "description": "the time after sending in which a message can be unsent Two minutes (`msg-unsend-window`)."
        },
        "recentlyDeletedMilliseconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 31622400000,
          "description": "the time in which a person can recover deleted messages Thirty days (`unread-mark`)."
        },
        "pinnedConversations": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000,
          "description": "the most conversations that a person can pin to the top of their list `msg-pin-conv`."
        },
        "attachmentBytes": {
          "type": "integer",
          "minimum": 0,
          "maximum": 33554432,
          "description": "the most bytes of an attachment's content In base 64 it must fit into a message."
        },
        "faults": {
          "type": "integer",
          "minimum": 0,
          "maximum": 100000,
          "description": "the most faults in one world A new fault replaces the oldest spent one."
        },
        "typingMilliseconds": {
          "type": "integer",
          "minimum": 100,
          "maximum": 3600000,
          "description": "the time that typing lasts without another report `typing-1to1`."
        },
        "shareParticipants": {
          "type": "integer",
          "minimum": 2,
          "maximum": 10000,
          "description": "the most people on a share, including its owner `ck-share-limit`."
        },
        "coalescingMilliseconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 86400000,
          "description": "the time in which events of one kind are combined into one notice, counted from the first Ten minutes (`ntc-collapse`)."
        }
      },
      "required": [
        "messageBytes",
        "textCharacters",
        "participants",
        "unsentBytes",
        "unsentBytesOfPerson",
        "unsentBytesOfServer",
        "requestsPerSecond",
        "requestBurst",
        "helloMilliseconds",
        "idlePingMilliseconds",
        "nestingDepth",
        "pageEntries",
        "pageBytes",
        "conversationsBegun",
        "participantsAdded",
        "linksShared",
        "documents",
        "shares",
        "storedBytesOfPerson",
        "nameCharacters",
        "worlds",
        "editMilliseconds",
        "edits",
        "unsendMilliseconds",
        "recentlyDeletedMilliseconds",
        "pinnedConversations",
        "attachmentBytes",
        "faults",
        "typingMilliseconds",
        "shareParticipants",
        "coalescingMilliseconds"
      ]
    },
    "LinkAddress": {
      "description": "A link, in any spelling.",
      "type": "object",
      "properties": {"url": {"type": "string", "maxLength": 2048, "description": "The link."}},
      "required": ["url"]
    },
    "LinkExplanation": {
      "description": "The answer to `link.explain`: the app that opens a link, and every step of the decision.",
      "type": "object",
      "properties": {
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "app": {
          "$ref": "#/$defs/AppID",
          "description": "The app that opens the link; nil if the link opens in the browser."
        },
        "steps": {
          "type": "array",
          "items": {"$ref": "#/$defs/LinkExplanationStep"},
          "description": "The steps, the deciding one last."
        }
      },
      "required": ["url", "steps"]
    },
    "LinkExplanationOutcome": {
      "description": "The result of a step.",
      "type": "string",
      "enum": ["opens", "excluded", "noMatch", "unknownApp", "noAssociation", "noApp"]
    },
    "LinkExplanationStep": {
      "description": "A step of the decision.",
      "type": "object",
      "properties": {
        "rule": {"type": "string", "description": "The id of the rule in `docs/reference/rules.md`."},
        "text": {"type": "string", "description": "The explanation."},
        "outcome": {"$ref": "#/$defs/LinkExplanationOutcome", "description": "The result."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app that the step is about."},
        "place": {
          "type": "string",
          "description": "The deciding place in the website's file: `applinks.details[0].components[2]`."
        },
        "comment": {"type": "string", "description": "The comment at that place in the file."}
      },
      "required": ["rule", "text", "outcome"]
    },
    "LinkPreview": {
      "description": "The content of a link's rich preview.",
      "type": "object",
      "properties": {
        "title": {"type": "string", "description": "The title."},
        "subtitle": {"type": "string", "description": "The subtitle."},
        "glyph": {"type": "string", "description": "The glyph in place of a picture, one character."},
        "colour": {"$ref": "#/$defs/LinkPreviewColour", "description": "The background colour of the glyph."}
      },
      "required": ["title"]
    },
    "LinkPreviewColour": {
      "description": "A colour that every terminal can show.",
      "type": "string",
      "enum": ["red", "orange", "yellow", "green", "blue", "purple", "pink", "grey"]
    },
    "LinkReference": {
      "description": "`link.pin` and `link.unpin`: pins or unpins a link of a conversation for the caller.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation with the link."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link, in any spelling."}
      },
      "required": ["conversation", "url"]
    },
    "ListContacts": {
      "description": "`contact.list`: the contacts of a person.",
      "type": "object",
      "properties": {"person": {"$ref": "#/$defs/Handle", "description": "The person; the caller if left out."}}
    },
    "ListConversations": {
      "description": "`conversation.list`: returns a page of conversations.",
      "type": "object",
      "properties": {
        "after": {"type": "integer", "description": "The `next` of the previous page; the first page if left out."},
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "description": "The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are limited. At most the limit `pageEntries`, 200 by default."
        }
      }
    },
    "ListDeletedMessages": {
      "description": "`message.recentlyDeleted`: returns a page of the messages that the caller deleted from a conversation and can recover.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "before": {
          "$ref": "#/$defs/MessageID",
          "description": "The deleted message before which the page ends; the newest page if left out."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "description": "The most messages of the page. At most the limit `pageEntries`, 200 by default."
        }
      },
      "required": ["conversation"]
    },
    "ListDocuments": {
      "description": "`document.list`: returns the documents that the caller can read.",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "Only documents of this app; an app always gets its own."},
        "after": {"$ref": "#/$defs/DocumentID", "description": "The last document of the previous page."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person; the caller if left out."}
      }
    },
    "ListHighlights": {
      "description": "`highlight.list`: returns a page of the Shared with You shelf, in its order.",
      "type": "object",
      "properties": {
        "app": {
          "$ref": "#/$defs/AppID",
          "description": "The app whose highlights a person gets; all apps if left out. An app always gets its own."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "description": "The most highlights of the page; all if left out."
        },
        "after": {"$ref": "#/$defs/HighlightID", "description": "The highlight after which the page begins."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person; the caller if left out."}
      }
    },
    "ListJournal": {
      "description": "`journal.list`: returns the entries of a world's journal, in order.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/JournalEntryKind", "description": "The kind of entry."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person who received the notification, did not receive it, or sent the request."
        },
        "role": {"$ref": "#/$defs/Role", "description": "The role: person, or an app that runs as one."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app that the entry is about, or that ran."},
        "event": {"type": "string", "description": "The name of the notification or method."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link that the entry is about, in any spelling."
        },
        "trace": {
          "type": "string",
          "minLength": 32,
          "maxLength": 32,
          "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
        },
        "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."},
        "number": {
          "type": "integer",
          "minimum": 0,
          "description": "The `number` of the previous page: only requests and faults with a larger number are returned."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "description": "The most entries of the page; the entries of one event stay together."
        }
      }
    },
    "ListPeople": {
      "description": "`person.list`: returns a page of the people of a world.",
      "type": "object",
      "properties": {
        "after": {"$ref": "#/$defs/Handle", "description": "Only people after this handle."},
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "The most people of the page."}
      }
    },
    "ListShares": {
      "description": "`share.list`: returns the shares of a person.",
      "type": "object",
      "properties": {
        "conversation": {
          "$ref": "#/$defs/ConversationID",
          "description": "Returns only shares whose link is in this conversation."
        },
        "person": {"$ref": "#/$defs/Handle", "description": "The person; the caller if left out."},
        "before": {
          "$ref": "#/$defs/ShareID",
          "description": "The first share of the next newer page; the newest page if left out."
        }
      }
    },
    "LostShare": {
      "description": "The last notification about a share that a person lost, without its new state and its participants.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/ShareID", "description": "The id."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link."}
      },
      "required": ["id", "app", "title", "url"]
    },
    "LostShareCause": {
      "description": "The way a share was lost.",
      "type": "string",
      "enum": ["removed", "left", "stopped"]
    },
    "MarkRead": {
      "description": "`conversation.markRead`: marks everything up to a message as read.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "through": {"$ref": "#/$defs/MessageID", "description": "The last read message; all messages if left out."}
      },
      "required": ["conversation"]
    },
    "Message": {
      "description": "A message of a conversation. If it has `unsentAt`, it has no content.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/MessageID", "description": "The id."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "sender": {"$ref": "#/$defs/Handle", "description": "The sender."},
        "text": {"type": "string", "description": "The text."},
        "sentAt": {"$ref": "#/$defs/Instant", "description": "The time at which the server accepted it."},
        "sequence": {
          "type": "integer",
          "minimum": 1,
          "description": "The number in the conversation: 1, 2, 3 … without gaps."
        },
        "links": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageLink"},
          "description": "The links in the text, in order."
        },
        "mentions": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageMention"},
          "description": "The members mentioned in the text, in order."
        },
        "clientID": {
          "type": "string",
          "description": "The id that the sender gave the request, which identifies a retry."
        },
        "replyTo": {"$ref": "#/$defs/MessageID"},
        "thread": {"$ref": "#/$defs/MessageID"},
        "replies": {"type": "integer", "minimum": 0},
        "attachment": {"$ref": "#/$defs/Attachment"},
        "editedAt": {"$ref": "#/$defs/Instant"},
        "versions": {"type": "array", "items": {"$ref": "#/$defs/MessageVersion"}},
        "unsentAt": {"$ref": "#/$defs/Instant"},
        "reactions": {"type": "array", "items": {"$ref": "#/$defs/MessageReaction"}}
      },
      "required": ["id", "conversation", "sender", "text", "sentAt", "sequence", "links", "mentions"]
    },
    "MessageChange": {
      "description": "A change of a posted message.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"kind": {"const": "edited"}, "mentioned": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}},
          "required": ["kind"]
        },
        {"type": "object", "properties": {"kind": {"const": "unsent"}}, "required": ["kind"]},
        {
          "type": "object",
          "properties": {
            "kind": {"const": "reacted"},
            "by": {"$ref": "#/$defs/Handle"},
            "reaction": {"$ref": "#/$defs/Reaction"},
            "removed": {"type": "boolean"}
          },
          "required": ["kind", "by", "reaction"]
        }
      ]
    },
    "MessageExtrasValues": {
      "description": "The members that most messages do not have.",
      "type": "object",
      "properties": {
        "replyTo": {"$ref": "#/$defs/MessageID"},
        "thread": {"$ref": "#/$defs/MessageID"},
        "replies": {"type": "integer", "minimum": 0},
        "attachment": {"$ref": "#/$defs/Attachment"},
        "editedAt": {"$ref": "#/$defs/Instant"},
        "versions": {"type": "array", "items": {"$ref": "#/$defs/MessageVersion"}},
        "unsentAt": {"$ref": "#/$defs/Instant"},
        "reactions": {"type": "array", "items": {"$ref": "#/$defs/MessageReaction"}}
      }
    },
    "MessageID": {"description": "The id of a message.", "type": "string", "minLength": 1},
    "MessageLink": {
      "description": "A link in a message's text.",
      "type": "object",
      "properties": {
        "url": {"type": "string", "maxLength": 2048, "description": "The link in canonical form."},
        "app": {
          "$ref": "#/$defs/AppID",
          "description": "The app that opens it; nil if it opens in the browser (`surf-universal`)."
        },
        "title": {
          "type": "string",
          "description": "The title of its target, if the server knows it: the title of a share."
        },
        "range": {"$ref": "#/$defs/TextRange", "description": "Its range in the text."}
      },
      "required": ["url", "range"]
    },
    "MessageMention": {
      "description": "A mention of a member in a message's text, as `@name`.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The mentioned member."},
        "range": {
          "$ref": "#/$defs/TextRange",
          "description": "The range of the name in the text, including the `@`."
        }
      },
      "required": ["handle", "range"]
    },
    "MessageReaction": {
      "description": "A tapback on a message; each person can have one (`tap-one`).",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The person."},
        "reaction": {"$ref": "#/$defs/Reaction", "description": "The tapback."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time."}
      },
      "required": ["handle", "reaction", "at"]
    },
    "MessageReceipt": {
      "description": "The newest message that reached the other person of a one-to-one conversation, or that they read (`rcpt-delivered`).",
      "type": "object",
      "properties": {
        "status": {"$ref": "#/$defs/MessageReceiptStatus", "description": "The stage."},
        "sequence": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of the newest message at this stage; all earlier messages have reached it too."
        },
        "at": {"$ref": "#/$defs/Instant", "description": "The time at which the message reached this stage."}
      },
      "required": ["status", "sequence", "at"]
    },
    "MessageReceiptStatus": {"description": "A stage of a receipt.", "type": "string", "enum": ["delivered", "read"]},
    "MessageReference": {
      "description": "A message, by its id.",
      "type": "object",
      "properties": {"message": {"$ref": "#/$defs/MessageID", "description": "The message."}},
      "required": ["message"]
    },
    "MessageReferences": {
      "description": "Messages of one conversation, by their ids.",
      "type": "object",
      "properties": {
        "messages": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageID"},
          "description": "The messages: at least one, and at most `pageEntries`."
        }
      },
      "required": ["messages"]
    },
    "MessageRun": {
      "description": "Consecutive messages of one conversation, by their numbers (`sequence`).",
      "type": "object",
      "properties": {
        "first": {"type": "integer", "minimum": 1, "description": "The number of the first message."},
        "last": {"type": "integer", "minimum": 1, "description": "The number of the last message, `first` or more."}
      },
      "required": ["first", "last"]
    },
    "MessageVersion": {
      "description": "An earlier text of an edited message (`msg-edit-label`).",
      "type": "object",
      "properties": {
        "text": {"type": "string", "description": "The text."},
        "at": {"$ref": "#/$defs/Instant", "description": "The time of this text."}
      },
      "required": ["text", "at"]
    },
    "Method": {
      "description": "A method.",
      "type": "string",
      "enum": [
        "session.hello",
        "session.ping",
        "rpc.discover",
        "session.fence",
        "conversation.create",
        "conversation.list",
        "conversation.history",
        "conversation.addParticipant",
        "conversation.removeParticipant",
        "conversation.leave",
        "conversation.rename",
        "conversation.setPhoto",
        "conversation.markRead",
        "conversation.markUnread",
        "conversation.mute",
        "conversation.pin",
        "conversation.delete",
        "conversation.restore",
        "conversation.erase",
        "conversation.recentlyDeleted",
        "conversation.typing",
        "message.send",
        "message.edit",
        "message.unsend",
        "message.delete",
        "message.restore",
        "message.erase",
        "message.recentlyDeleted",
        "message.react",
        "message.search",
        "message.thread",
        "message.attachment",
        "link.pin",
        "link.unpin",
        "link.open",
        "link.explain",
        "contact.add",
        "contact.remove",
        "contact.list",
        "settings.get",
        "settings.set",
        "settings.audit",
        "consent.answer",
        "contact.block",
        "contact.unblock",
        "highlight.list",
        "highlight.hide",
        "highlight.restore",
        "highlight.display",
        "highlightCenter.getHighlight",
        "highlightCenter.getCollaborationHighlight",
        "highlightCenter.collaborationHighlight",
        "attribution.attach",
        "attribution.show",
        "identity.sign",
        "identity.challenge",
        "identity.prove",
        "highlightCenter.postNotice",
        "highlightCenter.clearNotices",
        "notice.dismiss",
        "notice.answer",
        "share.create",
        "share.send",
        "share.get",
        "share.accept",
        "share.requestAccess",
        "share.list",
        "share.save",
        "share.addParticipant",
        "share.removeParticipant",
        "share.setPermission",
        "share.setRole",
        "share.setInviting",
        "share.setAccess",
        "share.leave",
        "share.stop",
        "collaboration.offer",
        "collaboration.start",
        "collaboration.cancel",
        "collaboration.list",
        "action.fulfill",
        "action.fail",
        "app.register",
        "app.get",
        "activity.offer",
        "activity.choose",
        "site.publish",
        "clock.now",
        "clock.advance",
        "world.create",
        "world.reset",
        "world.delete",
        "world.list",
        "fault.inject",
        "fault.list",
        "fault.clear",
        "delivery.explain",
        "journal.list",
        "journal.verify",
        "person.list",
        "document.create",
        "document.list",
        "document.get",
        "document.open",
        "document.close",
        "document.edit",
        "document.comment",
        "document.rename",
        "document.move",
        "document.delete"
      ]
    },
    "MoveDocument": {
      "description": "`document.move`: moves a document to another folder.",
      "type": "object",
      "properties": {"folder": {"type": "string", "description": "The folder."}},
      "required": ["folder"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "MuteConversation": {
      "description": "`conversation.mute`: turns Hide Alerts on or off for the caller (`msg-hide-alerts`).",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "muted": {"type": "boolean", "description": "True to hide alerts."}
      },
      "required": ["conversation", "muted"]
    },
    "Notice": {
      "description": "A highlight event in a thread: a centred row, and a banner at the top until it is cleared.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/NoticeID", "description": "The id. A notice that grows keeps it."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "actor": {"$ref": "#/$defs/Handle", "description": "The person who caused the event."},
        "event": {"$ref": "#/$defs/NoticeEvent", "description": "The event; the newest if it combines several."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link that the notice opens: the link of the collaboration, or one to a view inside it (`notice-type-and-link`)."
        },
        "documentURL": {
          "type": "string",
          "maxLength": 2048,
          "description": "The collaboration's link, if `url` is a link to a view inside it."
        },
        "title": {"type": "string", "description": "The title of the collaboration at that time."},
        "count": {"type": "integer", "minimum": 1, "description": "The number of combined events."},
        "text": {"type": "string", "description": "The text for the row and the banner."},
        "postedAt": {"$ref": "#/$defs/Instant", "description": "The time of the newest event."},
        "actions": {
          "type": "array",
          "items": {"$ref": "#/$defs/NoticeAction"},
          "description": "The possible answers to a prompt, until it is answered."
        },
        "shares": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareID"},
          "description": "The shares that the prompt is about."
        },
        "people": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people of a membership event, if one save added or removed several (`ev-membership`); else empty."
        }
      },
      "required": ["id", "conversation", "actor", "event", "app", "url", "title", "count", "text", "postedAt"]
    },
    "NoticeAction": {
      "description": "An answer to a prompt.",
      "type": "object",
      "properties": {
        "id": {"type": "string", "description": "The id for `notice.answer`."},
        "title": {"type": "string", "description": "The title of the button."}
      },
      "required": ["id", "title"]
    },
    "NoticeEvent": {
      "description": "The subject of a notice: a highlight event, or with the type `group` a change of the group that the owner of documents can follow.",
      "type": "object",
      "properties": {
        "type": {"type": "string", "description": "The kind of the event."},
        "trigger": {"type": "string", "description": "The trigger of the event."},
        "mentioned": {"$ref": "#/$defs/Handle", "description": "The mentioned person."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person of a membership event or of a question."},
        "title": {"type": "string", "description": "The new name."}
      },
      "required": ["type"]
    },
    "NoticeEventGroupChange": {
      "description": "The subject of a prompt to those who manage a share.",
      "type": "string",
      "enum": ["added", "removed", "requested"]
    },
    "NoticeID": {"description": "The id of a notice.", "type": "string", "minLength": 1},
    "NoticeReference": {
      "description": "A notice, by its id.",
      "type": "object",
      "properties": {"notice": {"$ref": "#/$defs/NoticeID", "description": "The notice."}},
      "required": ["notice"]
    },
    "NotificationName": {
      "description": "A notification.",
      "type": "string",
      "enum": [
        "message.posted",
        "message.changed",
        "receipt",
        "typing",
        "conversation.changed",
        "deletion.changed",
        "notice.posted",
        "notice.cleared",
        "consent.requested",
        "highlights.changed",
        "share.changed",
        "settings.changed",
        "collaboration.changed",
        "action.requested",
        "action.ended",
        "identities.removed",
        "userActivity",
        "activities.changed",
        "activity.chosen",
        "person.changed",
        "fault.fired",
        "request.done",
        "session.ended",
        "document.changed",
        "document.accessChanged",
        "document.presence"
      ]
    },
    "OfferActivities": {
      "description": "`activity.offer`: replaces the actions of an app on the share sheet, where it runs as this person.",
      "type": "object",
      "properties": {
        "activities": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppActivity"},
          "description": "The actions, in order; the registered ones if left out."
        }
      }
    },
    "OfferCollaboration": {
      "description": "`collaboration.offer`: returns the content of the share sheet for an item.",
      "type": "object",
      "properties": {
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end; the app's first if left out."},
        "representations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareRepresentation"},
          "description": "The forms of the item in addition to its link."
        }
      },
      "allOf": [{"$ref": "#/$defs/OfferCollaborationItem"}]
    },
    "OfferCollaborationItem": {
      "description": "The item of a share sheet.",
      "oneOf": [
        {"type": "object", "properties": {"app": {"$ref": "#/$defs/AppID"}}, "required": ["app"]},
        {
          "type": "object",
          "properties": {"document": {"$ref": "#/$defs/DocumentID"}},
          "required": ["document"]
        },
        {"type": "object", "properties": {"share": {"$ref": "#/$defs/ShareID"}}, "required": ["share"]},
        {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
      ]
    },
    "OpenRPC": {
      "description": "A description of the methods of an interface: https://spec.open-rpc.org.",
      "type": "object"
    },
    "PendingWork": {
      "description": "Work that waits for time to pass.",
      "type": "object",
      "properties": {
        "what": {"type": "string", "description": "A description of the work."},
        "dueAt": {"$ref": "#/$defs/Instant", "description": "The time of the work."}
      },
      "required": ["what", "dueAt"]
    },
    "Person": {
      "description": "A person in Messages, as others see them.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The handle."},
        "name": {"type": "string", "description": "The name to show."}
      },
      "required": ["handle", "name"]
    },
    "PersonHighlight": {
      "description": "A link on a person's Shared with You shelf, as that person sees it, with names.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/HighlightID", "description": "The permanent id."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the link."},
        "title": {"type": "string", "description": "The title."},
        "subtitle": {"type": "string", "description": "The subtitle, if it has one."},
        "preview": {
          "$ref": "#/$defs/LinkPreview",
          "description": "The app's preview of the link; the title and subtitle above if the app registered none."
        },
        "pinned": {"type": "boolean", "description": "True if this person pinned the link."},
        "sharedAt": {"$ref": "#/$defs/Instant", "description": "The time of the last share."},
        "attribution": {
          "type": "array",
          "items": {"$ref": "#/$defs/PersonHighlightAttribution"},
          "description": "The people who shared it, newest first."
        },
        "why": {"$ref": "#/$defs/Reason", "description": "The reasons for the highlight's presence and place."},
        "ranking": {
          "$ref": "#/$defs/HighlightRanking",
          "description": "The signals and weights of the place; nil from a server that does not send them."
        }
      },
      "required": ["id", "url", "app", "title", "preview", "pinned", "sharedAt", "attribution", "why"]
    },
    "PersonHighlightAttribution": {
      "description": "A sharer of the link, and the conversation (`attr-content`, `merge-threads`).",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The sharer."},
        "name": {"type": "string", "description": "Their display name."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."}
      },
      "required": ["handle", "name", "conversation"]
    },
    "PersonIdentity": {
      "description": "The identity of a person in one collaboration for its app, without their handle: the root hash of the public keys of their devices (`id-root`). It differs for each collaboration (`id-diversify`, `id-no-handles`).",
      "type": "object",
      "properties": {"rootHash": {"type": "string", "description": "64 hexadecimal digits."}},
      "required": ["rootHash"]
    },
    "Pin": {
      "description": "A pinned link.",
      "type": "object",
      "properties": {
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app that opens it, if any."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation of the pin."},
        "pinned": {"type": "boolean", "description": "True if the link is pinned."}
      },
      "required": ["url", "conversation", "pinned"]
    },
    "PinConversation": {
      "description": "`conversation.pin`: pins the conversation to the top of the caller's list, or unpins it (`msg-pin-conv`).",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "pinned": {"type": "boolean", "description": "True to pin it."},
        "place": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "description": "The place, 1 for the first. If left out, a new pin becomes the last, and an existing pin keeps its place."
        }
      },
      "required": ["conversation", "pinned"]
    },
    "PostNotice": {
      "description": "`highlightCenter.postNotice`: an app posts an event of its person.",
      "type": "object",
      "properties": {
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link of the collaboration, or one to a view inside it: deeper in its path, or with a query or a fragment."
        },
        "event": {"$ref": "#/$defs/PostNoticeEvent", "description": "The event."}
      },
      "required": ["url", "event"]
    },
    "PostNoticeEvent": {
      "description": "An event, with people as the app names them.",
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": ["change", "membership", "mention", "persistence"],
          "description": "The kind of the event."
        },
        "trigger": {"type": "string", "description": "The trigger."},
        "mentioned": {"$ref": "#/$defs/Handle", "description": "The mentioned person."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person of a membership event; the app's own person if left out."
        },
        "identity": {
          "type": "string",
          "description": "The person of a mention or a membership event, by the root hash of their identity."
        },
        "title": {"type": "string", "description": "The new name."}
      },
      "required": ["type"]
    },
    "ProveIdentity": {
      "description": "`identity.prove`: shows a proof to the app's own server.",
      "type": "object",
      "properties": {
        "challenge": {
          "type": "string",
          "maxLength": 2048,
          "description": "The challenge of the server, which the proof signs."
        },
        "proof": {"$ref": "#/$defs/SignedProof", "description": "The proof."}
      },
      "required": ["challenge", "proof"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "PublishSite": {
      "description": "`site.publish`: publishes the association file of a website, independently of its registered apps (`ul-two-way`).",
      "type": "object",
      "properties": {
        "domain": {"type": "string", "description": "The domain, or a wildcard such as `*.notes.example`."},
        "association": {
          "anyOf": [{}, {"type": "null"}],
          "description": "The association; nil if the domain serves no file."
        }
      },
      "required": ["domain", "association"]
    },
    "RPCErrorOutcome": {
      "description": "The outcome of a request that failed with `unavailable`.",
      "type": "string",
      "enum": ["none", "unknown"]
    },
    "RPCErrorReason": {
      "description": "The reason for an error. The word is `data.reason`; its code never changes.",
      "type": "string",
      "enum": [
        "parse",
        "invalid_request",
        "unknown_method",
        "invalid_params",
        "internal",
        "unauthenticated",
        "forbidden",
        "not_found",
        "conflict",
        "expired",
        "too_large",
        "rate_limited",
        "unavailable"
      ]
    },
    "RankingSignal": {
      "description": "A signal for the order of a shelf (`rank-signals`).",
      "type": "string",
      "enum": ["shared", "sharers", "pinned", "summary", "viewed", "replied", "detail"]
    },
    "ReactToMessage": {
      "description": "`message.react`: sets or removes the caller's tapback on a message.",
      "type": "object",
      "properties": {
        "message": {"$ref": "#/$defs/MessageID", "description": "The message."},
        "reaction": {"$ref": "#/$defs/Reaction", "description": "The tapback."},
        "remove": {
          "type": "boolean",
          "description": "True to remove the tapback. If left out, a tapback that is already set is removed (`tap-one`)."
        }
      },
      "required": ["message", "reaction"]
    },
    "Reaction": {
      "description": "One emoji, or one of the words heart, thumbsUp, thumbsDown, haHa, exclamation and question.",
      "type": "string",
      "minLength": 1
    },
    "ReactionClassic": {
      "description": "The six classic tapbacks.",
      "type": "string",
      "enum": ["heart", "thumbsUp", "thumbsDown", "haHa", "exclamation", "question"]
    },
    "Reason": {
      "description": "The rule of a decision, and a sentence that explains the decision to people.",
      "type": "object",
      "properties": {
        "rule": {"type": "string", "description": "The id of the rule in `docs/reference/rules.md`."},
        "text": {"type": "string", "description": "The explanation."}
      },
      "required": ["rule", "text"]
    },
    "RecentlyDeleted": {
      "description": "A conversation with messages in the caller's Recently Deleted (`unread-mark`).",
      "type": "object",
      "properties": {
        "conversation": {
          "$ref": "#/$defs/Conversation",
          "description": "The conversation as the caller sees it, without its newest message."
        },
        "messages": {
          "type": "integer",
          "minimum": 1,
          "description": "The number of its messages that can be recovered."
        },
        "deletedAt": {"$ref": "#/$defs/Instant", "description": "The time of the newest deletion."},
        "endsAt": {"$ref": "#/$defs/Instant", "description": "The time of the first permanent deletion."},
        "runs": {
          "type": "array",
          "items": {"$ref": "#/$defs/MessageRun"},
          "description": "The messages that can be recovered."
        }
      },
      "required": ["conversation", "messages", "deletedAt", "endsAt"]
    },
    "RegisterApp": {
      "description": "`app.register`: registers an app and its domains, or replaces the app.",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "The bundle id."},
        "name": {"type": "string", "description": "The name."},
        "domains": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The domains of the app's entitlement."
        },
        "association": {"description": "The association JSON of those domains; every path if left out."},
        "backends": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareBackend"},
          "description": "The back ends of the app's shares; all three if left out."
        },
        "capabilities": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppCapability"},
          "description": "The capabilities; all if left out."
        },
        "previews": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppPreview"},
          "description": "The previews of the links; none if left out."
        },
        "menuTitleForHideAction": {
          "type": "string",
          "description": "The title of the menu item that hides a highlight; Remove if left out."
        },
        "shareOptions": {
          "$ref": "#/$defs/ShareOptions",
          "description": "The options of the app's collaborations; the standard ones if left out."
        },
        "sharingMethods": {
          "type": "array",
          "items": {"$ref": "#/$defs/SharingMethod"},
          "description": "The methods of sharing a document; both if left out."
        },
        "manageTitle": {"type": "string", "description": "The title of the button that manages a shared document."},
        "activities": {
          "type": "array",
          "items": {"$ref": "#/$defs/AppActivity"},
          "description": "The actions on the share sheet, in order; none if left out."
        },
        "excludedActivityTypes": {
          "type": "array",
          "items": {"$ref": "#/$defs/SystemActivity"},
          "description": "The system actions that the share sheet leaves out; none if left out."
        },
        "documentTypes": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The extensions of the files that the app opens, without the dot; none if left out."
        },
        "proofs": {
          "type": "boolean",
          "description": "True if the app opens the documents that it holds itself only after a proof of identity."
        }
      },
      "required": ["app", "name", "domains"]
    },
    "RemoveShareParticipants": {
      "description": "`share.removeParticipant`: removes people.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        }
      },
      "allOf": [{"$ref": "#/$defs/ShareReference"}, {"$ref": "#/$defs/SharePeople"}]
    },
    "RemovedHighlight": {
      "description": "A highlight that left a shelf, as its app sees it. If every message with its link was unsent, it has only its id.",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/HighlightID", "description": "The id."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link, if it is known."},
        "collaborationIdentifier": {
          "$ref": "#/$defs/ShareID",
          "description": "The collaboration identifier, which is the same for every participant."
        },
        "title": {"type": "string", "description": "The document's title."},
        "contentType": {"type": "string", "description": "The uniform type identifier of the content."},
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the first share."}
      },
      "required": ["id"]
    },
    "RenameConversation": {
      "description": "`conversation.rename`: renames a group for everyone (`grp-name-photo`).",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation, of three or more people."},
        "name": {"type": "string", "description": "The new name."}
      },
      "required": ["conversation", "name"]
    },
    "RenameDocument": {
      "description": "`document.rename`: renames a document.",
      "type": "object",
      "properties": {"title": {"type": "string", "description": "The new title."}},
      "required": ["title"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "ReplyThread": {
      "description": "`message.thread`: returns the replies of one thread, from its beginning.",
      "type": "object",
      "properties": {
        "message": {
          "$ref": "#/$defs/MessageID",
          "description": "A message of the thread: its beginning or one of its replies."
        },
        "after": {
          "$ref": "#/$defs/MessageID",
          "description": "The message after which the page begins; the thread's beginning if left out."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default."
        }
      },
      "required": ["message"]
    },
    "RequestShareAccess": {
      "description": "`share.requestAccess`: asks for access to a private share.",
      "type": "object",
      "properties": {"url": {"type": "string", "maxLength": 2048, "description": "The link of the share."}},
      "required": ["url"]
    },
    "RequestedAction": {
      "description": "An action that an app must answer, after `SWAction`, in the form that the app receives. It has no field for a handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`).",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/ActionID", "description": "The id for the app's answer."},
        "kind": {"$ref": "#/$defs/RequestedActionKind", "description": "The kind of the action."},
        "dueAt": {"$ref": "#/$defs/Instant", "description": "The deadline for the app's answer."},
        "metadata": {"$ref": "#/$defs/RequestedActionMetadata", "description": "The collaboration."},
        "addedIdentities": {
          "type": "array",
          "items": {"$ref": "#/$defs/PersonIdentity"},
          "description": "The people who get access."
        },
        "removedIdentities": {
          "type": "array",
          "items": {"$ref": "#/$defs/PersonIdentity"},
          "description": "The people who lose access."
        }
      },
      "required": ["id", "kind", "dueAt", "metadata"]
    },
    "RequestedActionKind": {
      "description": "The kind of an action.",
      "type": "string",
      "enum": ["startCollaboration", "updateCollaborationParticipants"]
    },
    "RequestedActionMetadata": {
      "description": "The metadata of the collaboration, after `SWCollaborationMetadata` (`meta-fields`).",
      "type": "object",
      "properties": {
        "localIdentifier": {
          "type": "string",
          "description": "The sending app's own name for its document on this device; the server sends it to no other device (`meta-local-id`)."
        },
        "collaborationIdentifier": {"type": "string", "description": "The collaboration identifier on every device, once it exists."},
        "title": {"type": "string", "description": "The title."},
        "defaultShareOptions": {"$ref": "#/$defs/ShareOptionsChoice", "description": "The options as the app registered them."},
        "userSelectedShareOptions": {"$ref": "#/$defs/ShareOptionsChoice", "description": "The options with the person's choices."}
      },
      "required": ["title", "defaultShareOptions", "userSelectedShareOptions"]
    },
    "RequestedActionOutcome": {
      "description": "The way an action ended.",
      "type": "string",
      "enum": ["fulfilled", "failed", "timedOut", "cancelled"]
    },
    "Role": {
      "description": "The role of a session. It decides the allowed requests and the notifications.",
      "type": "string",
      "enum": ["person", "app", "observer"]
    },
    "SaveShare": {
      "description": "`share.save`, and the methods that change one property of a share. The server does the whole save or nothing (`ucs-handler-steps`).",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "title": {"type": "string", "description": "The new title."},
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The new access."},
        "permission": {
          "$ref": "#/$defs/SharePermission",
          "description": "The new general permission, for participants without their own."
        },
        "allowsInviting": {"type": "boolean", "description": "True to let participants add people."},
        "allowsAccessRequests": {"type": "boolean", "description": "True to let people who were not invited ask for access."},
        "deny": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people whose requests for access are denied. They may ask again."
        },
        "block": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who may not ask for access. Participants among them are removed."
        },
        "unblock": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who may ask for access again."
        },
        "addOneTimeLinks": {
          "type": "array",
          "items": {"$ref": "#/$defs/SharePermission"},
          "description": "The permissions of new one-time links, one for each link."
        },
        "removeOneTimeLinks": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The ids of unopened one-time links to take back."
        },
        "add": {
          "type": "array",
          "items": {"$ref": "#/$defs/SaveShareAddition"},
          "description": "The people to add or change. Adding a person approves their request for access."
        },
        "remove": {"type": "array", "items": {"$ref": "#/$defs/Handle"}, "description": "The people to remove."},
        "permissions": {
          "type": "array",
          "items": {"$ref": "#/$defs/SaveShareOwnPermission"},
          "description": "The new permissions of participants."
        },
        "roles": {
          "type": "array",
          "items": {"$ref": "#/$defs/SaveShareOwnRole"},
          "description": "The new roles of participants. Only `share.setRole` sets them; `share.save` refuses them."
        },
        "sendLink": {
          "type": "boolean",
          "description": "True to send the link to each invited person who has no conversation with it. The link goes to the conversation of exactly these people, or to a new one (`ucs-invite-owner`)."
        }
      },
      "allOf": [{"$ref": "#/$defs/ShareReference"}]
    },
    "SaveShareAddition": {
      "description": "A person to add, or a participant to change (`ck-add-same`).",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The person."},
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission; the general one if left out."},
        "role": {"$ref": "#/$defs/ShareRole", "description": "The role; private user if left out."}
      },
      "required": ["handle"]
    },
    "SaveShareOwnPermission": {
      "description": "A new permission of one participant.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The participant."},
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission."}
      },
      "required": ["handle", "permission"]
    },
    "SaveShareOwnRole": {
      "description": "A new role of one participant.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The participant."},
        "role": {"$ref": "#/$defs/ShareRole", "description": "The role."}
      },
      "required": ["handle", "role"]
    },
    "SearchMessages": {
      "description": "`message.search`: searches for messages by their words.",
      "type": "object",
      "properties": {
        "text": {
          "type": "string",
          "description": "The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must be adjacent."
        },
        "conversation": {
          "$ref": "#/$defs/ConversationID",
          "description": "The conversation; all of the caller's conversations if left out."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "description": "The most messages of the answer. At most the limit `pageEntries`, 200 by default."
        }
      },
      "required": ["text"]
    },
    "SendMessage": {
      "description": "`message.send`: sends a message.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "text": {"type": "string", "description": "The text; it can be empty with an attachment."},
        "replyTo": {"$ref": "#/$defs/MessageID", "description": "The message to which this one replies, if any."},
        "attachment": {"$ref": "#/$defs/SentAttachment", "description": "The attachment, if any."}
      },
      "required": ["conversation"]
    },
    "SendShare": {
      "description": "`share.send`: sends the link of a share to a conversation.",
      "type": "object",
      "properties": {
        "share": {"$ref": "#/$defs/ShareID", "description": "The share."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "text": {"type": "string", "description": "The text before the link, if any."},
        "people": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people that the sender expects in the conversation, without the sender. If it has another person, the request fails with `conflict`. A client passes them if it does not show the conversation; the conversation's messages then stay unread."
        },
        "mode": {"$ref": "#/$defs/SharingMethod", "description": "The method of sharing."}
      },
      "required": ["share", "conversation"]
    },
    "SentAttachment": {
      "description": "A new attachment: with its content, or only with the description of content stored in another place.",
      "type": "object",
      "properties": {
        "name": {"type": "string", "description": "The file's name."},
        "type": {"type": "string", "description": "The type."},
        "size": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "The size in bytes; required without content."
        },
        "digest": {"type": "string", "description": "The digest, `sha256:` and 64 digits; required without content."},
        "content": {"type": "string", "description": "The content, in base64."}
      },
      "required": ["name", "type"]
    },
    "SessionOwner": {
      "description": "The session of a request, as observers with `requests: true` see it.",
      "type": "object",
      "properties": {
        "session": {"type": "string", "description": "The id of the session."},
        "role": {"$ref": "#/$defs/Role", "description": "The role."},
        "person": {"$ref": "#/$defs/Handle", "description": "The person, or the person that the app runs as."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app, if the session is an app's."},
        "device": {"$ref": "#/$defs/Device", "description": "The device, if the session has one."}
      },
      "required": ["session", "role"]
    },
    "SetConversationPhoto": {
      "description": "`conversation.setPhoto`: sets or removes the group photo for everyone (`grp-name-photo`).",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "photo": {"type": "string", "description": "The emoji of the photo. If left out, the photo is removed."}
      },
      "required": ["conversation"]
    },
    "SetSettings": {
      "description": "`settings.set`: changes the given switches.",
      "type": "object",
      "properties": {
        "automaticSharing": {"$ref": "#/$defs/SetSettingsSharing", "description": "The switches of automatic sharing."},
        "readReceipts": {"$ref": "#/$defs/SetSettingsReceipts", "description": "The switches of read receipts."},
        "mentionAlerts": {"type": "boolean", "description": "True if a mention alerts even in a muted conversation."}
      }
    },
    "SetSettingsReceipts": {
      "description": "Changed switches of read receipts.",
      "type": "object",
      "properties": {
        "everywhere": {"type": "boolean", "description": "The switch for all conversations without their own."},
        "conversations": {"$ref": "#/$defs/ConversationSwitches", "description": "The switches of conversations."}
      }
    },
    "SetSettingsSharing": {
      "description": "Changed switches of automatic sharing.",
      "type": "object",
      "properties": {
        "everywhere": {"type": "boolean", "description": "The master switch."},
        "apps": {"$ref": "#/$defs/AppSwitches", "description": "The switches of apps."},
        "conversations": {"$ref": "#/$defs/ConversationSwitches", "description": "The switches of conversations."}
      }
    },
    "SetShareAccess": {
      "description": "`share.setAccess`: sets who can open a share.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The new access."},
        "handles": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people to invite in the same step."
        }
      },
      "required": ["access"],
      "allOf": [{"$ref": "#/$defs/ShareReference"}]
    },
    "SetShareInviting": {
      "description": "`share.setInviting`: allows or forbids participants to add people.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "allowsInviting": {"type": "boolean", "description": "True to let participants add people."}
      },
      "required": ["allowsInviting"],
      "allOf": [{"$ref": "#/$defs/ShareReference"}]
    },
    "SetSharePermission": {
      "description": "`share.setPermission`: sets the permission of some participants, or the general one.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission."}
      },
      "required": ["permission"],
      "allOf": [
        {"$ref": "#/$defs/ShareReference"},
        {
          "anyOf": [
            {"$ref": "#/$defs/SharePeople"},
            {"allOf": [{"not": {"required": ["handle"]}}, {"not": {"required": ["handles"]}}]}
          ]
        }
      ]
    },
    "SetShareRole": {
      "description": "`share.setRole`: makes a participant an administrator or a private user.",
      "type": "object",
      "properties": {
        "revision": {
          "type": "integer",
          "minimum": 1,
          "description": "The revision that the change is based on; the current one if left out."
        },
        "handle": {"$ref": "#/$defs/Handle", "description": "The participant."},
        "role": {"$ref": "#/$defs/ShareRole", "description": "The role."}
      },
      "required": ["handle", "role"],
      "allOf": [{"$ref": "#/$defs/ShareReference"}]
    },
    "SetTyping": {
      "description": "`conversation.typing`: reports that the caller types or stopped typing.",
      "type": "object",
      "properties": {
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation."},
        "typing": {"type": "boolean", "description": "True if the caller types."}
      },
      "required": ["conversation", "typing"]
    },
    "SettingChange": {
      "description": "A change of a person's switch with its cause: an entry of the audit.",
      "type": "object",
      "properties": {
        "at": {"$ref": "#/$defs/Instant", "description": "The time of the change."},
        "from": {"$ref": "#/$defs/SettingChangeStanding", "description": "The state before."},
        "to": {"$ref": "#/$defs/SettingChangeStanding", "description": "The new state."},
        "cause": {
          "$ref": "#/$defs/Reason",
          "description": "The rule that caused the change, and a sentence that explains it, without links, titles or texts of messages."
        }
      },
      "required": ["at", "from", "to", "cause"],
      "allOf": [{"$ref": "#/$defs/SettingChangeScope"}]
    },
    "SettingChangeScope": {
      "description": "A switch of one of the three levels of `consent-levels`.",
      "oneOf": [
        {"type": "object", "properties": {"scope": {"const": "everywhere"}}, "required": ["scope"]},
        {
          "type": "object",
          "properties": {"scope": {"const": "app"}, "app": {"$ref": "#/$defs/AppID"}},
          "required": ["scope", "app"]
        },
        {
          "type": "object",
          "properties": {"scope": {"const": "conversation"}, "conversation": {"$ref": "#/$defs/ConversationID"}},
          "required": ["scope", "conversation"]
        }
      ]
    },
    "SettingChangeStanding": {
      "description": "The state of a switch.",
      "type": "string",
      "enum": ["on", "off", "unset", "offered", "postponed", "never", "revoked"]
    },
    "Settings": {
      "description": "A person's switches for links outside Messages, at the three levels of `consent-levels`, and their open questions.",
      "type": "object",
      "properties": {
        "automaticSharing": {"$ref": "#/$defs/SettingsSharing", "description": "The switches of automatic sharing."},
        "consents": {
          "type": "array",
          "items": {"$ref": "#/$defs/ConsentRequest"},
          "description": "The open consent requests, oldest first."
        },
        "readReceipts": {"$ref": "#/$defs/SettingsReceipts", "description": "The switches of read receipts."},
        "mentionAlerts": {
          "type": "boolean",
          "description": "True if a mention alerts even in a muted conversation (`mention-alert`)."
        },
        "pinnedConversations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ConversationID"},
          "description": "The pinned conversations, in the person's order (`msg-pin-conv`)."
        }
      },
      "required": ["automaticSharing", "consents", "readReceipts", "mentionAlerts", "pinnedConversations"]
    },
    "SettingsReceipts": {
      "description": "The switches of read receipts in one-to-one conversations (`rcpt-setting`).",
      "type": "object",
      "properties": {
        "everywhere": {"type": "boolean", "description": "The switch for all conversations without their own."},
        "conversations": {"$ref": "#/$defs/ConversationSwitches", "description": "The conversations with their own switch."}
      },
      "required": ["everywhere", "conversations"]
    },
    "SettingsSharing": {
      "description": "The switches of automatic sharing, at three levels.",
      "type": "object",
      "properties": {
        "everywhere": {"type": "boolean", "description": "The master switch."},
        "apps": {
          "$ref": "#/$defs/AppSwitches",
          "description": "The switch of each app that has one; an app without one counts as off."
        },
        "conversations": {
          "$ref": "#/$defs/ConversationSwitches",
          "description": "The switch of each conversation that was ever set; all other conversations are on."
        }
      },
      "required": ["everywhere", "apps", "conversations"]
    },
    "Share": {
      "description": "A document that is shared for collaboration, after `CKShare`.",
      "type": "object",
      "properties": {
        "id": {
          "$ref": "#/$defs/ShareID",
          "description": "The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it."
        },
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end."},
        "owner": {"$ref": "#/$defs/Handle", "description": "The owner."},
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The access."},
        "permission": {
          "$ref": "#/$defs/SharePermission",
          "description": "The general permission, for participants without their own."
        },
        "allowsInviting": {"type": "boolean", "description": "True if participants may add people."},
        "participants": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareParticipant"},
          "description": "All participants, the owner first."
        },
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the creation."},
        "document": {
          "$ref": "#/$defs/DocumentID",
          "description": "The shared document, which is the root record (`ucs-root-record`)."
        },
        "revision": {"type": "integer", "minimum": 1, "description": "The number of saves: 1 after the creation."},
        "representations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareRepresentation"},
          "description": "The forms for copies, in addition to the forms of the back end."
        },
        "options": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The identifiers of the options that were selected at the start."
        },
        "documentDeleted": {"type": "boolean", "description": "True if the document was deleted. The link then opens nothing."},
        "ownIdentifier": {
          "type": "string",
          "description": "The app's identifier for the share on every device, if it differs from the id (`act-start`)."
        },
        "identitySecret": {
          "type": "string",
          "description": "The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an older log has none, and its identities are numbered hashes without keys."
        },
        "roster": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "Everyone who was ever a participant, in order of first joining, so that a person's number never changes."
        },
        "startedSummary": {
          "$ref": "#/$defs/StartedSummary",
          "description": "The app's own summary of the options at the start, if it has one."
        },
        "allowsAccessRequests": {
          "type": "boolean",
          "description": "True if people who were not invited may ask for access by the link (`ck-access-requests`)."
        },
        "requesters": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who ask for access, in order of asking. Only the owner and administrators see them."
        },
        "blocked": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who may not ask for access. Only the owner and administrators see them."
        },
        "oneTimeLinks": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOneTimeLink"},
          "description": "The links that admit one person each. Only the owner and administrators see them."
        },
        "folder": {
          "type": "string",
          "description": "The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one document. The document of the share then represents the folder."
        }
      },
      "required": [
        "id",
        "app",
        "title",
        "url",
        "backend",
        "owner",
        "access",
        "permission",
        "allowsInviting",
        "participants",
        "createdAt",
        "document",
        "revision",
        "representations"
      ]
    },
    "ShareAcceptance": {
      "description": "The state of an invitation (`ck-accept`).",
      "type": "string",
      "enum": ["pending", "accepted"]
    },
    "ShareAccess": {
      "description": "The access to a share (`ucs-can-access`).",
      "type": "string",
      "enum": ["private", "public"]
    },
    "ShareBackend": {
      "description": "The back ends of a share (`infra-three`).",
      "type": "string",
      "enum": ["cloudRecord", "file", "custom"]
    },
    "ShareOneTimeLink": {
      "description": "A link that admits one person: the first who opens it (`ck-one-time-url`).",
      "type": "object",
      "properties": {
        "id": {"type": "string", "description": "The id, unique in the share."},
        "url": {"type": "string", "maxLength": 2048, "description": "The link."},
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission of the person who opens it."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person who opened it. For them it is the link of the share from then on, and for everyone else it is none."
        }
      },
      "required": ["id", "url", "permission"]
    },
    "ShareParticipant": {
      "description": "A participant of a share.",
      "type": "object",
      "properties": {
        "handle": {"$ref": "#/$defs/Handle", "description": "The person."},
        "role": {"$ref": "#/$defs/ShareRole", "description": "The role."},
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission."},
        "acceptance": {"$ref": "#/$defs/ShareAcceptance", "description": "The state of the invitation."},
        "individual": {
          "type": "boolean",
          "description": "True if the permission is this participant's own, and stays when the general one changes."
        },
        "approvedRequester": {"type": "boolean", "description": "True if the participant had asked for access."}
      },
      "required": ["handle", "role", "permission", "acceptance"]
    },
    "SharePermission": {
      "description": "The permission of a participant (`ucs-can-permission`).",
      "type": "string",
      "enum": ["readOnly", "readWrite"]
    },
    "ShareRepresentation": {
      "description": "A form of a document besides its link (`reps-multiple`).",
      "type": "string",
      "enum": ["file", "text"]
    },
    "ShareRole": {
      "description": "The role of a participant (`ck-role`).",
      "type": "string",
      "enum": ["owner", "administrator", "privateUser", "publicUser"]
    },
    "ShareID": {"description": "The id of a share.", "type": "string", "minLength": 1},
    "ShareOptions": {
      "description": "The options of a new collaboration, after `SWCollaborationShareOptions`: groups of options with the selected ones, and a summary (`opt-share-options`).",
      "type": "object",
      "properties": {
        "groups": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsGroup"},
          "description": "The groups, in order."
        },
        "summaries": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsSummary"},
          "description": "The app's own summaries; the first that matches is shown."
        }
      },
      "required": ["groups"]
    },
    "ShareOptionsChoice": {
      "description": "The options with the current selection.",
      "type": "object",
      "properties": {
        "groups": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsGroup"},
          "description": "The groups, in order."
        },
        "summary": {"type": "string", "description": "The summary of the selection."}
      },
      "required": ["groups", "summary"]
    },
    "ShareOptionsEffect": {
      "description": "The effect of an option on the system, in addition to its meaning for the app (`options-set`).",
      "type": "string",
      "enum": ["readOnly", "readWrite", "private", "public", "inviting"]
    },
    "ShareOptionsGroup": {
      "description": "A group of options.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/ShareOptionsGroupKind", "description": "The kind of the group."},
        "identifier": {"type": "string", "description": "The identifier."},
        "title": {"type": "string", "description": "The title."},
        "footer": {"type": "string", "description": "The footer."},
        "options": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOptionsOption"},
          "description": "The options, in order."
        },
        "selectedOptionIdentifier": {"type": "string", "description": "The selected option of a picker."}
      },
      "required": ["kind", "identifier"]
    },
    "ShareOptionsGroupKind": {"description": "The kind of a group of options.", "type": "string", "enum": ["switches", "picker"]},
    "ShareOptionsOption": {
      "description": "An option of a new collaboration.",
      "type": "object",
      "properties": {
        "identifier": {"type": "string", "description": "The identifier, unique in its app."},
        "title": {"type": "string", "description": "The title."},
        "subtitle": {"type": "string", "description": "The subtitle."},
        "isSelected": {"type": "boolean", "description": "True if the option is selected; only for switches."},
        "requires": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The identifiers of the options that this option requires."
        },
        "effect": {"$ref": "#/$defs/ShareOptionsEffect", "description": "The effect on the system."}
      },
      "required": ["identifier", "title"]
    },
    "ShareOptionsSummary": {
      "description": "An app's own summary of a selection.",
      "type": "object",
      "properties": {
        "when": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The options that must all be selected for this summary."
        },
        "summary": {"type": "string", "description": "The text."}
      },
      "required": ["summary"]
    },
    "SharePeople": {
      "description": "One participant, or several.",
      "oneOf": [
        {"type": "object", "properties": {"handle": {"$ref": "#/$defs/Handle"}}, "required": ["handle"]},
        {
          "type": "object",
          "properties": {"handles": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}},
          "required": ["handles"]
        }
      ]
    },
    "ShareReference": {
      "description": "A share, named by its id or by its link.",
      "oneOf": [
        {"type": "object", "properties": {"share": {"$ref": "#/$defs/ShareID"}}, "required": ["share"]},
        {
          "type": "object",
          "properties": {"url": {"type": "string", "maxLength": 2048}},
          "required": ["url"]
        }
      ]
    },
    "ShareView": {
      "description": "A share as one person sees it: without internal members, and without people they may not see.",
      "type": "object",
      "properties": {
        "id": {
          "$ref": "#/$defs/ShareID",
          "description": "The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it."
        },
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title."},
        "url": {"type": "string", "maxLength": 2048, "description": "The canonical link."},
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end."},
        "owner": {"$ref": "#/$defs/Handle", "description": "The owner."},
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The access."},
        "permission": {
          "$ref": "#/$defs/SharePermission",
          "description": "The general permission, for participants without their own."
        },
        "allowsInviting": {"type": "boolean", "description": "True if participants may add people."},
        "participants": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareParticipant"},
          "description": "All participants, the owner first."
        },
        "createdAt": {"$ref": "#/$defs/Instant", "description": "The time of the creation."},
        "document": {
          "$ref": "#/$defs/DocumentID",
          "description": "The shared document, which is the root record (`ucs-root-record`)."
        },
        "revision": {"type": "integer", "minimum": 1, "description": "The number of saves: 1 after the creation."},
        "representations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareRepresentation"},
          "description": "The forms for copies, in addition to the forms of the back end."
        },
        "options": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The identifiers of the options that were selected at the start."
        },
        "documentDeleted": {"type": "boolean", "description": "True if the document was deleted. The link then opens nothing."},
        "ownIdentifier": {
          "type": "string",
          "description": "The app's identifier for the share on every device, if it differs from the id (`act-start`)."
        },
        "identitySecret": {
          "type": "string",
          "description": "The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an older log has none, and its identities are numbered hashes without keys."
        },
        "roster": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "Everyone who was ever a participant, in order of first joining, so that a person's number never changes."
        },
        "startedSummary": {
          "$ref": "#/$defs/StartedSummary",
          "description": "The app's own summary of the options at the start, if it has one."
        },
        "allowsAccessRequests": {
          "type": "boolean",
          "description": "True if people who were not invited may ask for access by the link (`ck-access-requests`)."
        },
        "requesters": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who ask for access, in order of asking. Only the owner and administrators see them."
        },
        "blocked": {
          "type": "array",
          "items": {"$ref": "#/$defs/Handle"},
          "description": "The people who may not ask for access. Only the owner and administrators see them."
        },
        "oneTimeLinks": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareOneTimeLink"},
          "description": "The links that admit one person each. Only the owner and administrators see them."
        },
        "folder": {
          "type": "string",
          "description": "The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one document. The document of the share then represents the folder."
        },
        "collaborationIdentifier": {"type": "string", "description": "The app's identifier for the share."},
        "role": {"$ref": "#/$defs/ShareRole", "description": "The reader's role."},
        "summary": {"type": "string", "description": "The summary of the permissions (`perm-summary-text`)."},
        "conversations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ConversationID"},
          "description": "The reader's conversations with the link, in order of sending (`cv-button`); only in an answer about this share."
        }
      },
      "required": [
        "id",
        "app",
        "title",
        "url",
        "backend",
        "owner",
        "access",
        "permission",
        "allowsInviting",
        "participants",
        "createdAt",
        "document",
        "revision",
        "representations",
        "collaborationIdentifier",
        "role",
        "summary"
      ]
    },
    "SharingMethod": {
      "description": "A method of sharing a document (`sheet-method-choice`).",
      "type": "string",
      "enum": ["collaborate", "copy"]
    },
    "SignIdentity": {
      "description": "`identity.sign`: signs data of an app with the key that the person's device has in a collaboration.",
      "type": "object",
      "properties": {
        "data": {
          "type": "string",
          "description": "The data, such as a challenge of the app's server: 1 to 16,384 bytes in base64."
        }
      },
      "required": ["data"],
      "allOf": [{"$ref": "#/$defs/DocumentReference"}]
    },
    "SignedProof": {
      "description": "A signed identity proof, after `SWPerson.SignedIdentityProof` (`id-proof`). All members but the index are in base64.",
      "type": "object",
      "properties": {
        "publicKey": {
          "type": "string",
          "maxLength": 2048,
          "description": "The public key of the device in its X9.63 form, 65 bytes."
        },
        "publicKeyIndex": {
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "description": "The place of the key among the eight leaves of the person's tree."
        },
        "inclusionHashes": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The SHA-256 hashes of the siblings on the path to the root, from the leaf up."
        },
        "signatureData": {
          "type": "string",
          "maxLength": 2048,
          "description": "The signature of the data in DER: ECDSA on P-256 with SHA-256."
        }
      },
      "required": ["publicKey", "publicKeyIndex", "signatureData"]
    },
    "StartCollaboration": {
      "description": "`collaboration.start`: sends a draft.",
      "type": "object",
      "properties": {
        "app": {"$ref": "#/$defs/AppID", "description": "The app of the document."},
        "title": {"type": "string", "description": "The title of a new document; nil for an existing one."},
        "document": {"$ref": "#/$defs/DocumentID", "description": "The document."},
        "conversation": {"$ref": "#/$defs/ConversationID", "description": "The conversation for the message."},
        "mode": {"$ref": "#/$defs/SharingMethod", "description": "The method of sharing."},
        "text": {"type": "string", "description": "The text before the link, if any."},
        "backend": {"$ref": "#/$defs/ShareBackend", "description": "The back end; the app's first if left out."},
        "options": {
          "type": "array",
          "items": {"type": "string"},
          "description": "The identifiers of the selected options; the defaults if left out."
        },
        "representations": {
          "type": "array",
          "items": {"$ref": "#/$defs/ShareRepresentation"},
          "description": "The forms of the document in addition to its link."
        },
        "localIdentifier": {"type": "string", "description": "The app's own name for its document on this device."},
        "content": {"type": "string", "description": "The text of the new document; empty if left out."}
      },
      "required": ["conversation"]
    },
    "StartID": {
      "description": "The id of a start or change of a collaboration that waits for its app.",
      "type": "string",
      "minLength": 1
    },
    "StartReference": {
      "description": "A start or change that waits for its app, by its id.",
      "type": "object",
      "properties": {"start": {"$ref": "#/$defs/StartID", "description": "The start or change."}},
      "required": ["start"]
    },
    "StartedSummary": {
      "description": "The app's summary of the options at the start of a share. It is shown while access and permission stay the same.",
      "type": "object",
      "properties": {
        "text": {"type": "string", "description": "The text."},
        "access": {"$ref": "#/$defs/ShareAccess", "description": "The access at that time."},
        "permission": {"$ref": "#/$defs/SharePermission", "description": "The permission at that time."}
      },
      "required": ["text", "access", "permission"]
    },
    "SystemActivity": {
      "description": "A system action on a share sheet.",
      "type": "string",
      "enum": ["copyToPasteboard", "print", "saveToFiles"]
    },
    "TextRange": {
      "description": "A range of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`).",
      "type": "object",
      "properties": {
        "location": {
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "description": "The offset of the first unit."
        },
        "length": {"type": "integer", "minimum": 0, "maximum": 2147483647, "description": "The number of units."}
      },
      "required": ["location", "length"]
    },
    "ThreadEntry": {
      "description": "An entry of a thread, as `conversation.history` returns it.",
      "oneOf": [
        {
          "type": "object",
          "properties": {"kind": {"const": "message"}, "id": {"type": "string"}, "message": {"$ref": "#/$defs/Message"}},
          "required": ["kind", "id", "message"]
        },
        {
          "type": "object",
          "properties": {"kind": {"const": "notice"}, "id": {"type": "string"}, "notice": {"$ref": "#/$defs/Notice"}},
          "required": ["kind", "id", "notice"]
        },
        {
          "type": "object",
          "properties": {"kind": {"const": "system"}, "id": {"type": "string"}, "text": {"type": "string"}},
          "required": ["kind", "id", "text"]
        }
      ]
    },
    "TraceParent": {
      "description": "The place of a request in a distributed trace, in the form of the HTTP header `traceparent` of W3C Trace Context.",
      "type": "string",
      "pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"
    },
    "UserActivity": {
      "description": "`userActivity`: the activity that an app receives when a person opens one of its links (`ul-deliver`, `ul-activity`).",
      "type": "object",
      "properties": {
        "activityType": {"type": "string", "description": "The kind of the activity; there is only one."},
        "webpageURL": {"type": "string", "maxLength": 2048, "description": "The link, exactly as it was opened."}
      },
      "required": ["activityType", "webpageURL"]
    },
    "VerifyJournal": {
      "description": "`journal.verify`: compares the number of entries with an expectation.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/JournalEntryKind", "description": "The kind of entry."},
        "person": {
          "$ref": "#/$defs/Handle",
          "description": "The person who received the notification, did not receive it, or sent the request."
        },
        "role": {"$ref": "#/$defs/Role", "description": "The role: person, or an app that runs as one."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app that the entry is about, or that ran."},
        "event": {"type": "string", "description": "The name of the notification or method."},
        "url": {
          "type": "string",
          "maxLength": 2048,
          "description": "The link that the entry is about, in any spelling."
        },
        "trace": {
          "type": "string",
          "minLength": 32,
          "maxLength": 32,
          "description": "The trace of the request that caused the entry: 32 lower-case hexadecimal digits."
        },
        "after": {"type": "integer", "minimum": 0, "description": "Only entries after this position."},
        "count": {"$ref": "#/$defs/JournalCount", "description": "The expected number."}
      },
      "required": ["count"]
    },
    "Welcome": {
      "description": "The answer to `session.hello`.",
      "type": "object",
      "properties": {
        "session": {"type": "string", "description": "The id of the session."},
        "server": {"type": "string", "description": "The name and version of the server."},
        "protocol": {"type": "integer", "minimum": 1, "description": "The version of the protocol."},
        "me": {"$ref": "#/$defs/WelcomeMe", "description": "The identity of the session."},
        "device": {"$ref": "#/$defs/Device", "description": "The session's device; nil for an observer."},
        "cursor": {
          "type": "integer",
          "minimum": 0,
          "description": "The position of the newest event of the world. After this session has received all of its notifications, the next session can pass it as `after`."
        },
        "limits": {"$ref": "#/$defs/Limits", "description": "The limits of the server."},
        "clock": {"$ref": "#/$defs/WelcomeClock", "description": "The kind of the clock, and the current time."},
        "isSystemCollaborationSupportAvailable": {
          "type": "boolean",
          "description": "True if the session's device supports Messages collaboration (`center-support-flag`)."
        },
        "isNew": {
          "type": "boolean",
          "description": "True if the person is new in this world, and all their lists are empty."
        },
        "actions": {
          "type": "array",
          "items": {"$ref": "#/$defs/RequestedAction"},
          "description": "The open actions of an app, oldest first (`coord-singleton`); nil for other sessions."
        },
        "holder": {
          "type": "string",
          "description": "The address of the server that serves the world, as `HOST:PORT`, if several servers share a database. A client that connects to it directly avoids the forwarding by another server."
        }
      },
      "required": [
        "session",
        "server",
        "protocol",
        "me",
        "cursor",
        "limits",
        "clock",
        "isSystemCollaborationSupportAvailable"
      ]
    },
    "WelcomeClock": {
      "description": "The clock of a world.",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/ClockKind", "description": "The kind."},
        "now": {"$ref": "#/$defs/Instant", "description": "The current time."}
      },
      "required": ["kind", "now"]
    },
    "WelcomeMe": {
      "description": "The identity of a session, as the server confirms it.",
      "type": "object",
      "properties": {
        "role": {"$ref": "#/$defs/Role", "description": "The role."},
        "handle": {"$ref": "#/$defs/Handle", "description": "The person, or the person that the app runs as."},
        "app": {"$ref": "#/$defs/AppID", "description": "The app."},
        "name": {"type": "string", "description": "The person's display name."}
      },
      "required": ["role"]
    },
    "WorldName": {
      "description": "The name of a world, which is one isolated simulation.",
      "type": "string",
      "minLength": 1
    },
    "WorldReference": {
      "description": "A world, by its name.",
      "type": "object",
      "properties": {"world": {"$ref": "#/$defs/WorldName", "description": "The world."}},
      "required": ["world"]
    },
    "WorldSummary": {
      "description": "A world of a server, as `world.list` returns it.",
      "type": "object",
      "properties": {
        "world": {"$ref": "#/$defs/WorldName", "description": "The name."},
        "clock": {"$ref": "#/$defs/ClockKind", "description": "The kind of the clock."},
        "now": {"$ref": "#/$defs/Instant", "description": "The current time."},
        "seed": {"type": "integer", "description": "The seed of the random numbers."},
        "sessions": {"type": "integer", "minimum": 0, "description": "The number of open streams with a person."},
        "cursor": {"type": "integer", "minimum": 0, "description": "The position of the newest event."},
        "stored": {"type": "boolean", "description": "True if the world survives a restart of the server."},
        "holder": {
          "type": "string",
          "description": "The address of the server that serves the world, if several servers share a database and one of them serves it."
        }
      },
      "required": ["world", "clock", "now", "seed", "sessions", "cursor", "stored"]
    },
    "MessagePostedNotification": {
      "title": "MessagePostedNotification",
      "description": "A new message.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "message.posted"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "message": {"$ref": "#/$defs/Message"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "message"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "MessageChangedNotification": {
      "title": "MessageChangedNotification",
      "description": "A message was edited or unsent, or its tapbacks changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "message.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "message": {"$ref": "#/$defs/Message"},
            "change": {"$ref": "#/$defs/MessageChange"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "message", "change"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "ReceiptNotification": {
      "title": "ReceiptNotification",
      "description": "The other person has read this message and all before it (one-to-one conversations only).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "receipt"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/$defs/ConversationID"},
            "person": {"$ref": "#/$defs/Handle"},
            "message": {"$ref": "#/$defs/MessageID"},
            "status": {"$ref": "#/$defs/MessageReceiptStatus", "description": "The stage."},
            "sequence": {
              "type": "integer",
              "minimum": 0,
              "description": "The number of the newest message at this stage; all earlier messages have reached it too."
            },
            "at": {"$ref": "#/$defs/Instant", "description": "The time at which the message reached this stage."},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "conversation", "person", "message", "status", "sequence", "at"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "TypingNotification": {
      "title": "TypingNotification",
      "description": "A person types or stopped typing in a conversation (`typing-1to1`).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "typing"},
        "params": {
          "type": "object",
          "properties": {
            "conversation": {"$ref": "#/$defs/ConversationID"},
            "person": {"$ref": "#/$defs/Handle"},
            "typing": {"type": "boolean"}
          },
          "required": ["conversation", "person", "typing"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "ConversationChangedNotification": {
      "title": "ConversationChangedNotification",
      "description": "A conversation is new or changed; `line` is the new entry of its thread.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "conversation.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/$defs/Conversation"},
            "line": {"$ref": "#/$defs/ThreadEntry"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "conversation"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "DeletionChangedNotification": {
      "title": "DeletionChangedNotification",
      "description": "The reader deleted, recovered or erased messages, on any of their devices.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "deletion.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "conversation": {"$ref": "#/$defs/Conversation"},
            "change": {"$ref": "#/$defs/DeletionChangeKind", "description": "The kind of the change."},
            "messages": {
              "type": "array",
              "items": {"$ref": "#/$defs/MessageRun"},
              "description": "The messages; none if a conversation without messages was deleted."
            },
            "whole": {
              "type": "boolean",
              "description": "True if the whole conversation was deleted, with the notices and lines of its thread."
            },
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "conversation", "change", "messages"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "NoticePostedNotification": {
      "title": "NoticePostedNotification",
      "description": "A notice is new, or grew under the same id.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "notice.posted"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "notice": {"$ref": "#/$defs/Notice"},
            "alert": {"type": "boolean"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "notice"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "NoticeClearedNotification": {
      "title": "NoticeClearedNotification",
      "description": "Notices left the reader's banner.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "notice.cleared"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "notices": {"type": "array", "items": {"$ref": "#/$defs/NoticeID"}},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "notices"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "ConsentRequestedNotification": {
      "title": "ConsentRequestedNotification",
      "description": "A question about automatic sharing; `url` is empty if the link was unsent everywhere.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "consent.requested"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "consent": {"$ref": "#/$defs/ConsentID", "description": "The id."},
            "app": {"$ref": "#/$defs/AppID", "description": "The app."},
            "conversation": {
              "$ref": "#/$defs/ConversationID",
              "description": "The conversation with the pin that caused the question."
            },
            "url": {"type": "string", "maxLength": 2048, "description": "The pinned link."},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "consent", "app", "conversation", "url"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "HighlightsChangedNotification": {
      "title": "HighlightsChangedNotification",
      "description": "The reader's shelf changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "highlights.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "added": {
              "type": "array",
              "items": {"$ref": "#/$defs/PersonHighlight"},
              "description": "The new highlights."
            },
            "removed": {
              "type": "array",
              "items": {"$ref": "#/$defs/RemovedHighlight"},
              "description": "The removed highlights."
            },
            "updated": {
              "type": "array",
              "items": {"$ref": "#/$defs/PersonHighlight"},
              "description": "The moved or changed highlights."
            },
            "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole shelf."},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "added", "removed", "updated"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "ShareLostNotification": {
      "title": "ShareLostNotification",
      "description": "The reader lost a share.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "share.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "share": {"$ref": "#/$defs/LostShare"},
            "gone": {"$ref": "#/$defs/LostShareCause"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "share", "gone"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "ShareChangedNotification": {
      "title": "ShareChangedNotification",
      "description": "A share of the reader changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "share.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "share": {"$ref": "#/$defs/ShareView"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "share"],
          "not": {"required": ["gone"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "SettingsChangedNotification": {
      "title": "SettingsChangedNotification",
      "description": "The reader's settings changed. A question missing in `consents` was answered.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "settings.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "settings": {"$ref": "#/$defs/Settings"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "settings"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "CollaborationChangedNotification": {
      "title": "CollaborationChangedNotification",
      "description": "A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "collaboration.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "start": {"$ref": "#/$defs/CollaborationStart"},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "start"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "AppHighlightsChangedNotification": {
      "title": "AppHighlightsChangedNotification",
      "description": "The app's list for this person changed. If only the permission changed, all three members are empty (`center-empty`).",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "highlights.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "added": {"type": "array", "items": {"$ref": "#/$defs/AppHighlight"}, "description": "The new highlights."},
            "removed": {
              "type": "array",
              "items": {"$ref": "#/$defs/RemovedHighlight"},
              "description": "The removed highlights."
            },
            "updated": {
              "type": "array",
              "items": {"$ref": "#/$defs/AppHighlight"},
              "description": "The moved or changed highlights."
            },
            "reload": {"type": "boolean", "description": "True if the lists are incomplete; then reload the whole list."},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "added", "removed", "updated"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "ActionRequestedNotification": {
      "title": "ActionRequestedNotification",
      "description": "The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones; `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "action.requested"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "action": {"$ref": "#/$defs/RequestedAction"},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "action"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "ActionEndedNotification": {
      "title": "ActionEndedNotification",
      "description": "An action ended; for the app's other sessions.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "action.ended"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "action": {"$ref": "#/$defs/ActionID"},
            "outcome": {"$ref": "#/$defs/RequestedActionOutcome"},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "action", "outcome"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "IdentitiesRemovedNotification": {
      "title": "IdentitiesRemovedNotification",
      "description": "People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It needs no answer.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "identities.removed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "identities": {"type": "array", "items": {"$ref": "#/$defs/PersonIdentity"}},
            "collaborationIdentifier": {"type": "string"},
            "url": {"type": "string", "maxLength": 2048},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "identities", "collaborationIdentifier", "url"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "UserActivityNotification": {
      "title": "UserActivityNotification",
      "description": "The app should show a link, exactly as it was opened. Observers see the app and the person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "userActivity"},
        "params": {
          "type": "object",
          "properties": {
            "activityType": {"type": "string", "description": "The kind of the activity; there is only one."},
            "webpageURL": {"type": "string", "maxLength": 2048, "description": "The link, exactly as it was opened."},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["activityType", "webpageURL"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "ActivitiesChangedNotification": {
      "title": "ActivitiesChangedNotification",
      "description": "The app's actions on the share sheet changed for this person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "activities.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "activities": {"type": "array", "items": {"$ref": "#/$defs/AppActivity"}},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "activities"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "ActivityChosenNotification": {
      "title": "ActivityChosenNotification",
      "description": "A person chose an action of the app. Observers see the app and the person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "activity.chosen"},
        "params": {
          "type": "object",
          "properties": {
            "type": {"type": "string", "description": "The type of the action."},
            "url": {"type": "string", "maxLength": 2048, "description": "The link of the item."},
            "kind": {"$ref": "#/$defs/ActivityItemKind", "description": "The kind of the item."},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["type", "url", "kind"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "PersonNamedNotification": {
      "title": "PersonNamedNotification",
      "description": "A person known to the reader has a new display name.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "person.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "handle": {"$ref": "#/$defs/Handle", "description": "The handle."},
            "name": {"type": "string", "description": "The name to show."},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "handle", "name"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "FaultFiredNotification": {
      "title": "FaultFiredNotification",
      "description": "A fault occurred.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "fault.fired"},
        "params": {
          "type": "object",
          "properties": {
            "fault": {"$ref": "#/$defs/FaultID", "description": "The fault."},
            "notification": {"$ref": "#/$defs/NotificationName", "description": "The affected notification."},
            "to": {"$ref": "#/$defs/Handle", "description": "The recipient."},
            "device": {"$ref": "#/$defs/DeviceReference", "description": "The recipient's device."}
          },
          "required": ["fault", "notification", "to"],
          "allOf": [{"$ref": "#/$defs/FaultEffect"}]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    "RequestDoneNotification": {
      "title": "RequestDoneNotification",
      "description": "A request was decided; for observers with `requests: true`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "request.done"},
        "params": {
          "type": "object",
          "properties": {
            "session": {"type": "string", "description": "The id of the session."},
            "role": {"$ref": "#/$defs/Role", "description": "The role."},
            "person": {"$ref": "#/$defs/Handle", "description": "The person, or the person that the app runs as."},
            "app": {"$ref": "#/$defs/AppID", "description": "The app, if the session is an app's."},
            "device": {"$ref": "#/$defs/Device", "description": "The device, if the session has one."},
            "method": {"$ref": "#/$defs/Method", "description": "The method."},
            "params": {"description": "The params, without secrets."},
            "traceparent": {"$ref": "#/$defs/TraceParent", "description": "The `traceparent` of the request."},
            "at": {"$ref": "#/$defs/Instant", "description": "The time of the decision, by the world's clock."},
            "result": {"description": "The result."},
            "error": {"$ref": "#/$defs/DoneRequestRefusal", "description": "The error, if the request was refused."},
            "truncated": {"type": "boolean", "description": "True if a part was left out because of its length."}
          },
          "required": ["session", "role", "method", "at"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    "SessionEndedNotification": {
      "title": "SessionEndedNotification",
      "description": "A session ended; for observers with `requests: true`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "session.ended"},
        "params": {
          "type": "object",
          "properties": {
            "session": {"type": "string", "description": "The id of the session."},
            "role": {"$ref": "#/$defs/Role", "description": "The role."},
            "person": {"$ref": "#/$defs/Handle", "description": "The person, or the person that the app runs as."},
            "app": {"$ref": "#/$defs/AppID", "description": "The app, if the session is an app's."},
            "device": {"$ref": "#/$defs/Device", "description": "The device, if the session has one."}
          },
          "required": ["session", "role"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["observer"]
    },
    "DocumentChangedNotification": {
      "title": "DocumentChangedNotification",
      "description": "A document that the reader can read changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/$defs/DocumentView"},
            "change": {"$ref": "#/$defs/DocumentChangeAction", "description": "The change."},
            "by": {"$ref": "#/$defs/Handle", "description": "The author."},
            "person": {"$ref": "#/$defs/Handle"},
            "alerted": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["cursor", "document", "change", "by"],
          "not": {"required": ["isMine"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "AppDocumentChangedNotification": {
      "title": "AppDocumentChangedNotification",
      "description": "A document of the app that its person can read changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.changed"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/$defs/AppDocument"},
            "change": {"$ref": "#/$defs/AppDocumentChangeAction", "description": "The change."},
            "isMine": {"type": "boolean", "description": "True if the app's own person made the change."},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "document", "change", "isMine"],
          "not": {"required": ["by"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "DocumentAccessChangedNotification": {
      "title": "DocumentAccessChangedNotification",
      "description": "The access of the app's person to a document changed. A deleted document is a `document.changed`.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.accessChanged"},
        "params": {
          "type": "object",
          "properties": {
            "cursor": {
              "type": "integer",
              "minimum": 1,
              "description": "The position in the log, after which `session.hello` resumes."
            },
            "document": {"$ref": "#/$defs/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "access": {"$ref": "#/$defs/AppDocumentAccess"},
            "app": {"$ref": "#/$defs/AppID"},
            "person": {"$ref": "#/$defs/Handle"}
          },
          "required": ["cursor", "document", "url", "access"]
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "DocumentPresenceNotification": {
      "title": "DocumentPresenceNotification",
      "description": "The people who have a document open changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.presence"},
        "params": {
          "type": "object",
          "properties": {
            "document": {"$ref": "#/$defs/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "active": {"type": "array", "items": {"$ref": "#/$defs/Handle"}}
          },
          "required": ["document", "url", "active"],
          "not": {"required": ["activeParticipantCount"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    },
    "AppDocumentPresenceNotification": {
      "title": "AppDocumentPresenceNotification",
      "description": "The number of people who have a document open changed.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "document.presence"},
        "params": {
          "type": "object",
          "properties": {
            "document": {"$ref": "#/$defs/DocumentID"},
            "url": {"type": "string", "maxLength": 2048},
            "activeParticipantCount": {"type": "integer", "minimum": 0}
          },
          "required": ["document", "url", "activeParticipantCount"],
          "not": {"required": ["active"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["app", "observer"]
    },
    "DeliveredNotification": {
      "title": "DeliveredNotification",
      "description": "A message and all before it reached the other person.",
      "type": "object",
      "properties": {
        "jsonrpc": {"const": "2.0"},
        "method": {"const": "receipt"},
        "params": {
          "type": "object",
          "properties": {
            "conversation": {"$ref": "#/$defs/ConversationID"},
            "person": {"$ref": "#/$defs/Handle"},
            "message": {"$ref": "#/$defs/MessageID"},
            "status": {"$ref": "#/$defs/MessageReceiptStatus", "description": "The stage."},
            "sequence": {
              "type": "integer",
              "minimum": 0,
              "description": "The number of the newest message at this stage; all earlier messages have reached it too."
            },
            "at": {"$ref": "#/$defs/Instant", "description": "The time at which the message reached this stage."}
          },
          "required": ["conversation", "person", "message", "status", "sequence", "at"],
          "not": {"required": ["cursor"]}
        },
        "traceparent": {"$ref": "#/$defs/TraceParent"}
      },
      "required": ["jsonrpc", "method", "params"],
      "x-roles": ["person", "observer"]
    }
  }
}
"""#
    /// The methods and notifications, as the reference lists them.
    public static let reference = #"""
## session

- **`session.hello`** `{role: "person" | "app" | "observer", handle?, name?, app?, device?, system?: "current" | "old", world?, after?, token?, events?: bool, requests?: bool, traces?: bool}` → `{session, server, protocol, me: {role, handle?, app?, name?}, device?: {number, name?}, cursor, limits, clock: {kind: clockKind, now}, isSystemCollaborationSupportAvailable: bool, isNew?: bool, actions?: [requestedAction], holder?}` (all). Logs in. It is the first request of a session.
- **`session.ping`** → `{}` (all). Returns after everything that the server had already sent to this session.
- **`session.fence`** → `{cursor, pending: [{what, dueAt}]}` (all). Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An app sees nothing in `pending`.

## rpc

- **`rpc.discover`** → `OpenRPC` (all). Returns this contract as an OpenRPC document.

## conversation

- **`conversation.create`** `{participants: [handle], name?}` → `{conversation, line?}` (person). Begins a conversation that includes the caller. For two people it returns their existing conversation.
- **`conversation.list`** `{after?, limit?}` → `{conversations: [conversation], next?}` (person, observer). Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after` of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
- **`conversation.history`** `{conversation, before?, limit?}` → `{entries: [threadEntry], more: bool}` (person, observer). Returns a page of a thread: the entries before an id, oldest first; 50 by default.
- **`conversation.addParticipant`** `{conversation, handle}` → `{conversation, line?}` (person). Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.
- **`conversation.removeParticipant`** `{conversation, handle}` → `{conversation, line?}` (person). Removes a person from a group of four or more. Every participant can do this.
- **`conversation.leave`** `{conversation}` → `{conversation, line?}` (person). Leaves a group of four or more. Returns the conversation with `left`.
- **`conversation.rename`** `{conversation, name}` → `{conversation, line?}` (person). Renames a conversation.
- **`conversation.setPhoto`** `{conversation, photo?}` → `{conversation, line?}` (person). Sets the photo of a group, which is one emoji, or removes it.
- **`conversation.markRead`** `{conversation, through?}` → `{conversation, line?}` (person). Marks a conversation as read, up to a message or completely.
- **`conversation.markUnread`** `{conversation}` → `{conversation, line?}` (person). Marks a conversation as unread until the caller reads it or writes in it.
- **`conversation.mute`** `{conversation, muted: bool}` → `{conversation, line?}` (person). Turns Hide Alerts on or off for the caller.
- **`conversation.pin`** `{conversation, pinned: bool, place?}` → `{settings}` (person). Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is the last.
- **`conversation.delete`** `{conversation, through?}` → `{conversation, line?}` (person). Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the caller. Its place among the pinned conversations and its notices are removed; pinned links stay.
- **`conversation.restore`** `{conversation, runs?: [{first, last}]}` → `{conversation, line?}` (person). Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.
- **`conversation.erase`** `{conversation, runs?: [{first, last}]}` → `{conversation, line?}` (person). Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.
- **`conversation.recentlyDeleted`** → `{conversations: [recentlyDeleted], more: bool}` (person). Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.
- **`conversation.typing`** `{conversation, typing: bool}` → `{conversation, line?}` (person). Reports that the caller types or stopped typing.

## message

- **`message.send`** `{conversation, text?, replyTo?, attachment?: {name, type, size?, digest?, content?}}` → `{message}` (person). Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64 content, or `{name, type, size, digest}`.
- **`message.edit`** `{message, text}` → `{message}` (person). Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.
- **`message.unsend`** `{message}` → `{message}` or `{message, warning, keptBy: [handle]}` (person). Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the message.
- **`message.delete`** `{messages: [id]}` → `{conversation, line?}` (person). Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted for 30 days (`unread-mark`).
- **`message.restore`** `{messages: [id]}` → `{conversation, line?}` (person). Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.
- **`message.erase`** `{messages: [id]}` → `{conversation, line?}` (person). Deletes messages from Recently Deleted; `not_found` if one is missing there.
- **`message.recentlyDeleted`** `{conversation, before?, limit?}` → `{messages: [message], more: bool}` (person). Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by default.
- **`message.react`** `{message, reaction, remove?: bool}` → `{message}` (person). Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.
- **`message.search`** `{text, conversation?, limit?}` → `{messages: [message], more: bool}` (person, observer). Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent. Messages with a pinned link come first, then the newest; 50 by default.
- **`message.thread`** `{message, after?, limit?}` → `{messages: [message], more: bool}` (person, observer). Returns the replies of the thread of a message, from its beginning; 50 by default.
- **`message.attachment`** `{message}` → `{attachment: {name, type, size, digest, contentID?, content}}` (person, observer). Returns the attachment of a message with its content.

## link

- **`link.pin`** `{conversation, url}` → `{pin: {url, app?, conversation, pinned: bool}}` (person). Pins a link for the caller, who can have 5,000 pins.
- **`link.unpin`** `{conversation, url}` → `{pin: {url, app?, conversation, pinned: bool}}` (person). Unpins a link.
- **`link.open`** `{url}` → `{app?}` (person). Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If the answer has no `app`, the link opens in the browser.
- **`link.explain`** `{url}` → `{url, app?, steps: [{rule, text, outcome, app?, place?, comment?}]}` (person, observer). Returns the app that opens a link, with every step of the decision, the deciding one last.

## contact

- **`contact.add`** `{handle?, handles?: [handle], person?}` → `{}` (person, observer). Adds contacts to a person. An observer names the person.
- **`contact.remove`** `{handle, person?}` → `{}` (person, observer). Removes a contact of a person.
- **`contact.list`** `{person?}` → `{contacts: [{handle, name}], blocked: [{handle, name}]}` (person, observer). Returns the contacts of a person and the people they blocked.
- **`contact.block`** `{handle, person?}` → `{}` (person, observer). Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
- **`contact.unblock`** `{handle, person?}` → `{}` (person, observer). Unblocks a person.

## settings

- **`settings.get`** → `{settings}` (person). Returns the caller's settings.
- **`settings.set`** `{automaticSharing?: {everywhere?: bool, apps?, conversations?}, readReceipts?: {everywhere?: bool, conversations?}, mentionAlerts?: bool}` → `{settings}` (person). Changes the given settings of the caller.
- **`settings.audit`** `{person?, app?, limit?}` → `{changes: [settingChange], more: bool}` (person, observer). Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.

## consent

- **`consent.answer`** `{consent, answer: "allow" | "notNow" | "never"}` → `{settings}` (person). Answers a consent request. The first answer from any device counts.

## highlight

- **`highlight.list`** `{app?, limit?, after?, person?}` → `{highlights: [personHighlight], more: bool}` or `{highlights: [appHighlight], more: bool}` (all). Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
- **`highlight.hide`** `{highlight}` → `{}` (person). Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
- **`highlight.restore`** `{highlight}` → `{}` (person). Undoes `highlight.hide`.
- **`highlight.display`** `{highlight, context}` → `{}` (app). Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).

## highlightCenter

- **`highlightCenter.getHighlight`** `{url}` → `{highlight}` (app). Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied (`center-errors`).
- **`highlightCenter.getCollaborationHighlight`** `{url}` → `{highlight}` (app). Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list it.
- **`highlightCenter.collaborationHighlight`** `{collaborationIdentifier}` → `{highlight}` (app). Returns the highlight of a collaboration, by its identifier.
- **`highlightCenter.postNotice`** `{url, event}` → `{notices: [id]}` (app). Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a membership event.
- **`highlightCenter.clearNotices`** `{url}` → `{cleared: [id]}` (app). Clears the notices about a link after the person saw it in the app.

## attribution

- **`attribution.attach`** `{highlight, context?}` → `{attribution}` (app). Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.
- **`attribution.show`** `{attribution}` → `{attribution}` (person). Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after the highlight left the list.

## identity

- **`identity.sign`** `{document?, url?, data}` → `{proof}` (app). Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.
- **`identity.challenge`** → `{challenge, expiresAt}` (app). Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an app with `proofs`.
- **`identity.prove`** `{document?, url?, challenge, proof}` → `{}` (app). Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its own reason. The challenge is used up in any case.

## notice

- **`notice.dismiss`** `{notice}` → `{notice}` (person). Removes a notice from the banner.
- **`notice.answer`** `{notice, action}` → `{notice}` (person). Answers a question to the owner with the id of one of its `actions`. An added person without the link receives it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.

## share

- **`share.create`** `{app, title, url?, backend?, access?, permission?, allowsInviting?: bool, document?, folder?, representations?: [representation]}` → `{share}` or **asked** (person). Shares a document in one save: the caller's document at that link or with that title, or a new one. The default back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app must answer first.
- **`share.send`** `{share, conversation, text?, people?: [handle], mode?: sharingMethod}` → `{message}` or **asked** (person). Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.
- **`share.get`** `{share?, url?}` → `{share}` (person). Returns a share as the caller sees it, with the conversations that have its link.
- **`share.accept`** `{share?, url?}` → `{share}` (person). Opens a share and clears its notices. Fails with `conflict` if its document was deleted.
- **`share.requestAccess`** `{url}` → `{}` (person). Asks the owner and the administrators of a private share for access, once until they answer. A share that allows no requests, and one that blocks the caller, are `not_found` like a missing one.
- **`share.list`** `{conversation?, person?, before?}` → `{shares: [shareView], more: bool}` (person, observer). Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first one as `before` to get the earlier ones.
- **`share.save`** `{share?, url?, revision?, title?, access?, permission?, allowsInviting?: bool, allowsAccessRequests?: bool, deny?: [handle], block?: [handle], unblock?: [handle], addOneTimeLinks?: [permission], removeOneTimeLinks?: [string], add?: [{handle, permission?, role?}], remove?: [handle], permissions?: [{handle, permission}], roles?: [{handle, role}], sendLink?: bool}` → **savedShare** or **asked** (person). Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document accepts no new people (`conflict`).
- **`share.addParticipant`** `{share?, url?, handle?, handles?: [handle], revision?, permission?, sendLink?: bool}` → **savedShare** or **asked** (person). Invites people. With `sendLink`, also sends them the link.
- **`share.removeParticipant`** `{share?, url?, handle?, handles?: [handle], revision?}` → **savedShare** or **asked** (person). Removes people from a share.
- **`share.setPermission`** `{share?, url?, handle?, handles?: [handle], revision?, permission}` → **savedShare** or **asked** (person). Sets the permission of some people, or of all who have no permission of their own.
- **`share.setRole`** `{share?, url?, revision?, handle, role}` → **savedShare** or **asked** (person). Makes a person `administrator` or `privateUser`.
- **`share.setInviting`** `{share?, url?, revision?, allowsInviting: bool}` → **savedShare** or **asked** (person). Allows or forbids participants to add people.
- **`share.setAccess`** `{share?, url?, revision?, access, handles?: [handle]}` → **savedShare** or **asked** (person). Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner and `handles`, whom it invites again.
- **`share.leave`** `{share?, url?}` → `{share}` (person). Leaves a share.
- **`share.stop`** `{share?, url?}` → `{share}` (person). Stops sharing with everyone.

## collaboration

- **`collaboration.offer`** `{app?, document?, share?, file?, backend?, representations?: [representation]}` → `{offer}` (person). Returns the content of the share sheet for an item, with the default options. Creates nothing.
- **`collaboration.start`** `{app?, title?, document?, conversation, mode?: sharingMethod, text?, backend?, options?: [string], representations?: [representation], localIdentifier?, content?}` → `{start}` (person). Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of one person.
- **`collaboration.cancel`** `{start}` → `{start}` (person). Cancels a start that waits for its app.
- **`collaboration.list`** → `{starts: [collaborationStart]}` (person). Returns the starts and changes that wait for the apps of the caller, oldest first.

## action

- **`action.fulfill`** `{action, url?, collaborationIdentifier?}` → `{}` (app). Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new `collaborationIdentifier`. If the server refuses them, the action stays open.
- **`action.fail`** `{action, message?}` → `{}` (app). Fails an action. Refused with `conflict` if the action was answered or has ended.

## app

- **`app.register`** `{app, name, domains: [string], association?, backends?: [backend], capabilities?: ["sharedWithYou" | "mentions"], previews?: [{path, title, subtitle?, glyph?, colour?}], menuTitleForHideAction?, shareOptions?: {groups: [group], summaries?: [{when?: [string], summary}]}, sharingMethods?: [sharingMethod], manageTitle?, activities?: [appActivity], excludedActivityTypes?: ["copyToPasteboard" | "print" | "saveToFiles"], documentTypes?: [string], proofs?: bool}` → `{app}` or `{app, warnings: [string]}` (observer). Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction` must contain Remove or Hide. `warnings` suggest improvements.
- **`app.get`** `{app?}` → `{app}` (all). Returns a registered app. An app sees only itself; a person sees no `association`.

## activity

- **`activity.offer`** `{activities?: [appActivity]}` → `{app}` or `{app, warnings: [string]}` (app). Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).
- **`activity.choose`** `{app, type, url, kind?: activityItemKind}` → `{}` (person). Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer it for this item.

## site

- **`site.publish`** `{domain, association}` → `{}` or `{warnings: [string]}` (observer). Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world has at most 1,000. `warnings` name invalid app ids, which are ignored.

## clock

- **`clock.now`** → `{clock: clockKind, now}` (all). Returns the time of the world.
- **`clock.advance`** `{milliseconds?, until?: "settled"}` → `{clock: clockKind, now}` (observer). Advances a virtual clock by a time or, with `until`, past all pending work.

## world

- **`world.create`** `{world, clock?: clockKind, seed?}` → `{}` (observer). Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its faults.
- **`world.reset`** `{world}` → `{}` (observer). Empties a world.
- **`world.delete`** `{world}` → `{}` (observer). Deletes a world.
- **`world.list`** → `{worlds: [worldSummary]}` (observer). Returns the worlds of a server, by name.

## fault

- **`fault.inject`** `{do: "drop" | "delay" | "duplicate" | "reorder" | "disconnect", milliseconds?, on: {notification?, to?, from?, device?, nth?, percent?}}` → `{fault}` (observer). Injects a fault into the delivery of notifications.
- **`fault.list`** → `{faults: [fault]}` (observer). Returns the faults of a world, oldest first.
- **`fault.clear`** `{fault?}` → `{}` (observer). Removes a fault, or all of them.

## delivery

- **`delivery.explain`** `{person, about}` → `{delivered: bool, reasons: [{rule, text}]}` (person, observer). Explains if and why a message, notice, highlight, question or link reached a person.

## journal

- **`journal.list`** `{kind?: "request" | "refusal" | "notification" | "silence" | "fault", person?, role?, app?, event?, url?, trace?, after?, number?, limit?}` → `{entries: [journalEntry], more: bool, cursor, number, end, since: {cursor, number}}` (observer). Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor` and `number` of this one.
- **`journal.verify`** `{kind?: "request" | "refusal" | "notification" | "silence" | "fault", person?, role?, app?, event?, url?, trace?, after?, count: {exactly?, atLeast?, atMost?}}` → `{holds?: bool, unknown?, count, matching: [journalEntry], nearMisses: [{what, why?: {rule, text}, entry?}], since: {cursor, number}}` (observer). Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near misses and rules.

## person

- **`person.list`** `{after?, limit?}` → `{people: [{handle, name, sessions}], more: bool}` (observer). Returns the people of a world, by handle, with their number of streams; 200 by default.

## document

- **`document.create`** `{app?, title, text?, url?, parent?, covers?}` → `{document, change?}` (person, app). Creates a document that only its owner sees. A person names the app. The default link is on the app's first domain.
- **`document.list`** `{app?, after?, person?}` → `{documents: [documentView], more: bool}` or `{documents: [appDocument], more: bool}` (all). Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is the last document of the previous page.
- **`document.get`** `{document?, url?}` → `{document, change?}` (all). Returns a document. An observer without `person` sees it as its owner does.
- **`document.open`** `{document?, url?}` → `{document, change?}` (person, app). Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
- **`document.close`** `{document?, url?}` → `{}` (person, app). Closes a document.
- **`document.edit`** `{document?, url?, text, revision}` → `{document, change?}` (person, app). Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in `data.document`.
- **`document.comment`** `{document?, url?, text}` → `{document, change?}` (person, app). Comments on a document; read permission is enough.
- **`document.rename`** `{document?, url?, title}` → `{document, change?}` (person, app). Renames a document and its share.
- **`document.move`** `{document?, url?, folder}` → `{document, change?}` (person, app). Moves a document to a folder.
- **`document.delete`** `{document?, url?}` → `{document, change?}` (person, app). Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer shared.

## Notifications

- **`message.posted`** `{cursor, message, alert?: bool}` (person). A new message.
- **`message.changed`** `{cursor, message, change, alert?: bool}` (person). A message was edited or unsent, or its tapbacks changed.
- **`receipt`** `{cursor, conversation, person, message, status: "delivered" | "read", sequence, at}` (person). The other person has read this message and all before it (one-to-one conversations only).
- **`typing`** `{conversation, person, typing: bool}` (person). A person types or stopped typing in a conversation (`typing-1to1`).
- **`conversation.changed`** `{cursor, conversation, line?}` (person). A conversation is new or changed; `line` is the new entry of its thread.
- **`deletion.changed`** `{cursor, conversation, change: "deleted" | "restored" | "erased", messages: [{first, last}], whole?: bool}` (person). The reader deleted, recovered or erased messages, on any of their devices.
- **`notice.posted`** `{cursor, notice, alert?: bool}` (person). A notice is new, or grew under the same id.
- **`notice.cleared`** `{cursor, notices: [id]}` (person). Notices left the reader's banner.
- **`consent.requested`** `{cursor, consent, app, conversation, url}` (person). A question about automatic sharing; `url` is empty if the link was unsent everywhere.
- **`highlights.changed`** `{cursor, added: [personHighlight], removed: [removedHighlight], updated: [personHighlight], reload?: bool}` (person). The reader's shelf changed.
- **`share.changed`** `{cursor, share: {id, app, title, url}, gone: "removed" | "left" | "stopped"}` (person). The reader lost a share.
- **`share.changed`** `{cursor, share}` (person). A share of the reader changed.
- **`settings.changed`** `{cursor, settings}` (person). The reader's settings changed. A question missing in `consents` was answered.
- **`collaboration.changed`** `{cursor, start}` (person). A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.
- **`highlights.changed`** `{cursor, added: [appHighlight], removed: [removedHighlight], updated: [appHighlight], reload?: bool}` (app). The app's list for this person changed. If only the permission changed, all three members are empty (`center-empty`).
- **`action.requested`** `{cursor, action}` (app). The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones; `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.
- **`action.ended`** `{cursor, action, outcome: "fulfilled" | "failed" | "timedOut" | "cancelled"}` (app). An action ended; for the app's other sessions.
- **`identities.removed`** `{cursor, identities: [{rootHash}], collaborationIdentifier, url}` (app). People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It needs no answer.
- **`userActivity`** `{activityType, webpageURL, app?, person?}` (app). The app should show a link, exactly as it was opened. Observers see the app and the person.
- **`activities.changed`** `{cursor, activities: [appActivity]}` (app). The app's actions on the share sheet changed for this person.
- **`activity.chosen`** `{type, url, kind: activityItemKind, app?, person?}` (app). A person chose an action of the app. Observers see the app and the person.
- **`person.changed`** `{cursor, handle, name}` (person). A person known to the reader has a new display name.
- **`fault.fired`** `{do: "drop" | "delay" | "duplicate" | "reorder" | "disconnect", milliseconds?, fault, notification, to, device?}` (observer). A fault occurred.
- **`request.done`** `{session, role, person?, app?, device?: {number, name?}, method, params?, traceparent?, at, result?, error?: {code, reason, message, rule?}, truncated?: bool}` (observer). A request was decided; for observers with `requests: true`.
- **`session.ended`** `{session, role, person?, app?, device?: {number, name?}}` (observer). A session ended; for observers with `requests: true`.
- **`document.changed`** `{cursor, document, change, by}` (person). A document that the reader can read changed.
- **`document.changed`** `{cursor, document, change, isMine: bool}` (app). A document of the app that its person can read changed.
- **`document.accessChanged`** `{cursor, document, url, access: "none" | "readOnly" | "readWrite"}` (app). The access of the app's person to a document changed. A deleted document is a `document.changed`.
- **`document.presence`** `{document, url, active: [handle]}` (person). The people who have a document open changed.
- **`document.presence`** `{document, url, activeParticipantCount}` (app). The number of people who have a document open changed.
- **`receipt`** `{conversation, person, message, status: "delivered" | "read", sequence, at}` (person). A message and all before it reached the other person.

## Shared results

- **savedShare** `{share, dropped: [handle], conversation?}`. A share after a save. The `dropped` people lost access, and `conversation` received the link.
- **asked** `{start, share?, dropped?: [handle]}`. A request that waits for the app's answer: its start, and the current or future share.

## Words

- **activityItemKind** `document`, `link`, `text`, `file`
- **clockKind** `real`, `virtual`
- **context** `summary`, `detail`
- **role** of a session `person`, `app`, `observer`
- **access** `private`, `public`
- **backend** `cloudRecord`, `file`, `custom`
- **permission** `readOnly`, `readWrite`
- **representation** `file`, `text`
- **role** of a share `owner`, `administrator`, `privateUser`, `publicUser`
- **sharingMethod** `collaborate`, `copy`
"""#
}
