import Testing
import UnderstudyFoundation

@Suite("Item providers")
struct ItemProviderTests {
    @Test("a provider offers its types in the order of registration, and a second registration keeps the place")
    func orderOfTypes() {
        let provider = NSItemProvider()
        for identifier in ["public.json", "public.png", "public.json"] {
            provider.registerDataRepresentation(forTypeIdentifier: identifier, visibility: .all) { completion in
                completion(Data(identifier.utf8), nil)
                return nil
            }
        }
        #expect(provider.registeredTypeIdentifiers == ["public.json", "public.png"])
    }

    @Test("a provider conforms to the supertypes of its types, but not to their siblings")
    func conformance() {
        let provider = NSItemProvider(object: NSString(string: "flour"))
        #expect(provider.hasItemConformingToTypeIdentifier("public.text"))
        #expect(provider.hasItemConformingToTypeIdentifier("public.utf8-plain-text"))
        #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
    }

    @Test("a load runs its handler away from the caller's thread and calls back once")
    func loadRunsOnAQueue() async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { completion in
            completion(Data(Thread.isMainThread ? [1] : [0]), nil)
            completion(nil, CocoaError(.fileNoSuchFile))
            return nil
        }
        let data = try await load(provider, "public.data")
        #expect(data == Data([0]))
    }

    @Test("a load of a type that nobody registered fails with the domain of item providers")
    func missingType() async {
        let provider = NSItemProvider(object: NSString(string: "flour"))
        let error = await #expect(throws: NSError.self) { _ = try await load(provider, "public.image") }
        #expect(error?.domain == NSItemProvider.errorDomain)
        #expect(error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
    }

    @Test("a string and a URL come back as the Swift types that were registered")
    func objects() async throws {
        let url = try #require(URL(string: "https://recipes.example/bread"))
        let provider = NSItemProvider(object: url as NSURL)
        #expect(provider.canLoadObject(ofClass: URL.self))
        #expect(!provider.canLoadObject(ofClass: String.self))
        let loaded = await withCheckedContinuation { continuation in
            provider.loadObject(ofClass: URL.self) { url, _ in continuation.resume(returning: url) }
        }
        #expect(loaded == url)
    }

    @Test("a lazily registered object is made at the load, and its error reaches the receiver")
    func lazyObject() async {
        let provider = NSItemProvider()
        provider.registerObject(ofClass: String.self, visibility: .all) { completion in
            completion(nil, CocoaError(.userCancelled))
            return nil
        }
        let error = await withCheckedContinuation { continuation in
            provider.loadObject(ofClass: String.self) { _, error in continuation.resume(returning: error) }
        }
        #expect((error as? CocoaError)?.code == .userCancelled)
    }

    @Test("an object of an app's own class survives the way through its data")
    func ownClass() async throws {
        let provider = NSItemProvider(object: RecipeItem("bread"))
        let name = await withCheckedContinuation { continuation in
            provider.loadObject(ofClass: RecipeItem.self) { object, _ in
                continuation.resume(returning: (object as? RecipeItem)?.name)
            }
        }
        #expect(name == "bread")
    }

    @Test("a file representation is a file of the suggested name, and is gone after the handler")
    func fileRepresentation() async throws {
        let provider = NSItemProvider(object: NSString(string: "flour"))
        provider.suggestedName = "../list.txt"
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        let found = await withCheckedContinuation { continuation in
            provider.loadFileRepresentation(forTypeIdentifier: "public.text") { [release = Release(signal)] url, _ in
                let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                continuation.resume(returning: (url, text))
                withExtendedLifetime(release) {}
            }
        }
        #expect(found.0?.lastPathComponent == "list.txt")
        #expect(found.1 == "flour")
        let path = try #require(found.0?.path)
        #expect(!path.contains(".."), "the name leads to no other folder")
        // The provider releases the handler after its own work.
        for await _ in end {}
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private func load(_ provider: NSItemProvider, _ identifier: String) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: identifier) { data, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: data)
                }
            }
        }
    }
}

/// Ends a stream when the closure that holds it is released.
private final class Release: Sendable {
    private let signal: AsyncStream<Void>.Continuation

    init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }

    deinit { signal.finish() }
}

/// A class as an app writes it.
private final class RecipeItem: NSObject, NSItemProviderReading, NSItemProviderWriting {
    static let readableTypeIdentifiersForItemProvider = ["com.example.recipe"]
    static let writableTypeIdentifiersForItemProvider = ["com.example.recipe"]
    let name: String

    init(_ name: String) {
        self.name = name
    }

    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let recipe = RecipeItem(String(decoding: data, as: UTF8.self)) as? Self else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return recipe
    }

    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(name.utf8), nil)
        return nil
    }
}
