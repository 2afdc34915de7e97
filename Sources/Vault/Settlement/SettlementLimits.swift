/// The allowed differences between a hold and its posted version.
public struct SettlementLimits: Hashable, Sendable {
    /// Days from a hold to the posted transaction of the same amount, or with a
    /// tip. Most are posted within five, some travel bookings within fourteen.
    public var maximumDays: Int
    /// Days if the amounts differ otherwise. Fuel pumps and hotels reserve a round sum
    /// and post the actual one.
    public var maximumDaysOfOtherAmounts: Int
    /// The largest tip, in percent of the hold.
    public var maximumTipPercent: Int
    /// The percentage of words that two texts must have in common if the amounts
    /// differ by a tip.
    public var commonWordsPercent: Int
    /// Days until a pending transaction from a file becomes void.
    public var daysUntilVoid: Int
    /// Days until a pending transaction of a synced bank becomes void even if no answer
    /// covered its day. Longer than a sync reaches back for it.
    public var daysUntilVoidIfSynced: Int

    public init(
        maximumDays: Int = 14, maximumDaysOfOtherAmounts: Int = 7, maximumTipPercent: Int = 30,
        commonWordsPercent: Int = 60, daysUntilVoid: Int = 45, daysUntilVoidIfSynced: Int = 180
    ) {
        self.daysUntilVoidIfSynced = daysUntilVoidIfSynced
        self.maximumDays = maximumDays
        self.maximumDaysOfOtherAmounts = maximumDaysOfOtherAmounts
        self.maximumTipPercent = maximumTipPercent
        self.commonWordsPercent = commonWordsPercent
        self.daysUntilVoid = daysUntilVoid
    }

    /// Whether a posted amount may be a pending one with a tip.
    func allowsTip(from pending: Int64, to posted: Int64) -> Bool {
        let (held, full) = (Int128(pending.magnitude), Int128(posted.magnitude))
        return pending.signum() == posted.signum() && full > held
            && (full - held) * 100 <= held * Int128(maximumTipPercent)
    }
}
