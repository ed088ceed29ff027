import ChatTerminal

/// Where the mentions of a text stand in its lines, once it is wrapped.
enum MentionMarks {
    /// A stretch of a line, marked or not.
    struct Piece: Equatable {
        var text: String
        var isMention: Bool
    }

    /// The lines in pieces. Wrapping keeps the order of all that is not a space, so that both are read side by side.
    ///
    /// - Parameter mentions: ranges in UTF-16 code units of the text.
    static func pieces(of lines: [String], text: String, mentions: [Range<Int>]) -> [[Piece]] {
        guard !mentions.isEmpty else { return lines.map { [Piece(text: $0, isMention: false)] } }
        var signs = self.signs(of: text, mentions)[...]
        return lines.map { line in
            var pieces: [Piece] = []
            for character in line {
                while let next = signs.first, next.character != character { signs.removeFirst() }
                let isMention = signs.popFirst()?.isMention ?? false
                if pieces.last?.isMention == isMention {
                    pieces[pieces.count - 1].text.append(character)
                } else {
                    pieces.append(Piece(text: String(character), isMention: isMention))
                }
            }
            return pieces
        }
    }

    private static func signs(of text: String, _ mentions: [Range<Int>]) -> [(character: Character, isMention: Bool)] {
        var signs: [(Character, Bool)] = []
        var offset = 0
        for character in text {
            let isMention = mentions.contains { $0.contains(offset) }
            for cleaned in CleanText.line(String(character)) { signs.append((cleaned, isMention)) }
            offset += character.utf16.count
        }
        return signs
    }
}
