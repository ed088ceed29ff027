@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode's normal form C, in which texts that are equal have equal bytes.
    ///
    /// The standard library compares by this form and shows it to those that ask by name alone; the tables of a second
    /// implementation would be larger than this module.
    package var inNormalFormC: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
