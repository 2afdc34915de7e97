internal import Model

/// Text for people, broken at words where it is wider than the terminal.
public enum Prose {
    /// Breaks each line of a text that is too wide. What follows a break is indented two columns
    /// deeper than its line.
    ///
    /// A word that is wider than the terminal, such as an address, stays whole. Colour ends with
    /// each line and starts again on the next one.
    ///
    /// - Parameters:
    ///   - text: safe text, with or without colour.
    ///   - width: the terminal's width in columns; nil for no limit.
    public static func wrapped(_ text: String, to width: Int?) -> String {
        guard let width, text.utf8.count > width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.utf8.count <= width
                    ? String(line)
                    : lines(of: String(line), width: width).joined(separator: "\n")
            }
            .joined(separator: "\n")
    }

    /// One line of text in lines of at most the width.
    ///
    /// - Parameter hanging: how far the lines after the first are indented, in columns.
    static func filled(_ line: String, to width: Int, hanging: Int) -> String {
        lines(of: line, width: width, indent: hanging).joined(separator: "\n")
    }

    private static func lines(of line: String, width: Int) -> [String] {
        let leading = line.prefix { $0 == " " }.count
        return lines(of: line, width: width, indent: leading + 2 > width / 2 ? 0 : leading + 2)
    }

    private static func lines(of line: String, width: Int, indent: Int) -> [String] {
        guard columns(of: line) > width else { return [line] }
        var lines: [String] = []
        var current = ""
        var used = 0
        var colour = ""
        for (blanks, word) in words(of: line) {
            let length = columns(of: word)
            // A percent sign stays with its number.
            let fits = used + blanks + length <= width || word == "%"
            if fits || current.allSatisfy({ $0 == " " }) {
                current += String(repeating: " ", count: blanks) + word
                used += blanks + length
            } else {
                lines.append(current + (colour.isEmpty ? "" : Escape.reset))
                // A path that just fits is less indented, or the terminal would break it.
                let indent = length > width ? indent : min(indent, width - length)
                current = String(repeating: " ", count: indent) + colour + word
                used = indent + length
            }
            colour = Escape.colour(after: word, from: colour)
        }
        return lines + [current]
    }

    /// The words of a line, each with the number of blanks before it.
    private static func words(of line: String) -> [(blanks: Int, word: String)] {
        var words: [(blanks: Int, word: String)] = []
        var blanks = 0
        var word = ""
        for character in line {
            if character == " " {
                if !word.isEmpty {
                    words.append((blanks, word))
                    (blanks, word) = (0, "")
                }
                blanks += 1
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append((blanks, word)) }
        return joiningCommands(words)
    }

    /// The same words with each command to copy as one, as in `run "ghostvault sync"` or
    /// `Next: ghostvault sync`.
    private static func joiningCommands(
        _ words: [(blanks: Int, word: String)]
    ) -> [(blanks: Int, word: String)] {
        var joined: [(blanks: Int, word: String)] = []
        var isCommand: ((String) -> Bool)?
        var before = ""
        for (blanks, word) in words {
            let plain = word.replacing(Escape.pattern, with: "")
            if let isOpen = isCommand, var last = joined.popLast() {
                last.word += String(repeating: " ", count: blanks) + word
                joined.append(last)
                if !isOpen(plain) { isCommand = nil }
            } else {
                joined.append((blanks, word))
                if plain == "\"ghostvault" {
                    isCommand = { !$0.contains("\"") }
                } else if plain == "ghostvault", before.hasSuffix(":") {
                    isCommand = { $0.last.map { !".,;".contains($0) } ?? true }
                }
            }
            before = plain
        }
        return joined
    }

    /// Things side by side, two blanks apart, in as many lines as they need. None is broken.
    public static func listed(_ things: [String], to width: Int?) -> String {
        var lines: [String] = []
        for thing in things {
            guard let last = lines.last,
                DisplayWidth.columns(of: last + thing) + 2 <= width ?? .max
            else {
                lines.append(thing)
                continue
            }
            lines[lines.count - 1] = last + "  " + thing
        }
        return lines.joined(separator: "\n")
    }

    /// The columns that a text takes, without its colours.
    static func columns(of text: String) -> Int {
        guard text.utf8.contains(0x1B) else { return DisplayWidth.columns(of: text) }
        return DisplayWidth.columns(of: text.replacing(Escape.pattern, with: ""))
    }
}

