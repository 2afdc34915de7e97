import Model

/// Tells of a stream of payments that it is no series of a frequency, however
/// well it would fit a rhythm: to find the rhythm and to lay the stream out on it
/// takes most of the time of a search, and most streams are too short or too
/// crowded.
///
/// It refuses nothing that ``SeriesEvidence`` would accept.
struct EarlyRefusal {
    private let count: Int
    private let isCrowded: Bool
    private let isIncome: Bool
    private let isWordedSomewhere: Bool
    private let isBillSomewhere: Bool
    private let isEveryday: Bool
    private let isAmidOthers: Bool

    /// - Parameters:
    ///   - stream: positions in `occurrences`, by day.
    ///   - isAmidOthers: whether the stream was picked out of many other payments.
    init(_ stream: [Int], of occurrences: [Occurrence], isAmidOthers: Bool) {
        count = stream.count
        self.isAmidOthers = isAmidOthers
        var days = 0
        var worded = 0
        var everyday = 0
        var bills = 0
        var last: CalendarDay?
        for position in stream {
            let payment = occurrences[position]
            if payment.day != last { days += 1 }
            last = payment.day
            if payment.leaning == .worded { worded += 1 }
            if payment.leaning == .everyday { everyday += 1 }
            if payment.leaning == .bill { bills += 1 }
        }
        // There is one member a day at the most. To each four of them there can
        // be one stranger and one double.
        isCrowded = count * 2 > days * 3
        isIncome = stream.first.map { occurrences[$0].amount > 0 } ?? false
        isWordedSomewhere = worded > 0
        isBillSomewhere = bills > 0
        isEveryday = everyday == count
    }

    /// Whether the stream is no series of any frequency.
    var refusesAll: Bool {
        isCrowded || isAmidOthers && count < SeriesEvidence.leastPaymentsAmidOthers(.monthly)
    }

    func refuses(_ frequency: Frequency) -> Bool {
        if isAmidOthers, count < SeriesEvidence.leastPaymentsAmidOthers(frequency) { return true }
        if isEveryday, count < SeriesEvidence.leastOfEveryday(frequency) { return true }
        let least = SeriesEvidence.Amounts.allCases.compactMap { amounts in
            SeriesEvidence.leastPayments(
                frequency, amounts, isIncome: isIncome, isWorded: isWordedSomewhere,
                isBill: isBillSomewhere, onlyRises: true)
        }.min()
        return least.map { count < $0 } ?? true
    }
}
