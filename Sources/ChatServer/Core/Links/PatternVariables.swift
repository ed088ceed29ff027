/// What `$(name)` stands for in a pattern (`ul-vars`): the lists of a file, and those that are built in
/// (`ul-vars-builtin`). A list of the file hides a built-in one of its name.
struct PatternVariables: Sendable, Equatable {
    /// A built-in variable that stands for one character.
    enum CharacterClass: String, Sendable, CaseIterable {
        case alpha
        case upper
        case lower
        case alnum
        case digit
        case xdigit

        func contains(_ scalar: Unicode.Scalar, _ options: LinkPattern.Options) -> Bool {
            guard scalar.isASCII else { return false }
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isLetter = ASCII.isLower(byte) || ASCII.isUpper(byte)
            return switch self {
            case .alpha: isLetter
            case .upper: options.isCaseSensitive ? ASCII.isUpper(byte) : isLetter
            case .lower: options.isCaseSensitive ? ASCII.isLower(byte) : isLetter
            case .alnum: isLetter || ASCII.isDigit(byte)
            case .digit: ASCII.isDigit(byte)
            case .xdigit: ASCII.hexValue(byte) != nil
            }
        }
    }

    private let lists: [String: [String]]
    /// Each list in the forms in which it was asked for, made once: a pattern may name it often.
    private var made: [String: [LinkPattern.Options: PatternWords]] = [:]

    init(_ lists: [String: [String]] = [:]) {
        self.lists = lists
    }

    /// The words of a list; nil if there is no list of that name.
    mutating func words(of name: String, _ options: LinkPattern.Options) -> PatternWords? {
        if let words = made[name]?[options] { return words }
        if let list = lists[name] {
            let words = PatternWords(list, options)
            made[name, default: [:]][options] = words
            return words
        }
        switch name {
        case "lang": return Self.languageWords[options]
        case "region": return Self.regionWords[options]
        default: return nil
        }
    }

    private static func compiled(_ words: [String]) -> [LinkPattern.Options: PatternWords] {
        Dictionary(uniqueKeysWithValues: LinkPattern.Options.all.map { ($0, PatternWords(words, $0)) })
    }

    private static let languageWords = compiled(languages)
    private static let regionWords = compiled(regions)

    /// ISO 639-1.
    static let languages = """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
        en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
        ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
        nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so \
        sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init)

    /// ISO 3166-1, two letters.
    static let regions = """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(separator: " ").map(String.init)
}
