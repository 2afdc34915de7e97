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
    /// What the balances prove; nil if there are too few of them. Pending rows and those in
    /// another currency don't count.
    ///
    /// - Complexity: linear in the rows.
    public var balanceProof: BalanceProof? {
        // Rows are large, and aren't copied.
        let own = rows.indices.filter { movesBalance(rows[$0]) }
        return runningProof(of: own)
            ?? BalanceProof(statement: own.map { rows[$0] }, balances: balances)
    }

    /// The running balances that continue, in each currency for itself. They tell how a table is
    /// meant, whichever currency is the account's.
    var continuedBalances: Int {
        let posted = rows.indices.filter { !rows[$0].isPending }
        return (runningProof(of: posted) ?? balanceProof)?.continued ?? 0
    }

    /// The running balance after the newest row; nil if there is none, or if it has a break.
    var runningBalance: StatementBalance? {
        let known = rows.indices.filter { movesBalance(rows[$0]) && rows[$0].balance != nil }
        guard let first = known.first, let last = known.last else { return nil }
        let proof = balanceProof
        guard proof?.breaks.isEmpty != false else { return nil }
        let newest = rows[proof?.isNewestFirst == true ? first : last]
        return newest.balance.map {
            StatementBalance(day: newest.day, amount: $0, kind: .closing)
        }
    }

    /// The proof by running balances; nil if there are too few of them.
    private func runningProof(of numbers: [Int]) -> BalanceProof? {
        guard numbers.count(where: { rows[$0].balance != nil }) > 1 else { return nil }
        return BalanceProof(
            running: numbers.map { number in
                BalanceStep(
                    line: rows[number].line, amount: rows[number].amount,
                    stated: rows[number].balance, currency: rows[number].currency ?? "")
            }, isSortedDown: numbers.last.map { rows[$0].day < rows[numbers[0]].day } ?? false)
    }
}

/// What a row does to a running balance.
struct BalanceStep {
    let line: Int
    let amount: DecimalAmount
    let stated: DecimalAmount?
    let currency: String
}

extension BalanceProof {
    /// The proof by running balances, in the order of rows in which more of them continue.
    /// Rows of several currencies continue each for themselves.
    init?(running steps: [BalanceStep], isSortedDown: Bool) {
        let oldestFirst = Self.checked(steps, isNewestFirst: false)
        let newestFirst = Self.checked(steps.reversed(), isNewestFirst: true)
        let isBetter =
            newestFirst.continued == oldestFirst.continued
            ? isSortedDown : newestFirst.continued > oldestFirst.continued
        self = isBetter ? newestFirst : oldestFirst
        if continued == 0, breaks.isEmpty { return nil }
    }

    private static func checked(
        _ steps: some Sequence<BalanceStep>, isNewestFirst: Bool
    ) -> BalanceProof {
        var proof = BalanceProof(continued: 0, breaks: [], isNewestFirst: isNewestFirst)
        var others: [String: Int128] = [:]
        var last: (currency: String, sum: Int128?) = ("", nil)
        for step in steps {
            if step.currency != last.currency {
                others[last.currency] = last.sum
                last = (step.currency, others[step.currency])
            }
            last.sum = last.sum.flatMap { Self.sum($0, step.amount) }
            guard let stated = step.stated else { continue }
            if let sum = last.sum {
                if sum == stated.at18 {
                    proof.continued += 1
                } else {
                    proof.breaks.append(
                        Break(line: step.line, expected: Self.amount(sum), stated: stated))
                }
            }
            last.sum = stated.at18
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
