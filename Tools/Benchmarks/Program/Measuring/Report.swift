/// Measurements as a person reads them.
enum Report {
    static let heading =
        "Nanoseconds of processor time for each transaction: "
        + "median (lowest to highest of all rounds)"

    static func lines(of measurement: Measurement) -> String {
        let comparison = measurement.comparison
        var lines = [
            "",
            "\(comparison.name), \(comparison.transactions) transactions",
            "  floor  \(text(measurement.floor, decimals: 1))  \(comparison.floorName)",
            "  ours   \(text(measurement.work, decimals: 1))",
            "  ratio  \(text(measurement.ratio, decimals: 2))",
        ]
        if let limit = comparison.limit {
            let outcome = measurement.isLimitMissed ? "MISSED" : "ok"
            lines.append("  limit  \(text(limit, decimals: 2))  \(outcome)")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ timings: Timings, decimals: Int) -> String {
        let lowest = text(timings.lowest, decimals: decimals)
        let highest = text(timings.highest, decimals: decimals)
        return "\(text(timings.median, decimals: decimals)) (\(lowest) to \(highest))"
    }

    private static func text(_ number: Double, decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((number * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(scaled / scale).\(zeros)\(fraction)"
    }
}
