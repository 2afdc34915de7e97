/// Something wrong in the person's own rules.
public struct RuleFileProblem: Hashable, Sendable {
    public let file: String
    /// The first is 1.
    public let line: Int?
    /// In characters, the first is 1; nil where only the line is known.
    public let column: Int?
    /// What is wrong and, where it can be said, how to mend it.
    /// It may quote what stands there, and is cut where that is long.
    public let message: String
    /// The script's own lines that led there, or empty.
    public let traceback: String
    /// On how many transactions it went wrong; 0 for a mistake that was found
    /// when the file was loaded.
    public let transactions: Int
    /// The name of the rule that went wrong, where the message does not tell it.
    public var rule: String?
    /// The number of the first of those transactions.
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

/// A rule file or a stored rule with mistakes. Half of a file's rules would classify
/// wrongly without saying so, so its last good version stays in use; without one it
/// is left out whole.
public struct LeftOutFile: Hashable, Sendable {
    /// What is used in place of a file with mistakes.
    public enum StandIn: Hashable, Sendable {
        /// Its last good version, first used then, in POSIX seconds.
        case lastGood(since: Int64)
        /// The one that comes with the program.
        case shipped
    }

    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// The mistakes in it, in the order of its lines, and how many more there are. Those of
    /// another file where that one can't be used without this one.
    public let problems: [RuleFileProblem]
    public let isStoredRule: Bool
    /// Nil where it is left out.
    public var standIn: StandIn?

    private static let mostProblems = 20

    public init(
        file: String, problems: [RuleFileProblem], isStoredRule: Bool = false,
        standIn: StandIn? = nil
    ) {
        self.file = file
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

/// A rule file as text, with the name that messages call it by.
public struct RuleSource: Hashable, Sendable {
    /// "rules/10-subscriptions.lua".
    public let file: String
    public let bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

/// Something that the author of a declaration has to mend.
package struct Mistake: Hashable {
    /// Which side of a field is wrong.
    package enum Aim: Hashable {
        case key, value
    }

    package let message: String
    package let path: ValuePath
    let aim: Aim
}

/// All mistakes of one declaration.
package struct Mistakes {
    package private(set) var all: [Mistake] = []

    package init() {}

    package mutating func add(
        _ message: String, at path: ValuePath, aim: Mistake.Aim = .value
    ) {
        all.append(Mistake(message: message, path: path, aim: aim))
    }

    mutating func add(_ others: Mistakes) { all += others.all }

    /// Runs what reads one value, and notes its mistake where it makes one.
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

/// A value that can't be understood; the message is for its author.
struct RuleReadingError: Error {
    let message: String
    /// The part that is wrong, from the value on.
    var path = ValuePath.whole
}

/// The way to a part of a value that a script declared.
package struct ValuePath: Hashable {
    enum Step: Hashable {
        case field(String)
        /// Counted from 0.
        case item(Int)
        /// Of a word such as `contains`, counted from 0.
        case argument(Int)
    }

    /// Which of the declared values it leads into, counted from 0.
    let value: Int
    let steps: [Step]

    /// The first declared value itself, which most words have alone.
    package static let whole = ValuePath.value(0)

    /// One of the values of a declaration that has several.
    ///
    /// - Parameter number: counted from 0.
    package static func value(_ number: Int) -> ValuePath { ValuePath(value: number, steps: []) }

    package func field(_ name: String) -> ValuePath { appending(.field(name)) }
    package func item(_ position: Int) -> ValuePath { appending(.item(position)) }
    func argument(_ position: Int) -> ValuePath { appending(.argument(position)) }

    /// - Parameter path: leads on from where this one ends.
    func appending(_ path: ValuePath) -> ValuePath {
        ValuePath(value: value, steps: steps + path.steps)
    }

    private func appending(_ step: Step) -> ValuePath {
        ValuePath(value: value, steps: steps + [step])
    }
}

/// A known name that somebody may have meant.
public enum Suggestion {
    /// " (did you mean X?)" for the closest known name, or nothing where none
    /// is close: at most a third of the letters differ.
    ///
    /// Nothing is close to a name that is longer than any known one can be: the search takes
    /// as long as the product of both lengths.
    public static func phrase(for name: String, among known: some Sequence<String>) -> String {
        guard name.utf8.count <= longestName else { return "" }
        let closest = known.map { (name: $0, distance: distance(name, $0)) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let closest, closest.distance <= max(1, name.count / 3) else { return "" }
        return " (did you mean \"\(closest.name)\"?)"
    }

    private static let longestName = 256

    /// Letters to add, drop, replace or swap with their neighbour (optimal
    /// string alignment).
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
