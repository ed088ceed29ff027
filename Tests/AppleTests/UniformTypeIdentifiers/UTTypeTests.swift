import Testing
import UnderstudyUniformTypeIdentifiers

@Suite("Uniform types")
struct UTTypeTests {
    @Test("a type conforms to itself and to its distant supertypes, but is no subtype of itself")
    func conformance() {
        #expect(UTType.png.conforms(to: .png))
        #expect(UTType.png.conforms(to: .item))
        #expect(UTType.png.isSubtype(of: .image))
        #expect(!UTType.png.isSubtype(of: .png))
        #expect(!UTType.image.conforms(to: .png))
        #expect(UTType.png.supertypes.isSuperset(of: [.image, .data, .item, .content]))
    }

    @Test("every system type that a constant names has a declaration with known supertypes")
    func constantsAreDeclared() {
        let types: [UTType] = [
            .item, .content, .data, .url, .fileURL, .text, .plainText, .utf8PlainText, .rtf, .html, .json, .pdf, .image,
            .png, .jpeg, .movie, .audio, .folder, .package, .usdz, .vCard, .zip, .bookmark, .rawImage, .livePhoto,
        ]
        for type in types {
            #expect(type.isDeclared, "\(type)")
            let unknown = TypeTable.supertypes(of: type.identifier).filter { TypeTable.declaration($0) == nil }
            #expect(unknown.isEmpty, "\(type)")
        }
    }

    @Test("an extension and a MIME type lead to the same type in either case")
    func tags() {
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(mimeType: "image/jpeg") == .jpeg)
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.plainText.preferredMIMEType == "text/plain")
        #expect(UTType(tag: "png", tagClass: .filenameExtension, conformingTo: .text)?.isDynamic == true)
    }

    @Test("an unknown extension makes a dynamic type that remembers it")
    func dynamicType() throws {
        let type = try #require(UTType(filenameExtension: "recipebox"))
        #expect(type.isDynamic)
        #expect(!type.isDeclared)
        #expect(type.preferredFilenameExtension == "recipebox")
        #expect(type.conforms(to: .data))
        #expect(UTType(filenameExtension: "recipebox") == type)
    }

    @Test("an identifier is unknown until the app exports it, and then conforms to its parent")
    func exportedType() {
        #expect(UTType("com.example.exported-recipe") == nil)
        let type = UTType(exportedAs: "com.example.exported-recipe", conformingTo: .json)
        #expect(UTType("com.example.exported-recipe") == type)
        #expect(type.conforms(to: .text))
    }

    @Test("a type is coded as its identifier alone")
    func coding() throws {
        let data = try JSONEncoder().encode([UTType.json])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.json"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.json])
    }

    @Test("a component gets the type's extension unless it has one of the type's extensions already")
    func pathExtensions() {
        let folder = URL(fileURLWithPath: "/tmp/box")
        #expect(folder.appendingPathComponent("bread", conformingTo: .jpeg).lastPathComponent == "bread.jpeg")
        #expect(folder.appendingPathComponent("bread.jpg", conformingTo: .jpeg).lastPathComponent == "bread.jpg")
    }

    @Test("a provider lists the content types that conform to a type in the order of registration")
    func contentTypes() {
        let provider = NSItemProvider()
        for type in [UTType.json, .png, .plainText] {
            provider.registerDataRepresentation(for: type, visibility: .all) { completion in
                completion(nil, nil)
                return nil
            }
        }
        #expect(provider.registeredContentTypes(conformingTo: .text) == [.json, .plainText])
    }
}
