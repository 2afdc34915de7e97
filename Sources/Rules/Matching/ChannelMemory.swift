import Model

/// The predicates of one channel that hold for each text, found when a text is
/// first asked for.
struct ChannelMemory {
    let program: ChannelProgram

    /// By text: where its predicates begin in ``answers``; -1 while unknown.
    private var starts: [Int]
    /// For each text the number of its predicates, then the predicates in the
    /// order of their numbers. The answer "none" is shared, at 0.
    private var answers: [Int32] = [0]

    init(program: ChannelProgram, snapshot: Snapshot) {
        self.program = program
        let isOfAccount = program.channel.source.isOfAccount
        let count = isOfAccount ? snapshot.accounts.count : snapshot.texts.count
        starts = [Int](repeating: -1, count: count)
    }

    mutating func forEachPredicate(
        of transaction: TransactionFacts, in snapshot: Snapshot, scanner: TextScanner,
        _ body: (Int32) -> Void
    ) {
        let start = start(for: transaction, in: snapshot, scanner: scanner)
        for position in 0..<Int(answers[start]) { body(answers[start + 1 + position]) }
    }

    mutating func holds(
        _ predicate: Int32, for transaction: TransactionFacts, in snapshot: Snapshot,
        scanner: TextScanner
    ) -> Bool {
        let start = start(for: transaction, in: snapshot, scanner: scanner)
        for position in 0..<Int(answers[start]) {
            let known = answers[start + 1 + position]
            if known >= predicate { return known == predicate }
        }
        return false
    }

    private mutating func start(
        for transaction: TransactionFacts, in snapshot: Snapshot, scanner: TextScanner
    ) -> Int {
        let text = transaction.number(of: program.channel.source)
        if starts[text] >= 0 { return starts[text] }
        let holding = snapshot.withText(of: program.channel.source, number: text) { bytes in
            scanner.predicates(of: program, holdingFor: bytes)
        }
        if holding.isEmpty {
            starts[text] = 0
        } else {
            starts[text] = answers.count
            answers.append(Int32(holding.count))
            answers.append(contentsOf: holding)
        }
        return starts[text]
    }
}

extension TransactionFacts {
    /// The number of the text among the snapshot's texts, or of the account
    /// among its accounts.
    fileprivate func number(of source: TextChannel.Source) -> Int {
        switch source {
        case .description: Int(description.number)
        case .payee: Int(payee.number)
        case .memo: Int(memo.number)
        case .merchantCode: Int(merchantCode.number)
        case .account, .institution, .currency: Int(account)
        }
    }
}

extension Snapshot {
    fileprivate func withText<Result>(
        of source: TextChannel.Source, number: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var text: String
        switch source {
        case .description, .payee, .memo, .merchantCode:
            let range = texts.range(of: TextID(Int32(number)))
            return texts.withUTF8Bytes { body(UnsafeBufferPointer(rebasing: $0[range])) }
        case .account: text = accounts[number].name
        case .institution: text = accounts[number].institution
        case .currency: text = accounts[number].currency.code
        }
        return text.withUTF8 { body($0) }
    }
}
