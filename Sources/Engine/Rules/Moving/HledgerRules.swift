internal import Classification
internal import Model

/// The conditional rules of an hledger CSV rules file: `if` blocks and tables.
struct HledgerRules {
    private(set) var rules: [ForeignRule] = []
    /// Other lines that say something which is not taken over, with their number.
    private(set) var lost: [(line: Int, text: String)] = []
    /// The names of the columns, as `fields` lists them.
    private var fields: [String] = []
    private let lines: [Substring]
    private var index = 0

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while index < lines.count {
            let line = lines[index]
            index += 1
            if Self.isComment(line) || line.allSatisfy(\.isWhitespace) { continue }
            if line.hasPrefix("if") {
                let next = line.dropFirst(2).first
                if next == nil || next?.isWhitespace == true {
                    readBlock(line.dropFirst(2))
                } else if let next, !next.isLetter, !next.isNumber, next != "%" {
                    readTable(line.dropFirst(3), separator: next)
                }
            } else {
                readDirective(line)
            }
        }
    }

    /// Whether a text has rules of hledger.
    static func recognises(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.contains { line in
            ["fields ", "account1 ", "account2 ", "date-format ", "include ", "skip "]
                .contains { line.hasPrefix($0) }
        } || lines.contains { $0 == "if" || $0.hasPrefix("if ") || $0.hasPrefix("if,") }
    }

    private static func isComment(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        return text.hasPrefix("#") || text.hasPrefix(";") || text.hasPrefix("*")
    }

    private mutating func readDirective(_ line: Substring) {
        let (name, value) = Self.parts(of: line)
        switch name {
        case "fields":
            fields = value.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
            }
        case "include", "account2": lost.append((index, String(line)))
        default: break
        }
    }

    /// A name and the rest of a line.
    private static func parts(of line: Substring) -> (name: String, value: String) {
        let text = line.drop(while: \.isWhitespace)
        let name = text.prefix { !$0.isWhitespace && $0 != ":" && $0 != "=" }
        let value = text.dropFirst(name.count)
            .drop { $0.isWhitespace || $0 == ":" || $0 == "=" }
        let words = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (name.lowercased(), words)
    }

    // MARK: Blocks and tables

    private mutating func readBlock(_ first: Substring) {
        let start = index
        var matchers = first.allSatisfy(\.isWhitespace) ? [] : [first]
        while index < lines.count, let letter = lines[index].first, !letter.isWhitespace {
            if !Self.isComment(lines[index]) { matchers.append(lines[index]) }
            index += 1
        }
        var rule = rule(matchers, line: start)
        while index < lines.count, lines[index].first?.isWhitespace == true {
            let line = lines[index]
            index += 1
            guard !line.allSatisfy(\.isWhitespace) else { break }
            guard !Self.isComment(line) else { continue }
            let (name, value) = Self.parts(of: line)
            rule.set(name, value)
        }
        rules.append(rule)
    }

    private mutating func readTable(_ heading: Substring, separator: Character) {
        let names = heading.split(separator: separator, omittingEmptySubsequences: false)
            .map { Self.parts(of: $0).name }
        while index < lines.count, lines[index].contains(where: { !$0.isWhitespace }) {
            let line = lines[index]
            index += 1
            guard !Self.isComment(line) else { continue }
            let cells = line.split(
                separator: separator, maxSplits: names.count, omittingEmptySubsequences: false)
            var rule = rule([cells[0]], line: index)
            for (name, cell) in zip(names, cells.dropFirst())
            where cell.contains(where: { !$0.isWhitespace }) {
                rule.set(name, Self.parts(of: "x " + cell).value)
            }
            rules.append(rule)
        }
    }

    // MARK: Matchers

    /// A rule that applies where one of the matchers does; those with "&" go with the one before.
    private func rule(_ matchers: [Substring], line: Int) -> ForeignRule {
        let all = matchers.flatMap { Self.matchers(in: $0) }
        var rule = ForeignRule(name: all.first?.pattern ?? "line \(line)", line: line)
        var alternatives: [[ForeignCondition?]] = []
        for matcher in all {
            let condition = condition(matcher)
            if condition == nil { rule.lost.append(matcher.text) }
            if matcher.isFurther, !alternatives.isEmpty {
                alternatives[alternatives.count - 1].append(condition)
            } else {
                alternatives.append([condition])
            }
        }
        // Without one of its parts, an alternative would match more than it did.
        let whole = alternatives.filter { !$0.contains(nil) }.map { $0.compactMap(\.self) }
        if !whole.isEmpty {
            rule.condition = .any(whole.map { $0.count == 1 ? $0[0] : .all($0) })
        }
        return rule
    }

    private struct Matcher {
        let text: String
        let isFurther: Bool
        let isNegated: Bool
        /// The column's name; nil for the whole record.
        let field: String?
        let pattern: String
    }

    private static func matchers(in line: Substring) -> [Matcher] {
        var isFirst = true
        return line.split(separator: " && ").map { part in
            var rest = part.drop(while: \.isWhitespace)
            var isFurther = !isFirst
            isFirst = false
            while rest.hasPrefix("&") {
                isFurther = true
                rest = rest.dropFirst().drop(while: \.isWhitespace)
            }
            let isNegated = rest.hasPrefix("!")
            if isNegated { rest = rest.dropFirst().drop(while: \.isWhitespace) }
            var field: String?
            if rest.hasPrefix("%") {
                let name = rest.dropFirst().prefix { !$0.isWhitespace }
                field = name.lowercased()
                rest = rest.dropFirst(name.count + 1)
            }
            let words = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let text = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return Matcher(
                text: text, isFurther: isFurther, isNegated: isNegated, field: field,
                pattern: words)
        }
    }

    private func condition(_ matcher: Matcher) -> ForeignCondition? {
        guard !matcher.pattern.isEmpty, let found = test(matcher) else { return nil }
        return matcher.isNegated ? ForeignCondition.none(found) : found
    }

    private func test(_ matcher: Matcher) -> ForeignCondition? {
        let text = ForeignText.test(regex: matcher.pattern)
        guard var field = matcher.field else {
            // There it is tried on the whole record, with its commas, here on each text.
            return matcher.pattern.contains { "^$,".contains($0) } ? nil : .field("text", text)
        }
        if let number = Int(field) {
            guard fields.indices.contains(number - 1) else { return nil }
            field = fields[number - 1]
        }
        switch field {
        case "account", "account1": return .field("account", text)
        case "currency": return .field("currency", text)
        case _ where field.hasPrefix("date") || field.hasPrefix("balance"): return nil
        case _ where Self.amounts.contains(where: { field.contains($0) }):
            return Self.amount(field, matcher.pattern)
        default: return .field("text", text)
        }
    }

    private static let amounts = [
        "amount", "debit", "credit", "inflow", "outflow", "paid in", "paid out", "money in",
        "money out", "money_in", "money_out",
    ]

    /// A test of an amount's text: its sign, or one number.
    private static func amount(_ field: String, _ pattern: String) -> ForeignCondition? {
        let isOut = ["out", "debit"].contains { field.contains($0) }
        let isIn = !isOut && ["in", "credit"].contains { field.hasSuffix($0) }
        switch pattern {
        case ".", ".+", "[0-9]", "[1-9]", "\\d", "[^ ]":
            return isOut ? .field("amount", "less(0)") : isIn ? .field("amount", "greater(0)") : nil
        case "-", "^-": return isOut || isIn ? nil : .field("amount", "less(0)")
        case "^[^-]", "^[0-9]", "^[1-9]", "^\\d", "^\\+":
            return isOut || isIn ? nil : .field("amount", "greater(0)")
        default: break
        }
        guard pattern.hasPrefix("^"), pattern.hasSuffix("$") else { return nil }
        do throws(AmountError) {
            let number = try DecimalAmount(
                exactly: String(pattern.dropFirst().dropLast()).replacing("\\.", with: "."))
            return isOut || isIn
                ? .all([
                    .field("size", "is(\(number))"),
                    .field("amount", isOut ? "less(0)" : "greater(0)"),
                ]) : .field("amount", "is(\(number))")
        } catch {
            return nil
        }
    }
}

