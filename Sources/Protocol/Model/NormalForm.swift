@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode's normal form C, in which equal texts have equal bytes.
    ///
    /// The standard library uses this form for comparisons and offers it only as an underscored property. The tables of
    /// another implementation would be larger than this module.
    package var inNormalFormC: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
