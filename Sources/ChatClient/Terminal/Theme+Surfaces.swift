extension Theme {
    /// Returns the background colour of a surface; nil for the terminal's own.
    func surface(_ surface: Style.Surface) -> Shade? {
        switch surface {
        case .none: background
        case .ownBubble: pick(Shade(4, 18, 0x1F4585), Shade(4, 189, 0xCFE0FF), Shade(4, 17, 0x00318A))
        case .otherBubble: pick(Shade(8, 237, 0x3A3A3A), Shade(8, 254, 0xE2E2E2), Shade(8, 237, 0x363636))
        case .banner: pick(Shade(5, 54, 0x5F1F7F), Shade(5, 225, 0xEFD7FF), Shade(5, 53, 0x4F006F))
        case .selection: pick(Shade(6, 23, 0x00525F), Shade(6, 195, 0xAFF0F0), Shade(6, 18, 0x00454F))
        case .material: pick(Shade(0, 233, 0x1C1C1C), Shade(15, 230, 0xFFFFDF), Shade(1, 52, 0x5A1A00))
        // Thumbnails are bright in every theme, and the text on them is black.
        case .red: Shade(9, 210, 0xFF8787)
        case .orange: Shade(3, 215, 0xFFAF5F)
        case .yellow: Shade(11, 227, 0xFFEF5F)
        case .green: Shade(10, 120, 0x87E78F)
        case .blue: Shade(14, 117, 0x7FC7FF)
        case .purple: Shade(12, 183, 0xCFA7FF)
        case .pink: Shade(13, 218, 0xFF9FDF)
        case .grey: Shade(7, 249, 0xB4B4B4)
        }
    }
}

extension Style.Surface {
    /// True if the surface is one of the colours that an app registers.
    var isThumbnail: Bool { rawValue >= Style.Surface.red.rawValue }
}