extension ForeignRule {
    /// Takes an assignment of hledger.
    fileprivate mutating func set(_ name: String, _ value: String) {
        switch name {
        case "account2" where !value.contains("%") && !value.contains("\\"): setAccount(value)
        case "comment", "comment1", "comment2": setComment(value)
        case "description", "payee":
            guard let text = grouped(value), let payee = text.split(separator: "|").first else {
                return lost.append("\(name) \(value)")
            }
            effect.payee = payee.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case "skip": effect.transactionClass = .ignore
        default: lost.append("\(name) \(value)")
        }
    }

    private mutating func setAccount(_ account: String) {
        let parts = account.split(separator: ":")
        let root = parts.first.map { $0.lowercased() } ?? ""
        let rest = parts.dropFirst().joined(separator: ": ")
        if rest.lowercased() == "unknown" { return }
        switch root {
        // One account says both, so that no other rule says the other half.
        case "expenses", "expense":
            effect.transactionClass = .expense
            effect.category = rest.isEmpty ? nil : rest
        case "income", "revenues", "revenue": effect.transactionClass = .income
        case "assets", "asset", "liabilities", "liability": effect.transactionClass = .transfer
        case "equity": effect.transactionClass = .ignore
        default: lost.append("account2 \(account)")
        }
    }

