/// How one text became another, line by line, with as many lines kept as can
/// be.
public struct LineDifference: Hashable, Sendable {
    /// A line of either text; numbers count from 1.
    public enum Line: Hashable, Sendable {
        /// In both; the number is the later text's.
        case kept(Int, [UInt8])
        /// Of the earlier text only.
        case removed(Int, [UInt8])
        /// Of the later text only.
        case added(Int, [UInt8])

        public var isKept: Bool {
            if case .kept = self { true } else { false }
        }
    }

    /// All lines of both texts in reading order, what was removed before what
    /// was added. A text that ends in a line feed has an empty last line.
    public let lines: [Line]

    /// Lines are the same only where all of their bytes are.
    ///
    /// Texts of which more than 2,000 lines in a row have little in common come
    /// out as removed and added whole: finding the best way would take too
    /// long.
    public init(from before: [UInt8], to after: [UInt8]) {
        let old = Self.lines(of: before)
        let new = Self.lines(of: after)
        var lines: [Line] = []
        var (oldNext, newNext) = (0, 0)
        for (oldLine, newLine) in Self.keptPairs(old, new) + [(old.count, new.count)] {
            lines += (oldNext..<oldLine).map { .removed($0 + 1, old[$0]) }
            lines += (newNext..<newLine).map { .added($0 + 1, new[$0]) }
            if newLine < new.count { lines.append(.kept(newLine + 1, new[newLine])) }
            (oldNext, newNext) = (oldLine + 1, newLine + 1)
        }
        self.lines = lines
    }

    private static func lines(of text: [UInt8]) -> [[UInt8]] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    private static let mostComparisons = 2_000 * 2_000

    /// Which line of the old text is which of the new one, both ascending.
    private static func keptPairs(_ old: [[UInt8]], _ new: [[UInt8]]) -> [(Int, Int)] {
        // Equal lines get equal numbers, which are compared quickly.
        var numbers: [[UInt8]: Int] = [:]
        func number(_ line: [UInt8]) -> Int {
            let next = numbers.count
            let known = numbers[line] ?? next
            numbers[line] = known
            return known
        }
        let old = old.map(number)
        let new = new.map(number)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let room = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        return (0..<start).map { ($0, $0) }
            + longestCommon(
                Array(old[start..<old.count - end]), Array(new[start..<new.count - end])
            ).map { ($0 + start, $1 + start) }
            + (0..<end).map { (old.count - end + $0, new.count - end + $0) }
    }

    /// The pairs of a longest common subsequence.
    private static func longestCommon(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
        guard old.count * new.count <= mostComparisons else { return [] }
        // Its length from each pair of places to both ends.
        let width = new.count + 1
        var longest = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in (0..<old.count).reversed() {
            for column in (0..<new.count).reversed() {
                let here = row * width + column
                longest[here] =
                    old[row] == new[column]
                    ? longest[here + width + 1] + 1
                    : max(longest[here + width], longest[here + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            let here = row * width + column
            if old[row] == new[column] {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            } else if longest[here + width] >= longest[here + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }
}
