extension UTType {
    /// The root of the physical hierarchy: files, folders and data.
    public static var item: UTType { UTType(system: "public.item") }

    /// The root of what a person reads or edits.
    public static var content: UTType { UTType(system: "public.content") }

    /// Content of several kinds.
    public static var compositeContent: UTType { UTType(system: "public.composite-content") }

    /// A stream of bytes.
    public static var data: UTType { UTType(system: "public.data") }

    /// A directory.
    public static var directory: UTType { UTType(system: "public.directory") }

    /// A folder that a person opens.
    public static var folder: UTType { UTType(system: "public.folder") }

    /// The root of a volume.
    public static var volume: UTType { UTType(system: "public.volume") }

    /// A directory that looks like a file.
    public static var package: UTType { UTType(system: "com.apple.package") }

    /// A directory in the form of a bundle.
    public static var bundle: UTType { UTType(system: "com.apple.bundle") }

    /// An application.
    public static var application: UTType { UTType(system: "com.apple.application") }

    /// An application in the form of a bundle.
    public static var applicationBundle: UTType { UTType(system: "com.apple.application-bundle") }

    /// A program.
    public static var executable: UTType { UTType(system: "public.executable") }

    /// A symbolic link.
    public static var symbolicLink: UTType { UTType(system: "public.symlink") }

    /// The address of a resource.
    public static var url: UTType { UTType(system: "public.url") }

    /// The address of a file.
    public static var fileURL: UTType { UTType(system: "public.file-url") }

    /// A file that holds an address.
    public static var internetLocation: UTType { UTType(system: "com.apple.internet-location") }

    /// Text of any form.
    public static var text: UTType { UTType(system: "public.text") }

    /// Text without markup.
    public static var plainText: UTType { UTType(system: "public.plain-text") }

    /// Text in UTF-8.
    public static var utf8PlainText: UTType { UTType(system: "public.utf8-plain-text") }

    /// Text in UTF-16.
    public static var utf16PlainText: UTType { UTType(system: "public.utf16-plain-text") }

    /// Text in columns.
    public static var delimitedText: UTType { UTType(system: "public.delimited-values-text") }

    /// Text in columns, separated by commas.
    public static var commaSeparatedText: UTType { UTType(system: "public.comma-separated-values-text") }

    /// Text in columns, separated by tabulators.
    public static var tabSeparatedText: UTType { UTType(system: "public.tab-separated-values-text") }

    /// Rich text.
    public static var rtf: UTType { UTType(system: "public.rtf") }

    /// Rich text with attachments.
    public static var rtfd: UTType { UTType(system: "com.apple.rtfd") }

    /// HTML.
    public static var html: UTType { UTType(system: "public.html") }

    /// XML.
    public static var xml: UTType { UTType(system: "public.xml") }

    /// YAML.
    public static var yaml: UTType { UTType(system: "public.yaml") }

    /// JSON.
    public static var json: UTType { UTType(system: "public.json") }

    /// GeoJSON.
    public static var geoJSON: UTType { UTType(system: "public.geojson") }

    /// A property list.
    public static var propertyList: UTType { UTType(system: "com.apple.property-list") }

    /// Source code.
    public static var sourceCode: UTType { UTType(system: "public.source-code") }

    /// Source code in Swift.
    public static var swiftSource: UTType { UTType(system: "public.swift-source") }

    /// Source code in JavaScript.
    public static var javaScript: UTType { UTType(system: "com.netscape.javascript-source") }

    /// A style sheet.
    public static var css: UTType { UTType(system: "public.css") }

    /// A log of a system or an app.
    public static var log: UTType { UTType(system: "public.log") }

    /// A PDF document.
    public static var pdf: UTType { UTType(system: "com.adobe.pdf") }

    /// A picture.
    public static var image: UTType { UTType(system: "public.image") }

    /// A JPEG picture.
    public static var jpeg: UTType { UTType(system: "public.jpeg") }

    /// A TIFF picture.
    public static var tiff: UTType { UTType(system: "public.tiff") }

