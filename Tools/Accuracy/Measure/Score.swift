public import Classification
public import DemoHousehold
public import Model

/// How right the pipeline was about one household or several, and where it was
/// wrong.
public struct Score: Sendable {
    public private(set) var tallies: [Subject: Tally] = [:]
    public private(set) var misses: [Miss: Occurrences] = [:]

    public init() {}

    /// Passes a household through the pipeline and compares what it concludes
    /// with the truth.
    ///
    /// - Throws: what a pass throws.
    public init(_ household: Household, noise: Noise, pipeline: ShippedPipeline) throws {
        try self.init(household, noise: noise, accountTypes: pipeline.guesser) {
            try pipeline.classifier.conclude($0).conclusions
        }
    }

    /// Compares what something concludes about a household with the truth.
    ///
    /// - Parameter conclude: gets the transactions of the household's accounts
    ///   with the noise, account after account, numbered from 1.
    public init(
        _ household: Household, noise: Noise, accountTypes: AccountTypeGuesser,
        conclude: (Snapshot) throws -> Conclusions
    ) rethrows {
        let labelled = LabelledSnapshot(household, noise: noise, guesser: accountTypes)
        let comparison = Comparison(labelled, try conclude(labelled.snapshot))
        comparison.compareTransfers(&self)
        comparison.compareRows(&self)
        comparison.compareSeries(&self)
    }

    public static func += (left: inout Score, right: Score) {
        for (subject, tally) in right.tallies { left.tallies[subject, default: Tally()] += tally }
        for (miss, occurrences) in right.misses {
            left.misses[miss, default: Occurrences(example: occurrences.example)].count +=
                occurrences.count
        }
    }

    /// The figures of all subjects by their names: precision and recall, or for
    /// what has something to say about each, the share that is right.
    public var figures: [(name: String, value: Percentage)] {
        Subject.allCases.flatMap { subject in
            let tally = tallies[subject] ?? Tally()
            let name = subject.rawValue
            return subject.isShare
                ? [(name: "\(name)-right", value: tally.recall)]
                : [
                    (name: "\(name)-precision", value: tally.precision),
                    (name: "\(name)-recall", value: tally.recall),
                ]
        }
    }

    mutating func count(
        _ subject: Subject, right: Int64, found: Int64, existing: Int64
    ) {
        tallies[subject, default: Tally()] += Tally(right: right, found: found, existing: existing)
    }

    /// Counts one thing that is there, or was found, or both and so is right.
    mutating func count(_ subject: Subject, isFound: Bool, isTrue: Bool) {
        count(
            subject, right: isFound && isTrue ? 1 : 0, found: isFound ? 1 : 0,
            existing: isTrue ? 1 : 0)
    }

    /// - Parameter example: the text of the transaction.
    mutating func note(_ miss: Miss, example: String) {
        misses[miss, default: Occurrences(example: example)].count += 1
    }
}
