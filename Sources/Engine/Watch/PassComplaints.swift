internal import Classification

/// What passes complained of and a person was told, so that each is told once.
struct PassComplaints {
    private struct Place: Hashable {
        let file: String
        let line: Int?
        let message: String
    }

    private var told: Set<Place> = []
    private var plugins: [LeftOutPlugin] = []
    private var isSweepTold = false

    /// - Returns: whether a pass complains of something that no earlier one did:
    ///   a rule that failed, a plugin that it had to do without, or conclusions out of
    ///   use that it had to leave.
    mutating func add(_ report: ClassifyReport) -> Bool {
        let places = Set(
            report.problems.map { Place(file: $0.file, line: $0.line, message: $0.message) })
        let isNew =
            !places.isSubset(of: told) || !Set(report.leftOutPlugins).isSubset(of: plugins)
            || report.leftUnswept != nil && !isSweepTold
        told.formUnion(places)
        plugins = report.leftOutPlugins
        // A pass that stored nothing did not try again.
        isSweepTold = report.leftUnswept != nil || isSweepTold && report.changes.isEmpty
        return isNew
    }
}
