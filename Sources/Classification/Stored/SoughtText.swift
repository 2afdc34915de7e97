import Rules

extension Condition {
    /// The text that it looks for, in one line: what a stored rule is called that
    /// nobody named. Nil where it looks for none.
    ///
    /// It is read anew with the rule and never stored, so that it follows every
    /// edit.
    var soughtText: String? {
        Self.tellingFields.lazy.compactMap(text(soughtIn:)).first
    }

    /// The fields by which a person knows what a rule is about, the most telling
    /// first.
    private static let tellingFields: [TextField] = [
        .description, .anyText, .payee, .bankPayee, .memo, .account, .institution, .tags, .notes,
    ]

    private func text(soughtIn field: TextField) -> String? {
        switch self {
        case .all(let parts), .any(let parts):
            parts.lazy.compactMap { $0.text(soughtIn: field) }.first
        case .text(field, let test): test.plainText
        case .text, .none, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending,
            .accountType, .always:
            nil
        }
    }
}

extension TextTest {
    fileprivate var plainText: String? {
        let text: String? =
            switch self {
            case .contains(let text), .containsWord(let text), .startsWith(let text),
                .endsWith(let text), .equals(let text):
                text
            case .oneOf(let texts): texts.first
            case .matches: nil
            }
        let line = text?.split { $0.isNewline || $0.isControl }.joined(separator: " ") ?? ""
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }
}
