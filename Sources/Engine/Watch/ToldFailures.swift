/// What failed of handlers and was told, so that each failure is told once while it
/// lasts: the same again and again is nothing that a person wants to read.
struct ToldFailures {
    private var ofHandlers: Set<DeliveryReport.Failure> = []
    private var ofSending: Set<SendingReport.Failure> = []

    /// The report without failures that were told.
    mutating func news(of report: DeliveryReport) -> DeliveryReport {
        var news = report
        news.failures = report.failures.filter { ofHandlers.insert($0).inserted }
        return news
    }

    /// The report without failures that were told. Where something was sent, a
    /// target that fails no more may fail anew.
    mutating func news(of report: SendingReport) -> SendingReport {
        if report.sent > 0 {
            let failing = Set(report.failures.map(\.target))
            ofSending = ofSending.filter { failing.contains($0.target) }
        }
        var news = report
        news.failures = report.failures.filter { ofSending.insert($0).inserted }
        return news
    }

    /// Has everything told again, as after handlers were edited.
    mutating func forget() { self = ToldFailures() }
}
