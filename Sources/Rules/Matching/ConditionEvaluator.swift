import Model

/// Tells whether the conditions of a rulebook hold for transactions of a
/// snapshot.
final class ConditionEvaluator {
    private let texts: TextMemory
    private let steps: [ConditionStep]
    private let firstSteps: [Int32]
    /// By account.
    private let accounts: [Account]
    /// For each exponent of the snapshot's currencies the ranges of all amount
    /// tests, then those of all size tests.
    private let ranges: [AmountRange]

    private struct Account {
        let type: Int
        /// Where the ranges of its currency begin.
        let amountRanges: Int
        let sizeRanges: Int
    }

    init(program: RulebookProgram, snapshot: Snapshot, texts: TextMemory) {
        self.texts = texts
        steps = program.steps
        firstSteps = program.firstSteps
        var ranges: [AmountRange] = []
        var rangesOfExponent: [Int: Int] = [:]
        accounts = snapshot.accounts.map { account in
            let exponent = account.currency.exponent
            let first = rangesOfExponent[exponent] ?? ranges.count
            if first == ranges.count {
                rangesOfExponent[exponent] = first
                ranges += program.amounts.ranges(exponent: exponent)
            }
            return Account(
                type: account.type.position, amountRanges: first,
                sizeRanges: first + program.amounts.firstSize)
        }
        self.ranges = ranges
    }

    func holds(rule: Int, for transaction: TransactionFacts) -> Bool {
        var step = Int(firstSteps[rule])
        return holds(&step, for: transaction)
    }

    /// What a rule asks of the transactions of one account; nil where it holds
    /// for none of them.
    ///
    /// - Parameter account: a position in the snapshot's accounts.
    func standingRule(_ rule: Int, ofAccount account: Int) -> StandingRule? {
        let transaction = TransactionFacts(inAccount: Int32(account))
        var standing = StandingRule(rule: Int32(rule))
        var step = Int(firstSteps[rule])
        var end = step + 1
        if case .all(let endOfParts) = steps[step] {
            end = Int(endOfParts)
            step += 1
        }
        while step < end {
            let place = step
            step += 1
            switch steps[place] {
            case .all(let end), .any(let end), .none(let end):
                standing.isSettledByRanges = false
                step = Int(end)
            case .amount(let test):
                standing.narrow(to: ranges[accounts[account].amountRanges + Int(test)])
            case .day(let test): standing.narrow(to: test)
            case .text(let channel, _) where !texts.isOfAccount(Int(channel)):
                standing.isSettledByRanges = false
            case .text, .accountType, .always:
                step = place
                guard holds(&step, for: transaction) else { return nil }
            case .negatedSize, .dayOfMonth, .weekday, .month, .pending:
                standing.isSettledByRanges = false
            }
        }
        return standing
    }

    /// Whether the condition at a step holds; moves on to the step after it.
    private func holds(_ step: inout Int, for transaction: TransactionFacts) -> Bool {
        let current = steps[step]
        step += 1
        switch current {
        case .all(let end):
            return !hasPart(that: false, in: &step, end: Int(end), for: transaction)
        case .any(let end):
            return hasPart(that: true, in: &step, end: Int(end), for: transaction)
        case .none(let end):
            return !hasPart(that: true, in: &step, end: Int(end), for: transaction)
        case .text(let channel, let predicate):
            return texts.holds(predicate, in: Int(channel), of: transaction)
        case .amount(let test):
            let first = accounts[Int(transaction.account)].amountRanges
            return ranges[first + Int(test)].contains(transaction.amount)
        case .negatedSize(let test):
            let first = accounts[Int(transaction.account)].sizeRanges
            return ranges[first + Int(test)].contains(transaction.negatedSize)
        case .day(let test): return test.holds(for: transaction.day)
        case .dayOfMonth(let days): return days.contains(transaction.day.components.day)
        case .weekday(let days): return days.contains(transaction.day.isoWeekday)
        case .month(let months): return months.contains(transaction.day.components.month)
        case .pending(let isPending): return transaction.isPending == isPending
        case .accountType(let types):
            return types.contains(accounts[Int(transaction.account)].type)
        case .always: return true
        }
    }

    /// Whether one of the conditions up to a step has the outcome asked for;
    /// moves on to that step.
    private func hasPart(
        that outcome: Bool, in step: inout Int, end: Int, for transaction: TransactionFacts
    ) -> Bool {
        var found = false
        while !found, step < end { found = holds(&step, for: transaction) == outcome }
        step = end
        return found
    }
}

extension TransactionFacts {
    /// The size of the amount, below zero: unlike the size itself, it always
    /// is an `Int64`.
    fileprivate var negatedSize: Int64 { amount > 0 ? -amount : amount }

    /// Any transaction, to ask what depends on the account only.
    fileprivate init(inAccount account: Int32) {
        self.init(
            id: 0, amount: 0, day: CalendarDay(daysSinceEpoch: 0), account: account,
            description: .empty, payee: .empty, memo: .empty, merchantCode: .empty,
            isPending: false)
    }
}