/// The escape sequences of colours (ECMA-48, Select Graphic Rendition).
private enum Escape {
    static let reset = "\u{1B}[0m"

    static var pattern: Regex<Substring> { /\x1B\[[0-9;]*m/ }

    /// The colour in force behind a word.
    static func colour(after word: String, from colour: String) -> String {
        guard word.utf8.contains(0x1B) else { return colour }
        return word.matches(of: pattern).reduce(colour) {
            $1.output == reset ? "" : String($1.output)
        }
    }
}

/// Texts cut to a number of columns.
public enum Shortened {
    private static let mostScalarsOfAColumn = 8

    /// Cuts the end, or the middle of a text that ends with an amount. A number is shown whole or
    /// not at all, because a part of an amount would be a wrong amount.
    ///
    /// - Parameter mark: what stands in place of the rest.
    static func end(_ text: String, to columns: Int, mark: String) -> String {
        // Marks of no width may be any number.
        let most = (0..<10_000).contains(columns) ? columns * mostScalarsOfAColumn : .max
        if most > 0, text.utf8.count > most, text.unicodeScalars.count > most {
            return end(
                String(text.unicodeScalars.prefix(most / 2)) + mark, to: columns, mark: mark)
        }
        guard DisplayWidth.columns(of: text) > columns else { return text }
        let room = columns - DisplayWidth.columns(of: mark)
        if let amount = amount(atEndOf: text), DisplayWidth.columns(of: amount) < room {
            return start(of: text, room - DisplayWidth.columns(of: amount) - 1, isBroken: true)
                + mark + " " + amount
        }
        return start(of: text, room, isBroken: true) + mark
    }

    /// The columns that a text needs at least, so that the amount at its end is shown.
    static func leastColumns(of text: String, mark: String) -> Int {
        amount(atEndOf: text).map { DisplayWidth.columns(of: mark + $0) + 1 } ?? 0
    }

    /// "-68.30" or "-68.30 USD" at the end of a text.
    private static func amount(atEndOf text: String) -> String? {
        guard text.utf8.last.map({ (48...57).contains($0) || (65...90).contains($0) }) == true
        else { return nil }
        let words = text.split(separator: " ").suffix(3).map(String.init)
        func isAmount(_ word: String) -> Bool {
            word.wholeMatch(of: /[-+]?\d[\d,]*(\.\d+)?/) != nil
        }
        guard let last = words.last, words.count > 1 else { return nil }
        if last.contains("."), isAmount(last) { return last }
        let isCode = last.wholeMatch(of: /[A-Z]{3}/) != nil
        guard isCode, words.count > 2, isAmount(words[words.count - 2]) else { return nil }
        return words.suffix(2).joined(separator: " ")
    }

    /// Cuts the middle of a name whose last word has digits, as of an account with the end of its
    /// number; else the end.
    static func name(_ text: String, to columns: Int, mark: String) -> String {
        guard DisplayWidth.columns(of: text) > columns else { return text }
        let last = text.split(separator: " ").last ?? ""
        let room =
            columns - DisplayWidth.columns(of: String(last))
            - DisplayWidth.columns(of: mark) - 1
        guard last.count < text.count, last.contains(where: \.isNumber), room > 0 else {
            return end(text, to: columns, mark: mark)
        }
        return start(of: text, room) + mark + " " + last
    }

    /// Cuts the middle of an account's name, or the end of a name without digits.
    ///
    /// - Parameter columns: the greatest width.
    public static func name(_ text: String, to columns: Int) -> String {
        name(text, to: columns, mark: "…")
    }

    /// - Parameter isBroken: whether a number may be at the end of what fits.
    private static func start(
        of text: String, _ columns: Int, isBroken: Bool = false
    ) -> String {
        let start = beginning(of: text, columns)
        guard isBroken, let last = start.split(separator: " ").last,
            last.contains(where: \.isNumber), start.last?.isWhitespace == false,
            text.dropFirst(start.count).first?.isWhitespace == false
        else { return start }
        let rest = start.dropLast(last.count)
        // A single word, such as an id, is better cut than missing.
        guard rest.contains(where: { !$0.isWhitespace }) else { return start }
        return String(rest.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func beginning(of text: String, _ columns: Int) -> String {
        var start = ""
        var used = 0
        for character in text {
            let width = DisplayWidth.columns(of: character)
            if used + width > columns { break }
            start.append(character)
            used += width
        }
        while start.last?.isWhitespace == true { start.removeLast() }
        return start
    }
}
