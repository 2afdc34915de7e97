extension Duration {
    /// At least 1, and at most what C counts to.
    package var milliseconds: UInt32 {
        let (seconds, attoseconds) = components
        let whole = seconds.multipliedReportingOverflow(by: 1_000)
        guard !whole.overflow, whole.partialValue < Int64(UInt32.max) - 1_000 else {
            return seconds > 0 ? .max : 1
        }
        return UInt32(max(1, whole.partialValue + attoseconds / 1_000_000_000_000_000))
    }
}
