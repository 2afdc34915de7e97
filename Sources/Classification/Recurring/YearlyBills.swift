import Model

/// Several yearly bills of one payee, such as the policies with one insurer.
///
/// Their prices rise, so no amount repeats, and their days leave no common rhythm. Each
/// payment is followed by the one a year later that costs the same or somewhat more.
struct YearlyBills {
    private let occurrences: [Occurrence]
    /// Each a bill's payments, sorted by day; two or more.
    private let chains: [[Int]]
    /// Whether the payee has no payments besides these.
    private let isAlone: Bool

    /// - Parameter rest: the positions of payments in no series, sorted by day.
    init(among rest: [Int], of occurrences: [Occurrence]) {
        self.occurrences = occurrences
        let bills = rest.filter {
            occurrences[$0].leaning == .bill || occurrences[$0].leaning == .worded
        }
        chains = Self.chains(of: bills, occurrences)
        isAlone = chains.reduce(0) { $0 + $1.count } == rest.count
    }

    /// The bills that the evidence makes series.
    ///
    /// Two payments are a bill only if the payee has nothing else: of many, some are a
    /// year apart by chance.
    var series: [RhythmFit] {
        chains.compactMap { chain in
            let rhythm = RhythmSearch(days: chain.map { occurrences[$0].day }).rhythm(of: .yearly)
            let fit = RhythmFit(
                chain, of: occurrences, as: .init(frequency: .yearly, rhythm: rhythm))
            let evidence = SeriesEvidence(
                fit, of: occurrences, isAmidOthers: false, isAlone: isAlone)
            return fit.members == chain && (chain.count > 2 || isAlone) && evidence.isEnough
                ? fit : nil
        }
    }

    /// Days from one payment to the next year's.
    private static let year = 361...370

    /// A price that stayed says more than one that rose, and goes first. Of prices that
    /// rose, the lower is followed by the lower.
    private static func chains(of bills: [Int], _ occurrences: [Occurrence]) -> [[Int]] {
        var next: [Int: Int] = [:]
        var isNext: Set<Int> = []
        for isSamePrice in [true, false] {
            for (place, bill) in bills.enumerated() where next[bill] == nil {
                let price = occurrences[bill].size
                let prices = isSamePrice ? price...price : price...(price + price / 4)
                let following = bills[(place + 1)...].filter {
                    !isNext.contains($0) && prices ~= occurrences[$0].size
                        && year ~= occurrences[bill].day.days(until: occurrences[$0].day)
                }.min { occurrences[$0].size < occurrences[$1].size }
                guard let following else { continue }
                next[bill] = following
                isNext.insert(following)
            }
        }
        return bills.filter { !isNext.contains($0) && next[$0] != nil }.map { first in
            var chain = [first]
            while let last = chain.last, let following = next[last] { chain.append(following) }
            return chain
        }
    }
}
