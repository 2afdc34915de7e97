/// A sort of purchase that is made over and over, at one shop or another.
struct Habit: Sendable {
    let shops: [EntryKind]
    /// How often an ordinary month sees it.
    let timesAMonth: ClosedRange<Int64>
    /// Cents, in dollars of 2025.
    let amount: ClosedRange<Int64>
    /// Of a hundred purchases, those that are brought back.
    var returned: Int64 = 0
    /// How much more often it happens in November and December, in percent.
    var holidayRise: Int64 = 0
}
