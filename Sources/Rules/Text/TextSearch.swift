/// A search as a person types it: for a part of a text, without case and
/// punctuation.
///
/// Apostrophes are passed over: "trader joes" is in "TRADER JOE'S #55". All
/// other punctuation and symbols are passed over, or part words as a space does:
/// "price-a" is in "PRICE A" and in "PRICEA". Of punctuation alone, what is
/// looked for is what is written.
public struct TextSearch: Sendable {
    private let forms: [SearchText.Form]
    /// By form: what is looked for.
    private let wanted: [[UInt8]]

    public init(_ text: String) {
        let isOfPunctuation = SearchText(text, form: .droppingPunctuation).isEmpty
        let forms: [SearchText.Form] =
            isOfPunctuation
            ? [.keepingPunctuation] : [.droppingPunctuation, .partingAtPunctuation]
        self.forms = forms
        wanted = forms.map { SearchText(text, form: $0).utf8 }
    }

    /// Whether a text has what is looked for.
    public func finds(_ text: String) -> Bool {
        zip(forms, wanted).contains { form, wanted in
            SearchText(text, form: form).utf8.contains(wanted)
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}
