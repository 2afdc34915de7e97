/// A problem in the person's own rules.
public struct RuleFileProblem: Hashable, Sendable {
    public let file: String
    /// From 1.
    public let line: Int?
    /// In characters, from 1; nil if only the line is known.
    public let column: Int?
    /// The problem and, if possible, its fix. It may quote the source; long quotes are
    /// truncated.
    public let message: String
    /// The script's own lines that led there, or empty.
    public let traceback: String
    /// The number of affected transactions; 0 for a mistake found while loading the
    /// file.
    public let transactions: Int
    /// The name of the faulty rule, unless the message contains it.
    public var rule: String?
    /// Whether what a plugin decided in the last pass stays where it fails.
    public var keepsResults = false
    /// The id of the first affected transaction.
    public var firstTransaction: Int64?

    private static let mostLetters = 1_000

    public init(
        file: String, line: Int?, column: Int? = nil, message: String, traceback: String = "",
        transactions: Int = 0
    ) {
        self.file = file
        self.line = line
        self.column = column
        let short = message.prefix(Self.mostLetters)
        self.message = short.endIndex == message.endIndex ? message : short + "…"
        self.traceback = traceback
        self.transactions = transactions
    }
}

/// A rule file or stored rule that was rejected for its mistakes. Using part of a file
/// would silently misclassify, so its last good version stays in use. Without one, the
/// whole file is skipped.
public struct RejectedFile: Hashable, Sendable {
    /// The version that is used instead.
    public enum StandIn: Hashable, Sendable {
        /// Its last good version, first used at this time in POSIX seconds.
        case lastGood(since: Int64)
        /// The version that ships with the program.
        case shipped
    }

    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// Its mistakes in the order of lines, and the number of omitted ones. If the file is
    /// rejected because of another one, these are that file's mistakes.
    public let problems: [RuleFileProblem]
    /// How many mistakes it has, with the omitted ones.
    public let mistakes: Int
    public let isStoredRule: Bool
    /// Nil if nothing is used instead.
    public var standIn: StandIn?
    /// Whether the person removed it, while another file needs it.
    public var isGone = false
    /// The files that need it, in their order; empty unless it is a module or a map.
    public var neededBy: [String] = []
    /// The lines of its source that its mistakes are in, by their numbers from 1; empty if the
    /// source is not known.
    public let sourceLines: [Int: String]

    private static let mostProblems = 20

    /// - Parameter source: the bytes of the file, to quote lines of.
    public init(
        file: String, problems: [RuleFileProblem], isStoredRule: Bool = false,
        standIn: StandIn? = nil, source: [UInt8] = []
    ) {
        let wanted = Set(problems.compactMap { $0.file == file ? $0.line : nil })
        let lines =
            wanted.isEmpty ? [] : source.split(separator: 0x0A, omittingEmptySubsequences: false)
        sourceLines = Dictionary(
            uniqueKeysWithValues: wanted.filter { lines.indices.contains($0 - 1) }.map {
                ($0, String(decoding: lines[$0 - 1], as: UTF8.self))
            })
        self.file = file
        mistakes = problems.count
        let further = problems.count - Self.mostProblems
        self.problems =
            further <= 0
            ? problems
            : problems.prefix(Self.mostProblems) + [
                RuleFileProblem(
                    file: file, line: nil,
                    message: "and \(further) more \(further == 1 ? "mistake" : "mistakes")")
            ]
        self.isStoredRule = isStoredRule
        self.standIn = standIn
    }
}

/// The text of a rule file, with its name for messages.
public struct RuleSource: Hashable, Sendable {
    /// "rules/10-subscriptions.lua".
    public let file: String
    public let bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

/// The lines of a file that declare a rule.
public struct RuleDeclaration: Hashable, Sendable {
    /// Counted from 1.
    public let firstLine: Int
    public let lines: [String]
}

extension RuleSource {
    /// The names in its calls of `require` and `map`, such as "shared.words" and "payees.csv".
    public var libraryNames: (modules: [String], maps: [String]) {
        let outline = LuaOutline(bytes)
        return (
            outline.callsWithText("require").map(\.text), outline.callsWithText("map").map(\.text)
        )
    }

