/// How far a posted transaction may be from the hold that it settles.
public struct SettlementLimits: Hashable, Sendable {
    /// Days from a hold to the posted transaction of the same amount, or with a
    /// tip. Most are posted within five, some travel bookings within fourteen.
    public var maximumDays: Int
    /// Days where the amounts differ otherwise, as at fuel pumps and hotels,
    /// which hold a round sum and post what was used.
    public var maximumDaysOfOtherAmounts: Int
    /// By how many percent of the hold a posted amount may be larger and still
    /// be the hold with a tip.
    public var maximumTipPercent: Int
    /// The percentage of words that two texts must have in common where the
    /// amounts differ by a tip.
    public var commonWordsPercent: Int
    /// Days after which a hold is void that no answer names any more: longer
    /// than a sync's newest window, so that it had its chance.
    public var daysUntilVoid: Int

    public init(
        maximumDays: Int = 14, maximumDaysOfOtherAmounts: Int = 7, maximumTipPercent: Int = 30,
        commonWordsPercent: Int = 60, daysUntilVoid: Int = 45
    ) {
        self.maximumDays = maximumDays
        self.maximumDaysOfOtherAmounts = maximumDaysOfOtherAmounts
        self.maximumTipPercent = maximumTipPercent
        self.commonWordsPercent = commonWordsPercent
        self.daysUntilVoid = daysUntilVoid
    }
}
