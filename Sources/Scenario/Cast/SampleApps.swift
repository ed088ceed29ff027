import ChatProtocol

/// Samples of the kinds of apps that the system provides (`sw-system-apps`): news, music, podcasts, television and
/// photos. Links of no app open in the browser.
enum SampleApps {
    /// The apps, each with its website and the preview of its links.
    static var all: [CastApp] {
        [
            app("News", "news.example/story/*", "A story", "From the morning paper", "📰", .red),
            app("Music", "music.example/album/*", "An album", "Twelve songs", "🎵", .pink),
            app("Podcasts", "podcasts.example/show/*", "An episode", "Half an hour", "🎙", .purple),
            app("TV", "tv.example/film/*", "A film", "Two hours", "🎬", .grey),
            app("Photos", "photos.example/album/*", "A shared album", "Thirty photos", "🌄", .yellow),
        ]
    }

    private static func app(
        _ name: String, _ links: String, _ title: String, _ subtitle: String, _ glyph: String,
        _ colour: LinkPreview.Colour
    ) -> CastApp {
        var app = CastApp(name: name)
        app.rules = [CastApp.Rule(links, isExcluded: false)].compactMap { $0 }
        let path = app.rules.first?.path ?? "*"
        app.previews = [
            AppPreview(path: path, content: LinkPreview(title: title, subtitle: subtitle, glyph: glyph, colour: colour))
        ]
        return app
    }
}