    /// The declaration whose call is on a line.
    public func declaration(atLine line: Int) -> RuleDeclaration? {
        let outline = LuaOutline(bytes)
        let call = outline.tokens.indices.last {
            outline.isName($0) && outline.text($0) == "rule" && outline.isSymbol($0 + 1, "{")
                && outline.tokens[$0].place.line <= line
        }
        guard let call, let closing = outline.closings[call + 1] else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let first = outline.tokens[call].place.line
        let last = min(outline.tokens[closing].place.line, lines.count)
        guard first >= 1, first <= line, line <= last else { return nil }
        return RuleDeclaration(
            firstLine: first, lines: lines[first - 1..<last].map(String.init))
    }
}

/// A mistake that the author of a declaration has to fix.
package struct Mistake: Hashable {
    /// Which side of a field is wrong.
    package enum Aim: Hashable {
        case key, value
    }

    package let message: String
    package let path: ValuePath
    let aim: Aim
}

/// The mistakes of one declaration.
package struct Mistakes {
    package private(set) var all: [Mistake] = []
    /// Mistakes in other files that the declaration uses.
    var elsewhere: [RuleFileProblem] = []

    package init() {}

    package mutating func add(
        _ message: String, at path: ValuePath, aim: Mistake.Aim = .value
    ) {
        all.append(Mistake(message: message, path: path, aim: aim))
    }

    mutating func add(_ others: Mistakes) {
        all += others.all
        elsewhere += others.elsewhere
    }

    /// Runs a closure that reads one value, and records its error.
    @discardableResult
    mutating func noting<Value>(
        at path: ValuePath, _ read: () throws(RuleReadingError) -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            add(error.message, at: path.appending(error.path))
            return nil
        }
    }
}

/// An invalid value; the message is for its author.
struct RuleReadingError: Error {
    let message: String
    /// The path from the value to the faulty part.
    var path = ValuePath.whole
}

/// The path to a part of a value that a script declared.
package struct ValuePath: Hashable {
    enum Step: Hashable {
        case field(String)
        /// From 0.
        case item(Int)
        /// An argument of a word such as `contains`, from 0.
        case argument(Int)
    }

    /// The index of the declared value that it leads into, from 0.
    let value: Int
    let steps: [Step]

    /// The first declared value; most words have only one.
    package static let whole = ValuePath.value(0)

    /// One of several values of a declaration.
    ///
    /// - Parameter number: from 0.
    package static func value(_ number: Int) -> ValuePath { ValuePath(value: number, steps: []) }

    package func field(_ name: String) -> ValuePath { appending(.field(name)) }
    package func item(_ position: Int) -> ValuePath { appending(.item(position)) }
    func argument(_ position: Int) -> ValuePath { appending(.argument(position)) }

    /// - Parameter path: continues where this one ends.
    func appending(_ path: ValuePath) -> ValuePath {
        ValuePath(value: value, steps: steps + path.steps)
    }

    private func appending(_ step: Step) -> ValuePath {
        ValuePath(value: value, steps: steps + [step])
    }
}

/// A known name that the user may have meant.
public enum Suggestion {
    /// " (did you mean X?)" for the closest known name, or empty if none is close. At
    /// most a third of the letters may differ.
    ///
    /// Overlong names are never close: the search time is proportional to the product of
    /// both lengths.
    public static func phrase(for name: String, among known: some Sequence<String>) -> String {
        guard name.utf8.count <= longestName else { return "" }
        let closest = known.map { (name: $0, distance: distance(name, $0)) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let closest else { return "" }
        if closest.distance <= max(1, name.count / 3) {
            return " (did you mean \"\(closest.name)\"?)"
        }
        let longer = known.filter { beginAlike(name, $0) }.min { ($0.count, $0) < ($1.count, $1) }
        return longer.map { " (did you mean \"\($0)\"?)" } ?? ""
    }

    /// Whether one name is the beginning of the other, but for two letters: "desc" and
    /// "description", "grocery" and "groceries".
    private static func beginAlike(_ name: String, _ known: String) -> Bool {
        func letters(_ name: String) -> Substring { name.lowercased().drop { $0 == "-" } }
        let shared = zip(letters(name), letters(known)).prefix { $0 == $1 }.count
        return shared >= 4 && shared + 2 >= min(name.count, known.count)
    }

    private static let longestName = 256

    /// The number of letters to add, drop, replace or swap (optimal string
    /// alignment distance).
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        var rows = [Array(0...right.count)]
        for i in stride(from: 1, through: left.count, by: 1) {
            var row = [i]
            for j in stride(from: 1, through: right.count, by: 1) {
                let replaced = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
