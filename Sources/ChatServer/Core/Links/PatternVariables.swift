import ChatProtocol

/// The variables `$(name)` of a pattern (`ul-vars`): the lists of a file and the built-in ones (`ul-vars-builtin`). A
/// list of the file replaces a built-in variable with the same name.
struct PatternVariables: Sendable, Equatable {
    /// A built-in variable that matches one character.
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
    /// The compiled lists by name and options. Each is compiled once, because patterns can use it often.
    private var made: [String: [LinkPattern.Options: PatternWords]] = [:]

    init(_ lists: [String: [String]] = [:]) {
        self.lists = lists
    }

    /// Returns the words of a list; nil if there is no list with that name.
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

    /// The languages of CLDR, which Foundation lists as `Locale.LanguageCode.isoLanguageCodes`: the two-letter codes of
    /// ISO 639-1, and the three-letter codes of ISO 639-2 and 639-3 for languages without one. The older codes of ISO
    /// 639-1 are included.
    static let languages = """
        aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang anp apw ar arc arn aro arp arq \
        ars arw ary arz as asa ase ast av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem ber bew bez bfd bfq \
        bg bgc bgn bh bho bi bik bin bjn bkm bla blo bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn byv ca cad \
        car cay cch ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ckb co cop cps cr crh cs csb csw cu cv \
        cy da dak dar dav de del den dgr din dje doi dsb dtp dua dum dv dyo dyu dz dzg ebu ee efi egl egy eka el elx \
        en enm eo es esu et eu ewo ext fa fan fat ff fi fil fit fj fo fon fr frc frm fro frp frr frs fur fy ga gaa gag \
        gan gay gba gbz gd gez gil gl glk gmh gn goh gom gon gor got grb grc gsw gu guc gur guz gv gwi ha hai hak haw \
        he hi hif hil hit hmn ho hr hsb hsn ht hu hup hy hz ia iba ibb id ie ig ii ik ilo inh io is it iu izh ja jam \
        jbo jgo jmc jpr jrb jut jv ka kaa kab kac kaj kam kaw kbd kbl kcg kde kea ken kfo kg kgp kha kho khq khw ki \
        kiu kj kk kkj kl kln km kmb kn ko koi kok kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kxv \
        ky la lad lag lah lam lb lez lfn lg li lij liv lkt lmo ln lo lol loz lrc lt ltg lu lua lui lun luo lus lut luy \
        lv lzh lzz mad maf mag mai mak man mas mde mdf mdh mdr men mer mfe mg mga mgh mgo mh mi mic mid min mis mk ml \
        mn mnc mni moh mos mr mrj ms mt mua mul mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia \
        niu njo nl nmg nn nnh nnp no nog non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj om or os osa ota otk \
        oui pa pag pal pam pap pau pcd pcm pdc pdt peo pfl phn pi pl pms pnt pon pqm prg pro ps pt qu quc qug raj rap \
        rar rej rgn rhg rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba sbp sc scn \
        sco sd sdc sdh se see seh sei sel ses sg sga sgs shi shn shu si sid sjd sje sju sk sl sli sly sm sma smj smn \
        sms sn snk so sog sq sr srn srr ss ssy st stq su suk sus sux sv sw swb syc syr szl ta tcy te tem teo ter tet \
        tg th ti tig tiv tk tkl tkr tl tlh tli tly tmh tn to tog tok tpi tr tru trv ts tsd tsi tt ttt tum tvl tw twq \
        ty tyv tzm udm ug uga uk umb und ur uz vai ve vec vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp wo \
        wuu xal xh xmf xnr xog yao yap yav ybb yi yo yrl yue za zap zbl zea zen zgh zh zu zun zxx zza
        """.split(separator: " ").map(String.init)

    /// The two-letter codes of ISO 3166-1, with the reserved codes that CLDR uses, such as XK for Kosovo.
    static let regions = """
        AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY \
        BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET \
        FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN \
        IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG \
        MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL \
        PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD \
        TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """.split(separator: " ").map(String.init)
}

