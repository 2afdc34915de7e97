public import Model

/// The named groups of the regular expressions in a condition, whose values a rule can use in what
/// it sets.
public struct PatternGroups: Sendable {
    /// The names, sorted.
    public let names: [String]
    private let patterns: [Pattern]

    private struct Pattern: Sendable {
        let field: TextField
        let regex: CompiledRegex
    }

    /// - Parameter condition: its parts within `none` are left out, since they match nothing.
    public init(of condition: Condition) {
        patterns = condition.patterns.compactMap { field, pattern in
            guard pattern.contains("(?"), let regex = Self.compiled(pattern),
                !regex.groupNames.isEmpty
            else { return nil }
            return Pattern(field: field, regex: regex)
        }
        names = Set(patterns.flatMap(\.regex.groupNames)).sorted()
    }

    public var isEmpty: Bool { patterns.isEmpty }

    /// Nil for what is no pattern, which a rulebook reports.
    private static func compiled(_ pattern: String) -> CompiledRegex? {
        do throws(RegexSyntaxError) {
            return try CompiledRegex(pattern)
        } catch {
            return nil
        }
    }

    /// What the groups matched in a transaction's texts, by name. Of several groups of one name the
    /// first that took part counts.
    ///
    /// - Parameter row: an index into the snapshot's transactions.
    public func values(in snapshot: Snapshot, row: Int) -> [String: String] {
        var values: [String: String] = [:]
        let workspace = RegexWorkspace()
        for pattern in patterns {
            for text in snapshot.texts(of: pattern.field, row: row) {
                var collapsed = TextNormaliser()
                collapsed.normalise(text, into: .collapsed)
                let found = collapsed.withResult { pattern.regex.groups(in: $0, workspace) }
                guard let found else { continue }
                values.merge(found) { first, _ in first }
                break
            }
        }
        return values
    }
}

extension Condition {
    /// The regular expressions that may match where the condition holds.
    fileprivate var patterns: [(TextField, String)] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.patterns)
        case .text(let field, .matches(let pattern)): [(field, pattern)]
        default: []
        }
    }
}

extension Effect {
    /// The texts in which "{name}" stands for what a group matched.
    private var templates: [String] {
        [payee, loan, note, appendedNote, series].compactMap(\.self) + tags
            + (splits?.parts ?? []).flatMap { [$0.loan, $0.note].compactMap(\.self) }
    }

    /// The names in braces in its texts.
    public var namesInBraces: [String] { templates.flatMap(\.namesInBraces) }

    /// The effect with values in place of names in braces. A text that is empty then is left out.
    ///
    /// - Parameters:
    ///   - names: those that stand for a group; other braces stay.
    ///   - values: by name; a name without a value is replaced by nothing.
    public func filled(_ names: [String], with values: [String: String]) -> Effect {
        func filled(_ text: String) -> String? {
            // In one go: what a bank's text has in braces is no name.
            let filled = TemplatePiece.all(of: text).map { piece -> String in
                guard let name = piece.name, names.contains(name) else {
                    return String(piece.text)
                }
                let value = values[name] ?? ""
                return piece.letters.map { $0.written(value) } ?? value
            }
            let words = filled.joined().split(whereSeparator: \.isWhitespace)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        var effect = self
        effect.payee = payee.flatMap(filled)
        effect.loan = loan.flatMap(filled)
        effect.note = note.flatMap(filled)
        effect.appendedNote = appendedNote.flatMap(filled)
        effect.series = series.flatMap(filled)
        effect.tags = tags.compactMap(filled)
        effect.splits = splits?.fillingTexts(filled)
        return effect
    }
}

/// The letters in which a template asks for a group.
private enum GroupLetters: String {
    case title, lower, upper

    func written(_ text: String) -> String {
        switch self {
        case .lower: text.lowercased()
        case .upper: text.uppercased()
        case .title:
            text.split(separator: " ", omittingEmptySubsequences: false)
                .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
                .joined(separator: " ")
        }
    }
}

/// A piece of a template: a group in braces, "{shop}" or "{shop:title}", or what is beside one.
private struct TemplatePiece {
    let text: Substring
    /// The group's name; nil for other text.
    var name: String?
    var letters: GroupLetters?

    /// All pieces of a text, in order.
    static func all(of template: String) -> [TemplatePiece] {
        var pieces: [TemplatePiece] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(TemplatePiece(text: rest[..<open])) }
            rest = rest[open...]
            let group = rest.firstIndex(of: "}").flatMap { TemplatePiece(group: rest[...$0]) }
            let piece = group ?? TemplatePiece(text: rest.prefix(1))
            pieces.append(piece)
            rest = rest[piece.text.endIndex...]
        }
        return pieces + [TemplatePiece(text: rest)]
    }

    private init(text: Substring) { self.text = text }

    /// Nil for braces around something else.
    private init?(group: Substring) {
        let parts = group.dropFirst().dropLast()
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = parts[0].utf8.enumerated().allSatisfy { index, byte in
            byte == UInt8(ascii: "_") || (97...122).contains(byte | 32)
                || (index > 0 && (48...57).contains(byte))
        }
        guard isName, !parts[0].isEmpty else { return nil }
        (text, name) = (group, String(parts[0]))
        guard parts.count == 2 else { return }
        guard let letters = GroupLetters(rawValue: String(parts[1])) else { return nil }
        self.letters = letters
    }
}

extension String {
    fileprivate var namesInBraces: [String] { TemplatePiece.all(of: self).compactMap(\.name) }
}
