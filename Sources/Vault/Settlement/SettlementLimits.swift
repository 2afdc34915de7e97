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
    /// Days after which a pending transaction of a file is void.
    public var daysUntilVoid: Int
    /// Days after which a pending transaction of a bank that is synced is void although no answer
    /// had all of its day: longer than a sync reaches back for it.
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
