import ChatProtocol

/// The lists of items that a trace contains once each and refers to by index.
enum TraceList: String, CaseIterable {
    case styles, rows, screens, names, texts, decisions, pages
}

/// The indices in the JSON of stories and of the items that they show, as ``TraceStep`` and ``TraceScreens`` write
/// them.
enum TraceStory {
    /// Maps an index in a list to another one.
    typealias Placing = (TraceList, Int64) -> Int64

    /// Returns a story with its indices replaced.
    static func replacingPlaces(in story: JSONValue, _ place: Placing) -> JSONValue {
        replacing(story) { key, value in
            switch key {
            case "failure": failure(value, place)
            case "steps":
                .array(
                    (value.arrayValue ?? []).map { step in
                        replacing(step) { key, value in
                            switch key {
                            case "screens": each(value) { row($0, [.names, nil, .screens], place) }
                            case "wire": each(value) { row($0, [.names, nil, .texts], place) }
                            case "decisions": each(value) { placed($0, .decisions, place) }
                            case "pages": each(value) { placed($0, .pages, place) }
                            case "failure": failure(value, place)
                            default: value
                            }
                        }
                    })
            default: value
            }
        }
    }

    /// Returns an item of a list with the indices in it replaced.
    static func replacingPlaces(in value: JSONValue, of list: TraceList, _ place: Placing) -> JSONValue {
        guard let elements = value.arrayValue else { return value }
        switch list {
        case .rows:
            return .array(elements.enumerated().map { $0.isMultiple(of: 2) ? placed($1, .styles, place) : $1 })
        case .screens: return .array(elements.enumerated().map { $0 < 2 ? $1 : placed($1, .rows, place) })
        case .styles, .names, .texts, .decisions, .pages: return value
        }
    }

    private static func failure(_ value: JSONValue, _ place: Placing) -> JSONValue {
        replacing(value) { key, value in key == "trail" ? each(value) { placed($0, .decisions, place) } : value }
    }

    private static func row(_ value: JSONValue, _ lists: [TraceList?], _ place: Placing) -> JSONValue {
        .array(
            zip(value.arrayValue ?? [], lists).map { element, list in list.map { placed(element, $0, place) } ?? element
            })
    }

    private static func placed(_ value: JSONValue, _ list: TraceList, _ place: Placing) -> JSONValue {
        value.integerValue.map { .integer(place(list, $0)) } ?? value
    }

    private static func each(_ value: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        .array((value.arrayValue ?? []).map(change))
    }

    private static func replacing(_ value: JSONValue, _ change: (String, JSONValue) -> JSONValue) -> JSONValue {
        .object(
            JSONObject(
                (value.objectValue?.members ?? []).map {
                    JSONObject.Member(key: $0.key, value: change($0.key, $0.value))
                }))
    }
}
