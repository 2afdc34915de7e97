public import Model

/// How far the balances of an account agree with its rows.
///
/// A running balance is checked from row to row; without one, the rows must add up from the
/// opening to the closing balance.
public struct BalanceProof: Hashable, Sendable {
    /// Balances that follow from the one before and the rows between.
    public var continued: Int
    /// Rows whose balance doesn't follow: rows are missing before them, or are wrong.
    public var breaks: [Break]
    /// Whether the file has the newest row first.
    public var isNewestFirst: Bool

    public struct Break: Hashable, Sendable {
        /// The line of the file; nil for the closing balance of a whole statement.
        public var line: Int?
        public var expected: DecimalAmount
        public var stated: DecimalAmount

        public init(line: Int?, expected: DecimalAmount, stated: DecimalAmount) {
            self.line = line
            self.expected = expected
            self.stated = stated
        }
    }

    public init(continued: Int, breaks: [Break], isNewestFirst: Bool) {
        self.continued = continued
        self.breaks = breaks
        self.isNewestFirst = isNewestFirst
    }

    public var isWhole: Bool { breaks.isEmpty && continued > 0 }
}

extension StatementAccount {
    /// What the balances prove; nil if there are too few of them. Pending rows don't count.
    ///
    /// - Complexity: linear in the rows.
    public var balanceProof: BalanceProof? {
        let rows = rows.filter { !$0.isPending }
        if rows.count(where: { $0.balance != nil }) > 1 { return BalanceProof(running: rows) }
        return BalanceProof(statement: rows, balances: balances)
    }
}

extension BalanceProof {
    /// The proof by running balances, in the order of rows in which more of them continue.
    /// Rows of several currencies continue each for themselves.
    init?(running rows: [StatementRow]) {
        let oldestFirst = Self.checked(rows, isNewestFirst: false)
        let newestFirst = Self.checked(rows.reversed(), isNewestFirst: true)
        let isSortedDown =
            (rows.first?.day).map { first in (rows.last?.day).map { first > $0 } ?? false } ?? false
        let isBetter =
            newestFirst.continued == oldestFirst.continued
            ? isSortedDown : newestFirst.continued > oldestFirst.continued
        self = isBetter ? newestFirst : oldestFirst
        if continued == 0, breaks.isEmpty { return nil }
    }

    private static func checked(
        _ rows: some Sequence<StatementRow>, isNewestFirst: Bool
    ) -> BalanceProof {
        var proof = BalanceProof(continued: 0, breaks: [], isNewestFirst: isNewestFirst)
        var last: [String: Int128] = [:]
        for row in rows {
            let currency = row.currency ?? ""
            let sum = last[currency].flatMap { Self.sum($0, row.amount) }
            last[currency] = sum
            guard let stated = row.balance else { continue }
            if let sum {
                if sum == stated.at18 {
                    proof.continued += 1
                } else {
                    proof.breaks.append(
                        Break(line: row.line, expected: Self.amount(sum), stated: stated))
                }
            }
            last[currency] = stated.at18
        }
        return proof
    }

    /// The proof of a statement with an opening and a closing balance.
    init?(statement rows: [StatementRow], balances: [StatementBalance]) {
        let openings = balances.filter { $0.kind == .opening }
        let closings = balances.filter { $0.kind == .closing }
        guard let opening = openings.min(by: { $0.day < $1.day }), openings.count == closings.count,
            let closing = closings.max(by: { $0.day < $1.day }), opening.day <= closing.day
        else { return nil }
        var sum: Int128? = opening.amount.at18
        for row in rows where row.currency == nil { sum = sum.flatMap { Self.sum($0, row.amount) } }
        guard let sum else { return nil }
        let isRight = sum == closing.amount.at18
        self.init(
            continued: isRight ? 1 : 0,
            breaks: isRight
                ? [] : [Break(line: nil, expected: Self.amount(sum), stated: closing.amount)],
            isNewestFirst: (rows.first?.day ?? opening.day) > (rows.last?.day ?? opening.day))
    }

    private static func sum(_ sum: Int128, _ amount: DecimalAmount) -> Int128? {
        let (sum, overflow) = sum.addingReportingOverflow(amount.at18)
        return overflow ? nil : sum
    }

    private static func amount(_ at18: Int128) -> DecimalAmount {
        var (number, decimals) = (at18, 18)
        while decimals > 0, number % 10 == 0 || Int64(exactly: number) == nil {
            number /= 10
            decimals -= 1
        }
        return DecimalAmount(coefficient: Int64(clamping: number), decimals: decimals)
    }
}

extension DecimalAmount {
    fileprivate var at18: Int128 { Int128(coefficient) * powerOfTen(18 - decimals) }
}
