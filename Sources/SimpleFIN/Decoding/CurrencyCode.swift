extension String {
    /// What a currency's code says to a person: nothing that cannot be seen, and
    /// no space around it. So an account's currency is the same whatever of that
    /// the bank sends, and however it is stored.
    var asCurrencyCode: String {
        if utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return self }
        let seen = unicodeScalars.filter { !$0.isNeverSeen }
        let rest = seen.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isNeverSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
