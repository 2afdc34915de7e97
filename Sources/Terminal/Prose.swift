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
    /// Cuts the end.
    ///
    /// - Parameter mark: what stands in place of the rest.
    static func end(_ text: String, to columns: Int, mark: String) -> String {
        guard DisplayWidth.columns(of: text) > columns else { return text }
        return start(of: text, columns - DisplayWidth.columns(of: mark)) + mark
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

    private static func start(of text: String, _ columns: Int) -> String {
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
