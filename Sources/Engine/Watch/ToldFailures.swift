/// What failed of handlers and was told, so that each failure is told once while it
/// lasts: the same again and again is nothing that a person wants to read.
struct ToldFailures {
    private var ofHandlers: Set<DeliveryReport.Failure> = []
    private var ofSending: Set<SendingReport.Failure> = []

    /// The report without failures that were told. A handler that was told of
    /// something without failing may fail anew.
    mutating func news(of report: DeliveryReport) -> DeliveryReport {
        ofHandlers = ofHandlers.filter { !report.deliveredTo.contains($0.handler) }
        var news = report
        news.failures = Self.new(report.failures, &ofHandlers)
        return news
    }

    /// The report without failures that were told. A target that something arrived
    /// at may fail anew.
    mutating func news(of report: SendingReport) -> SendingReport {
        ofSending = ofSending.filter { !report.sentTo.contains($0.target) }
        var news = report
        news.failures = Self.new(report.failures, &ofSending)
        return news
    }

    /// Has everything told again, as after handlers were edited.
    mutating func forget() { self = ToldFailures() }

    private static func new<Failure: Hashable>(
        _ failures: [Failure], _ told: inout Set<Failure>
    ) -> [Failure] {
        // A handler may put something else into its reason each time.
        if told.count > mostKept { told = [] }
        return failures.filter { told.insert($0).inserted }
    }

    private static let mostKept = 200
}