    /// A GIF picture.
    public static var gif: UTType { UTType(system: "com.compuserve.gif") }

    /// A PNG picture.
    public static var png: UTType { UTType(system: "public.png") }

    /// A HEIC picture.
    public static var heic: UTType { UTType(system: "public.heic") }

    /// A HEIF picture.
    public static var heif: UTType { UTType(system: "public.heif") }

    /// A WebP picture.
    public static var webP: UTType { UTType(system: "org.webmproject.webp") }

    /// A Windows bitmap.
    public static var bmp: UTType { UTType(system: "com.microsoft.bmp") }

    /// A Windows icon.
    public static var ico: UTType { UTType(system: "com.microsoft.ico") }

    /// An SVG picture.
    public static var svg: UTType { UTType(system: "public.svg-image") }

    /// An icon of Apple's.
    public static var icns: UTType { UTType(system: "com.apple.icns") }

    /// A picture as the camera's sensor took it.
    public static var rawImage: UTType { UTType(system: "public.camera-raw-image") }

    /// A Live Photo.
    public static var livePhoto: UTType { UTType(system: "com.apple.live-photo") }

    /// Content in three dimensions.
    public static var threeDContent: UTType { UTType(system: "public.3d-content") }

    /// A scene in USDZ.
    public static var usdz: UTType { UTType(system: "com.pixar.universal-scene-description-mobile") }

    /// Sound, pictures in motion, or both.
    public static var audiovisualContent: UTType { UTType(system: "public.audiovisual-content") }

    /// Pictures in motion, with or without sound.
    public static var movie: UTType { UTType(system: "public.movie") }

    /// Pictures in motion without sound.
    public static var video: UTType { UTType(system: "public.video") }

    /// Sound.
    public static var audio: UTType { UTType(system: "public.audio") }

    /// A QuickTime movie.
    public static var quickTimeMovie: UTType { UTType(system: "com.apple.quicktime-movie") }

    /// An MPEG movie.
    public static var mpeg: UTType { UTType(system: "public.mpeg") }

    /// An MPEG-4 movie.
    public static var mpeg4Movie: UTType { UTType(system: "public.mpeg-4") }

    /// MPEG-4 sound.
    public static var mpeg4Audio: UTType { UTType(system: "public.mpeg-4-audio") }

    /// MP3 sound.
    public static var mp3: UTType { UTType(system: "public.mp3") }

    /// Waveform sound.
    public static var wav: UTType { UTType(system: "com.microsoft.waveform-audio") }

    /// AIFF sound.
    public static var aiff: UTType { UTType(system: "public.aiff-audio") }

    /// A list of media.
    public static var playlist: UTType { UTType(system: "public.playlist") }

    /// An archive of files.
    public static var archive: UTType { UTType(system: "public.archive") }

    /// A ZIP archive.
    public static var zip: UTType { UTType(system: "public.zip-archive") }

    /// A gzip archive.
    public static var gzip: UTType { UTType(system: "org.gnu.gnu-zip-archive") }

    /// A presentation.
    public static var presentation: UTType { UTType(system: "public.presentation") }

    /// A spreadsheet.
    public static var spreadsheet: UTType { UTType(system: "public.spreadsheet") }

    /// A database.
    public static var database: UTType { UTType(system: "public.database") }

    /// A message.
    public static var message: UTType { UTType(system: "public.message") }

    /// An e-mail message.
    public static var emailMessage: UTType { UTType(system: "public.email-message") }

    /// A person's contact data.
    public static var contact: UTType { UTType(system: "public.contact") }

    /// A contact in vCard form.
    public static var vCard: UTType { UTType(system: "public.vcard") }

    /// A task.
    public static var toDoItem: UTType { UTType(system: "public.to-do-item") }

    /// An event of a calendar.
    public static var calendarEvent: UTType { UTType(system: "public.calendar-event") }

    /// A bookmark.
    public static var bookmark: UTType { UTType(system: "public.bookmark") }

    /// A font.
    public static var font: UTType { UTType(system: "public.font") }
}
