import Synchronization

/// One uniform type: its identifier, its direct supertypes and its tags.
package struct TypeDeclaration: Sendable {
    /// The identifier in reverse domain notation.
    package let identifier: String

    /// The direct supertypes.
    package let supertypes: [String]

    /// The extensions of file names, the preferred one first.
    package var extensions: [String] = []

    /// The MIME types, the preferred one first.
    package var mimeTypes: [String] = []

    /// The name that a person reads.
    package var description: String?
    /// False if an unknown extension or MIME type has produced the type.
    package var isDeclared = true

    /// Creates a declaration without tags.
    package init(identifier: String, supertypes: [String], isDeclared: Bool = true) {
        self.identifier = identifier
        self.supertypes = supertypes
        self.isDeclared = isDeclared
    }
}

/// The uniform types that this process knows: the system's, and those that the app has declared.
package enum TypeTable {
    private static let added = Mutex<[String: TypeDeclaration]>([:])

    /// Returns the declaration of a type, or nil for an unknown identifier. Identifiers ignore case.
    package static func declaration(_ identifier: String) -> TypeDeclaration? {
        let key = identifier.lowercased()
        return SystemTypes.byIdentifier[key] ?? added.withLock { $0[key] }
    }

    /// Declares a type unless the system or the app has declared it already.
    package static func declare(_ declaration: TypeDeclaration) {
        let key = declaration.identifier.lowercased()
        guard SystemTypes.byIdentifier[key] == nil else { return }
        added.withLock { added in
            if added[key]?.isDeclared != true { added[key] = declaration }
        }
    }

    /// Returns all supertypes of a type, without the type itself.
    package static func supertypes(of identifier: String) -> Set<String> {
        var found: Set<String> = []
        var pending = declaration(identifier)?.supertypes ?? []
        while let next = pending.popLast() {
            guard found.insert(next).inserted else { continue }
            pending += declaration(next)?.supertypes ?? []
        }
        return found
    }

    /// Returns true if a type is the other or a subtype of it.
    package static func conforms(_ identifier: String, to other: String) -> Bool {
        let other = other.lowercased()
        return identifier.lowercased() == other || supertypes(of: identifier).contains { $0.lowercased() == other }
    }

    /// Returns the declared types that have an extension, the preferred one first.
    package static func identifiers(extension suffix: String) -> [String] {
        let suffix = suffix.lowercased()
        return identifiers { $0.extensions.firstIndex(of: suffix) }
    }

    /// Returns the declared types that have a MIME type, the preferred one first.
    package static func identifiers(mimeType: String) -> [String] {
        let mimeType = mimeType.lowercased()
        return identifiers { $0.mimeTypes.firstIndex(of: mimeType) }
    }

    /// Returns the preferred type of an extension.
    package static func identifier(extension suffix: String) -> String? {
        identifiers(extension: suffix).first
    }

    private static func identifiers(rank: (TypeDeclaration) -> Int?) -> [String] {
        let own = added.withLock { Array($0.values) }.sorted { $0.identifier < $1.identifier }
        let ranked = (SystemTypes.all + own).enumerated().compactMap { place, declaration in
            rank(declaration).map { (rank: $0, place: place, identifier: declaration.identifier) }
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.identifier)
    }
}

