public import Model

/// A series of recurring payments among the transactions of one payee.
public struct DetectedSeries: Hashable, Sendable {
    /// Positions of its transactions in what was searched, by day. A payment
    /// that was charged twice is there with both.
    public internal(set) var members: [Int]
    public let frequency: Frequency
    public let rhythm: Rhythm
    /// Minor units of one payment now, with its sign.
    public let usualAmount: Int64
    /// Whether nearly every payment is of the amount before it.
    public let isFixed: Bool
    /// 0 to 100.
    public let confidence: Int
}
