import ChatProtocol

/// The handles that look like others. They contain letters of other scripts that have the form of a Latin letter, or
/// full-width letters (Unicode TS 39, the letters of its table that small handles can have).
package enum LookAlike {
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        let scripts = [
            ("аеорсухіјѕһԁԛԝкӏ", "aeopcyxijshdqwkl"), ("αονρικυχγ", "aovpikuxy"), ("օսոհɡı", "ounhgi"),
        ]
        var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (others, latin) in scripts {
            for (other, letter) in zip(others.unicodeScalars, latin.unicodeScalars) { letters[other] = letter }
        }
        return letters
    }()

    /// The distance of the code points from an ASCII character to its full-width form.
    private static let fullWidth: UInt32 = 0xFEE0

    /// Returns the Latin handle that a handle looks like; nil if it is Latin itself, or looks like none.
    static func latin(_ handle: String) -> String? {
        var latin = String.UnicodeScalarView()
        for scalar in handle.unicodeScalars {
            let wide = scalar.value &- fullWidth
            if scalar.isASCII {
                latin.append(scalar)
            } else if (0x21...0x7E).contains(wide), let plain = Unicode.Scalar(wide) {
                latin.append(plain)
            } else if let letter = letters[scalar] {
                latin.append(letter)
            } else {
                return nil
            }
        }
        let text = String(latin).lowercased()
        return text == handle ? nil : text
    }

    /// Returns the name, with a warning if the person's handle looks like another one.
    package static func marked(_ name: String, _ handle: String) -> String {
        latin(handle).map { "\(name) (⚠ not “\($0)”)" } ?? name
    }
}