/// The uniform types that Apple's systems declare and that apps of this kind use.
enum SystemTypes {
    /// The types, each after the pattern `identifier | supertypes | extensions | MIME types | description`. The first
    /// extension and the first MIME type are the preferred ones.
    private static let rows = """
        public.item
        public.content
        public.data | public.item
        public.directory | public.item
        public.folder | public.directory |  |  | folder
        public.volume | public.folder |  |  | volume
        com.apple.package | public.directory |  |  | package
        com.apple.bundle | public.directory | bundle |  | bundle
        com.apple.application | public.executable |  |  | application
        com.apple.application-bundle | com.apple.application com.apple.bundle com.apple.package | app |  | application
        public.executable | public.data
        public.symlink | public.item
        public.composite-content | public.content
        public.url | public.data |  |  | URL
        public.file-url | public.url |  |  | file URL
        com.apple.internet-location | public.data |  |  | Internet location
        public.text | public.data public.content |  |  | text
        public.plain-text | public.text | txt text | text/plain | text document
        public.utf8-plain-text | public.plain-text |  |  | UTF-8 text
        public.utf16-plain-text | public.plain-text
        public.delimited-values-text | public.text
        public.comma-separated-values-text | public.delimited-values-text public.utf8-plain-text | csv | text/csv text/comma-separated-values | CSV document
        public.tab-separated-values-text | public.delimited-values-text public.utf8-plain-text | tsv | text/tab-separated-values | TSV document
        public.rtf | public.text | rtf | text/rtf application/rtf | RTF document
        com.apple.rtfd | com.apple.package public.composite-content | rtfd |  | RTFD document
        public.html | public.text | html htm shtml | text/html | HTML document
        public.xml | public.text | xml | application/xml text/xml | XML document
        public.yaml | public.text | yml yaml | application/x-yaml | YAML document
        public.json | public.text | json | application/json | JSON document
        public.css | public.text | css | text/css | CSS
        com.apple.property-list | public.data | plist | application/x-plist | property list
        public.source-code | public.plain-text
        public.swift-source | public.source-code | swift |  | Swift source
        public.script | public.source-code
        com.netscape.javascript-source | public.source-code public.executable | js mjs | text/javascript application/javascript | JavaScript
        net.daringfireball.markdown | public.plain-text | md markdown | text/markdown | Markdown document
        public.log | public.plain-text | log |  | log file
        com.adobe.pdf | public.data public.composite-content | pdf | application/pdf | PDF document
        public.image | public.data public.content |  |  | image
        public.jpeg | public.image | jpeg jpg jpe | image/jpeg | JPEG image
        public.tiff | public.image | tiff tif | image/tiff | TIFF image
        com.compuserve.gif | public.image | gif | image/gif | GIF image
        public.png | public.image | png | image/png | PNG image
        public.heic | public.heif-standard | heic | image/heic | HEIC image
        public.heif | public.heif-standard | heif | image/heif | HEIF image
        public.heif-standard | public.image
        org.webmproject.webp | public.image | webp | image/webp | WebP image
        com.microsoft.bmp | public.image | bmp | image/bmp | BMP image
        com.microsoft.ico | public.image | ico | image/vnd.microsoft.icon | Windows icon
        public.svg-image | public.image | svg svgz | image/svg+xml | SVG image
        com.apple.icns | public.image | icns |  | Apple icon image
        public.camera-raw-image | public.image
        com.apple.live-photo | public.content |  |  | Live Photo
        public.3d-content | public.content
        com.pixar.universal-scene-description-mobile | public.3d-content | usdz | model/vnd.usdz+zip | USDZ
        public.audiovisual-content | public.data public.content
        public.movie | public.audiovisual-content |  |  | movie
        public.video | public.movie |  |  | video
        public.audio | public.audiovisual-content |  |  | audio
        com.apple.quicktime-movie | public.movie | mov qt | video/quicktime | QuickTime movie
        public.mpeg | public.movie | mpg mpeg | video/mpeg | MPEG movie
        public.mpeg-4 | public.movie | mp4 | video/mp4 | MPEG-4 movie
        public.mpeg-4-audio | public.audio | mp4a | audio/mp4 | MPEG-4 audio
        com.apple.m4a-audio | public.audio | m4a | audio/x-m4a | Apple MPEG-4 audio
        public.mp3 | public.audio | mp3 | audio/mpeg | MP3 audio
        com.microsoft.waveform-audio | public.audio | wav wave | audio/vnd.wave audio/wav | Waveform audio
        public.aiff-audio | public.audio | aiff aif | audio/aiff | AIFF audio
        public.playlist | public.content
        public.m3u-playlist | public.text public.playlist | m3u m3u8 | audio/mpegurl | M3U playlist
        public.archive | public.data |  |  | archive
        public.zip-archive | public.archive com.pkware.zip-archive | zip | application/zip | ZIP archive
        com.pkware.zip-archive | public.archive
        org.gnu.gnu-zip-archive | public.archive | gz gzip | application/gzip application/x-gzip | gzip archive
        public.tar-archive | public.archive | tar | application/x-tar | tar archive
        public.presentation | public.composite-content
        public.spreadsheet | public.content
        public.database | public.data
        public.message | public.data
        public.contact | public.data
        public.vcard | public.text public.contact | vcf vcard | text/vcard text/directory | vCard
        public.to-do-item | public.data
        public.calendar-event | public.data
        com.apple.ical.ics | public.text public.calendar-event public.to-do-item | ics | text/calendar | calendar
        public.email-message | public.message
        public.bookmark | public.data
        com.apple.web-internet-location | com.apple.internet-location | webloc |  | Web site location
        public.font | public.data |  |  | font
        public.geojson | public.json | geojson | application/geo+json | GeoJSON document
        """

    static let all: [TypeDeclaration] = rows.split(separator: "\n").map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
            .map { String($0.last == " " ? $0.dropLast() : $0) }
        func words(_ index: Int) -> [String] {
            index < cells.count ? cells[index].split(separator: " ").map(String.init) : []
        }
        var declaration = TypeDeclaration(identifier: cells[0], supertypes: words(1))
        declaration.extensions = words(2)
        declaration.mimeTypes = words(3)
        declaration.description = cells.count > 4 ? cells[4] : nil
        return declaration
    }

    static let byIdentifier = Dictionary(all.map { ($0.identifier.lowercased(), $0) }) { first, _ in first }
}