/// The words of a variable, one of which must match (`ul-vars`).
///
/// Plain words are stored as a trie, so that a list of a thousand words costs as much as its longest word. Words with
/// wildcards are tried one by one.
struct PatternWords: Sendable, Equatable {
    /// A prefix of a word. The prefixes that are longer by one letter are adjacent in `nodes`, in ascending order.
    private struct Node: Sendable, Equatable {
        var letter: Unicode.Scalar
        var firstNext: Int32 = 0
        var nextCount: Int32 = 0
        var isEnd = false
    }

    private var nodes = [Node(letter: "\0")]
    private var depth = 0
    private var patterns: [[LinkPattern.Piece]] = []

    init(_ words: [String], _ options: LinkPattern.Options) {
        var plain: [[Unicode.Scalar]] = []
        for word in words {
            // A word may contain wildcards, but no other variable.
            var parser = LinkPatternParser(word, options: options)
            let pieces = parser.piecesOfWord()
            switch (pieces.count, pieces.first) {
            case (0, _): plain.append([])
            case (1, .literal(let scalars)): plain.append(scalars)
            default: patterns.append(pieces)
            }
        }
        plant(plain.sorted { $0.lexicographicallyPrecedes($1) })
        depth = plain.reduce(0) { max($0, $1.count) }
    }

    /// Builds the trie, level by level.
    private mutating func plant(_ words: [[Unicode.Scalar]]) {
        var open: [(node: Int, words: Range<Int>)] = [(0, words.indices)]
        var level = 0
        while !open.isEmpty {
            var longer: [(node: Int, words: Range<Int>)] = []
            for (node, range) in open {
                let start = range.first { words[$0].count > level } ?? range.upperBound
                nodes[node].isEnd = start > range.lowerBound
                nodes[node].firstNext = Int32(nodes.count)
                var index = start
                while index < range.upperBound {
                    let letter = words[index][level]
                    let end = words[index..<range.upperBound].firstIndex { $0[level] != letter } ?? range.upperBound
                    longer.append((nodes.count, index..<end))
                    nodes.append(Node(letter: letter))
                    index = end
                }
                nodes[node].nextCount = Int32(nodes.count) - nodes[node].firstNext
            }
            open = longer
            level += 1
        }
    }

    private func next(of node: Int, _ letter: Unicode.Scalar) -> Int? {
        var low = Int(nodes[node].firstNext)
        let end = low + Int(nodes[node].nextCount)
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].letter < letter { low = middle + 1 } else { high = middle }
        }
        return low < end && nodes[low].letter == letter ? low : nil
    }

    /// An upper bound for the steps at each position in a text.
    var weight: Int { 2 + depth + patterns.reduce(0) { $0 + 1 + LinkPattern.weight(of: $1) } }

    /// Returns an upper bound for the steps from several adjacent positions.
    ///
    /// - Parameter span: the number of start positions; then the number of positions that the words reach.
    func stepsMax(from span: inout Int, _ positions: Int) -> Int {
        var steps = span * (1 + depth)
        var reach = depth
        for pattern in patterns {
            var width = span
            steps += LinkPattern.stepsMax(pattern, from: &width, positions)
            reach = max(reach, LinkPattern.length(of: pattern) ?? positions)
        }
        span = min(positions, span + reach)
        return steps + (1 + patterns.count) * span
    }

    /// Returns the positions that the words can reach from the start positions, in ascending order.
    func places(
        from start: [Int], in text: [Unicode.Scalar], _ options: LinkPattern.Options, steps: inout Int
    ) -> [Int] {
        guard let lowest = start.first, let highest = start.last else { return [] }
        let reach = patterns.reduce(depth) { max($0, LinkPattern.length(of: $1) ?? text.count) }
        var isReached = [Bool](repeating: false, count: min(text.count, highest + reach) - lowest + 1)
        steps += isReached.count
        for place in start {
            var node = 0
            var index = place
            steps += 1
            if nodes[0].isEnd { isReached[place - lowest] = true }
            while index < text.count, let next = next(of: node, text[index]) {
                node = next
                index += 1
                steps += 1
                if nodes[node].isEnd { isReached[index - lowest] = true }
            }
        }
        for pattern in patterns {
            for place in LinkPattern.places(pattern, from: start, in: text, options, steps: &steps) {
                steps += 1
                isReached[place - lowest] = true
            }
        }
        return isReached.indices.filter { isReached[$0] }.map { $0 + lowest }
    }
}