    /// A comment has notes, and tags as "name:" or "name:value".
    private mutating func setComment(_ comment: String) {
        guard let text = grouped(comment) else { return lost.append("comment \(comment)") }
        var notes: [Substring] = []
        for part in text.split(separator: ",") {
            let words = part.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, let mark = first.firstIndex(of: ":"),
                mark != first.startIndex
            else {
                notes.append(part)
                continue
            }
            let value = ([first[first.index(after: mark)...]] + words.dropFirst())
                .filter { !$0.isEmpty }.joined(separator: " ")
            effect.tags.append(value.isEmpty ? String(first[..<mark]) : value)
        }
        let note = notes.joined(separator: ",").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        if !note.isEmpty { effect.notes = note }
    }

    /// A value with groups of the expression by name, "\1" as "{g1}"; nil if it has other things
    /// that change from row to row.
    private mutating func grouped(_ value: String) -> String? {
        guard !value.contains("%") else { return nil }
        guard value.contains("\\") else { return value.contains("{") ? nil : value }
        guard case .any(let parts)? = condition, parts.count == 1,
            case .field(let field, let test) = parts[0], let named = Self.namingGroups(in: test)
        else { return nil }
        var text = value
        for number in 1...9 { text = text.replacing("\\\(number)", with: "{g\(number)}") }
        guard !text.contains("\\") else { return nil }
        condition = .any([.field(field, named)])
        return text
    }

    /// A test with "(?<g1>" for its first group; nil if it is none of an expression.
    private static func namingGroups(in test: String) -> String? {
        guard let opening = ["regex [[", "regex [=["].first(where: { test.hasPrefix($0) }) else {
            return nil
        }
        if test.contains("(?<g1>") { return test }
        var (result, isEscaped, isInClass, number) = (opening, false, false, 0)
        let letters = Array(test)
        for index in opening.count..<letters.count {
            let letter = letters[index]
            result.append(letter)
            if isEscaped {
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = true
            } else if letter == "[" {
                isInClass = true
            } else if letter == "]" {
                isInClass = false
            } else if letter == "(", !isInClass, index + 1 < letters.count,
                letters[index + 1] != "?"
            {
                number += 1
                result += "?<g\(number)>"
            }
        }
        return number == 0 ? nil : result
    }
}
