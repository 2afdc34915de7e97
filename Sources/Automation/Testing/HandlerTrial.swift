public import Classification
internal import Model
internal import Scripting

extension Automations {
    /// Tells every handler of a made-up event that it wants to be told of, and
    /// gathers what goes wrong. It need not go wrong with the bank's own.
    public func handlerProblems() -> [RuleFileProblem] {
        handlers.compactMap { handler in
            switch handle(sampleEvent(of: handler.subscription), by: handler).outcome {
            case .success: nil
            case .failure(let failure): failure.problem
            }
        }
    }

    /// A made-up event that a subscription is told of, of 2025-01-15.
    public func sampleEvent(of subscription: EventSubscription) -> Event {
        samples.event(of: subscription)
    }

    /// Whether an event is one that its subscription asks for, as far as the
    /// event's own fields tell.
    public func isMeant(_ event: Event) -> Bool {
        EventFit(categories: names.categories).fits(event)
    }

    /// Runs the tests that are written in the files. Each is told to the
    /// handlers of its file that are told of such an event.
    public func runTests() -> [HandlerTestOutcome] {
        tests.map(outcome)
    }

    private func outcome(of test: HandlerTest) -> HandlerTestOutcome {
        var asked: [AskedAction] = []
        var failures: [String] = []
        var printed: [ScriptOutput] = []
        for handler in handlers
        where handler.file == test.file && handler.subscription.kind == test.kind {
            let event = event(of: test, for: handler.subscription)
            guard isMeant(event) else { continue }
            let handling = handle(event, by: handler)
            printed += handling.printed
            switch handling.outcome {
            case .success(let actions): asked += actions
            case .failure(let failure):
                failures.append("\(failure.place): \(failure.problem.message)")
            }
        }
        if failures.isEmpty {
            failures = ExpectedActions(expected: test.expected).failures(of: asked)
        }
        return HandlerTestOutcome(
            name: test.name, file: test.file, line: test.line, failures: failures,
            printed: printed)
    }

    private func event(of test: HandlerTest, for subscription: EventSubscription) -> Event {
        let sample = samples.event(of: subscription)
        guard test.event != .nil else { return sample }
        // Its mistakes were told when the file was read.
        var mistakes = Mistakes()
        let fields = EventOverlay(categories: names.categories).table(
            test.event, over: sample.fields, test.kind.shape, at: .whole, &mistakes)
        let day: CalendarDay? =
            if case .string(let text)? = fields.fields["day"] { CalendarDay(text) } else { nil }
        return Event(
            subscription, subject: sample.subject, day: day ?? sample.day, fields: fields)
    }
}
