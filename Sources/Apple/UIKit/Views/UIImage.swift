public import Foundation
public import UnderstudyFoundation

/// A picture: a symbol of the system, an asset, or the bytes of a file. Nothing here decodes pixels.
///
/// `@unchecked Sendable` holds because every stored property is a constant of a Sendable type.
open class UIImage: NSObject, @unchecked Sendable {
    /// The treatment of the colours in a template.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// The name of the symbol or asset.
    package let name: String?

    /// True if `name` is the name of a symbol.
    public let isSymbolImage: Bool

    /// The treatment of the colours.
    public let renderingMode: RenderingMode
    private let data: Data?

    private init(name: String?, data: Data?, isSymbol: Bool = false, mode: RenderingMode = .automatic) {
        self.name = name
        self.data = data
        isSymbolImage = isSymbol
        renderingMode = mode
        super.init()
    }

    /// Creates a picture without content.
    public convenience override init() {
        self.init(name: nil, data: nil)
    }

    /// Creates a symbol. Every name but the empty one counts as a symbol of the system.
    public convenience init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.init(name: name, data: nil, isSymbol: true)
    }

    /// Creates the picture of a file in the app's bundle.
    public convenience init?(named name: String) {
        let suffixes = name.contains(".") ? [""] : ["png", "jpg", "jpeg", "heic", "gif"]
        let url = suffixes.lazy.compactMap { suffix in
            Bundle.main.url(forResource: name, withExtension: suffix.isEmpty ? nil : suffix)
        }.first
        guard let url, let data = try? Data(contentsOf: url) else { return nil }
        self.init(name: name, data: data)
    }

    /// Creates the picture of a file.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates a picture; nil if the bytes have none of the known signatures.
    public convenience init?(data: Data) {
        let signatures: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38], [0x42, 0x4D],
            [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A], [0x52, 0x49, 0x46, 0x46],
        ]
        let isHEIF = data.dropFirst(4).starts(with: Array("ftyp".utf8))
        guard isHEIF || signatures.contains(where: { data.starts(with: $0) }) else { return nil }
        self.init(name: nil, data: data)
    }

    /// The size in points: that of a PNG file, 20 by 20 for a symbol, and zero for every other picture.
    open var size: CGSize {
        guard let data, isPNG, data.count >= 24 else {
            return isSymbolImage ? CGSize(width: 20, height: 20) : .zero
        }
        func number(at offset: Int) -> Int { data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        return CGSize(width: number(at: 16), height: number(at: 20))
    }

    /// The pixels in a point.
    open var scale: CGFloat { 1 }

    /// Returns the bytes that the picture was made from, or nil without such.
    open func pngData() -> Data? { data }

    /// Returns the bytes that the picture was made from, or nil without such.
    open func jpegData(compressionQuality: CGFloat) -> Data? { data }

    /// Returns the picture with another treatment of its colours.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        UIImage(name: name, data: data, isSymbol: isSymbolImage, mode: renderingMode)
    }

    /// Returns the picture itself, because a terminal has no colours for it.
    open func withTintColor(_ color: UIColor) -> UIImage { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        if name == nil, data == nil { return self === other }
        return name == other.name && data == other.data && isSymbolImage == other.isSymbolImage
            && renderingMode == other.renderingMode
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(data)
        return hasher.finalize()
    }

    private var isPNG: Bool { data?.starts(with: [0x89, 0x50, 0x4E, 0x47]) ?? false }
}

extension UIImage: NSItemProviderReading, NSItemProviderWriting {
    /// Every type of picture.
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.image"] }

    /// The types of the bytes that a picture may be made from.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.png", "public.jpeg"] }

    /// The type of the bytes that the picture was made from.
    public var writableTypeIdentifiersForItemProvider: [String] { [isPNG ? "public.png" : "public.jpeg"] }

    /// Returns a picture of the bytes.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) as? Self else { throw CocoaError(.fileReadCorruptFile) }
        return image
    }

    /// Calls the handler at once with the bytes that the picture was made from.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(data, data == nil ? CocoaError(.fileReadNoSuchFile) : nil)
        return nil
    }
}
