import Testing

/// Texts as card networks and banks write them, with the category that they
/// belong to.
struct MerchantText: Sendable, CustomTestStringConvertible {
    let text: String
    let category: String

    var testDescription: String { "\(text): \(category)" }

    /// Reads lines of texts under headings in brackets, one to a line.
    static func read(_ lines: String) -> [MerchantText] {
        var category = ""
        var texts: [MerchantText] = []
        for line in lines.split(separator: "\n") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                category = String(line.dropFirst().dropLast())
            } else {
                texts.append(MerchantText(text: String(line), category: category))
            }
        }
        return texts
    }
}
