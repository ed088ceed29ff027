/// What an app gets for the attribution of a highlight: whoever draws for the person exchanges it for the names, and
/// the app itself can do nothing with it (`privacy-render`).
public typealias AttributionToken = Identifier<Attribution>
