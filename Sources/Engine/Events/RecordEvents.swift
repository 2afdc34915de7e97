internal import Automation
internal import Configuration
internal import Insights
public import Model
internal import Vault

/// The outcome of a search for events.
public struct RecordedEvents: Hashable, Sendable {
    /// The number of events to deliver.
    public let toTell: Int
    /// The number of transactions since the last look that are too old to be news.
    public let olderTransactions: Int
}

extension Engine {
    /// Searches for new events and stores them in the vault. Each event is stored once, however
    /// often this runs and whenever the program ends.
    ///
    /// Call it after a pass; unclassified transactions are not reported.
    ///
    /// - Parameters:
    ///   - listeners: all handlers. A new one receives events from now on.
    ///   - categories: the configured categories; nil to read them.
    /// - Throws: `ConfigurationError` and `VaultError`, with nothing stored.
    /// - Complexity: linear in the number of transactions of the last weeks.
    public func recordEvents(
        for listeners: [EventListener], settings: EventSettings = EventSettings(),
        categories: CategoryTree? = nil
    ) throws -> RecordedEvents {
        guard !listeners.isEmpty else { return RecordedEvents(toTell: 0, olderTransactions: 0) }
        let finder = try finder(for: listeners, settings, categories)
        let older = try finder.olderTransactions()
        return RecordedEvents(
            toTell: try vault.record(finder.recording(), on: moment.today, at: moment.now),
            olderTransactions: older)
    }

    /// Registers new handlers for future events when it is too early to search, such as before
    /// a sync.
    ///
    /// - Parameters: as for ``recordEvents(for:settings:categories:)``.
    /// - Throws: as it does.
    public func recordListeners(
        _ listeners: [EventListener], settings: EventSettings = EventSettings(),
        categories: CategoryTree? = nil
    ) throws {
        guard !listeners.isEmpty else { return }
        let finder = try finder(for: listeners, settings, categories)
        _ = try vault.record(
            finder.recordingOfNewListeners(), on: moment.today, at: moment.now)
    }

    /// - Parameter memory: nil for the vault's.
    func finder(
        for listeners: [EventListener], _ settings: EventSettings, _ categories: CategoryTree?,
        memory: EventMemory? = nil
    ) throws -> EventFinder {
        var settings = settings
        if listeners.contains(where: { $0.subscription.kind == .lowBalanceAhead }) {
            settings.planned = try writtenPlan().items
        }
        return try EventFinder(
            vault, moment, settings: settings,
            categories: try categories ?? self.categories(), listeners: listeners,
            targets: currentBudgets, memory: memory)
    }
}

/// A search for events: a function of the vault, of earlier events and of today.
struct EventFinder {
    private let look: EventLook
    private let listeners: [EventListener]
    /// Without duplicates, in listener order.
    private let subscriptions: [EventSubscription]
    private let allAccounts: [AccountRecord]
    private let recent: [RecentTransaction]
    /// The current periods of all budgets.
    private let targets: [BudgetFigure]
    private let carried: CarriedOverState

    init(
        _ vault: Vault, _ moment: Moment, settings: EventSettings, categories: CategoryTree,
        listeners: [EventListener], targets: () throws -> [BudgetFigure],
        memory: EventMemory? = nil
    ) throws {
        self.listeners = listeners
        var seen: Set<String> = []
        subscriptions = listeners.map(\.subscription).filter { seen.insert($0.key).inserted }
        allAccounts = try vault.accounts()
        look = try EventLook(
            vault, moment, settings: settings, categories: categories, among: allAccounts,
            memory: memory)
        carried = CarriedOverState(look: look, listeners: listeners)
        self.targets = subscriptions.contains(where: \.readsTargets) ? try targets() : []
        recent =
            subscriptions.contains { $0.kind.needsTransactions }
            ? try vault.recentTransactions(
                since: look.newsDays.lowerBound.adding(days: -PayeeEvents.duplicateDays)) : []
    }

    /// The new events and states, to be stored in one step.
    func recording() throws -> EventRecording {
        var recording = try whoIsNew()
        var sightings: [DetectedEvent] = []
        for subscription in subscriptions {
            let found = try self.sightings(for: subscription, &recording)
            sightings += try unknown(found, of: subscription)
        }
        for left in try carried.left(.lowBalance) {
            recording.conditions.append(
                (left.subscription, left.subject, KnownCondition(times: left.times, holds: false)))
        }
        if subscriptions.contains(where: { $0.kind == .classificationChanged }) {
            recording.classes = ClassEvents(look: look, recent: recent).changes
        }
        recording.events = try events(sightings.inOrder)
        recording.isWhole = true
        return recording
    }

    /// The number of transactions since the last look that are too old to be reported.
    func olderTransactions() throws -> Int {
        try look.olderTransactions(for: subscriptions)
    }

    /// The new handlers and what they already know, without events to deliver.
    func recordingOfNewListeners() throws -> EventRecording {
        var recording = try whoIsNew()
        let new = subscriptions.filter { look.memory.subscriptions[$0.key] == nil }
        var unused = recording
        // Low balances are carried over at the next look; by then they may have recovered.
        let known = try new.filter { $0.kind != .lowBalance }.flatMap {
            try sightings(for: $0, &unused).filter(\.isKnown)
        }
        recording.events = try events(known.inOrder)
        let ofClasses = subscriptions.filter { $0.kind == .classificationChanged }
        if !ofClasses.isEmpty, ofClasses.allSatisfy(new.contains) {
            recording.classes = ClassEvents(look: look, recent: recent).changes
        }
        return recording
    }

    private func whoIsNew() throws -> EventRecording {
        var recording = EventRecording(memory: look.memory)
        recording.subscriptions = subscriptions.map(\.key).filter {
            look.memory.subscriptions[$0] == nil
        }
        recording.accounts = try allAccounts.filter {
            try look.memory.accounts[$0.id] == nil && hasArrived($0)
        }.map(\.id)
        var handlers = look.memory.handlers
        recording.handlers = listeners.map(\.handler).filter { handlers.insert($0).inserted }
        return recording
    }

    /// Whether an account's first sync has delivered its history. That sync stores balances
    /// before it asks for transactions.
    private func hasArrived(_ account: AccountRecord) throws -> Bool {
        try account.coverage != nil
            || look.vault.lastSync(connection: account.connection)?.outcome != .running
    }

    private func sightings(
        for subscription: EventSubscription, _ recording: inout EventRecording
    ) throws -> [DetectedEvent] {
        try allSightings(for: subscription, &recording).map { sighting in
            var sighting = sighting
            if sighting.toldBefore.isEmpty {
                sighting.toldBefore = try carried.handlersTold(of: sighting)
            }
            if !sighting.toldBefore.isEmpty { sighting.isKnown = true }
            return sighting
        }
    }

    private func allSightings(
        for subscription: EventSubscription, _ recording: inout EventRecording
    ) throws -> [DetectedEvent] {
        switch subscription.kind {
        case .newTransaction, .largeTransaction, .refund:
            TransactionEvents(look: look, recent: recent).sightings(for: subscription)
        case .newPayee, .duplicateCharge:
            try PayeeEvents(look: look, recent: recent).sightings(for: subscription)
        case .classificationChanged:
            ClassEvents(look: look, recent: recent).sightings(for: subscription)
        case .billDue, .priceChanged, .newSubscription, .missedIncome, .missedPayment:
            try SeriesEvents(look).sightings(for: subscription, recent)
        case .overBudget, .budgetReached:
            try BudgetEvents(look, targets).sightings(for: subscription)
        case .syncFinished, .syncFailed: try SyncEvents(look: look).sightings(for: subscription)
        case .fileImported: try ImportEvents(look: look).sightings(for: subscription)
        case .backupFailed:
            try begun(
                try BackupConditions(look: look).holding(), for: subscription, &recording)
        case .weekClosed, .monthClosed: try PeriodEvents(look).sightings(for: subscription)
        case .every: TimeEvents(look: look).sightings(for: subscription)
        case .lowBalance:
            try begun(
                BalanceConditions(look: look).holding(for: subscription), for: subscription,
                &recording)
        case .lowBalanceAhead:
            try begun(
                try FallConditions(look: look).holding(for: subscription), for: subscription,
                &recording)
        case .bankNeedsAttention:
            try begun(try BankConditions(look: look).holding(), for: subscription, &recording)
        case .balanceGap, .accountSilent:
            try begun(
                try ContinuityConditions(look: look).holding(for: subscription.kind),
                for: subscription, &recording)
        }
    }

    /// The conditions that hold now and did not at the last look.
    private func begun(
        _ holding: [HoldingCondition], for subscription: EventSubscription,
        _ recording: inout EventRecording
    ) throws -> [DetectedEvent] {
        let key = subscription.key
        let known = look.memory.subscriptions[key]?.conditions ?? [:]
        let subjects = Set(holding.map(\.subject))
        for (subject, condition) in known where condition.holds && !subjects.contains(subject) {
            recording.conditions.append(
                (key, subject, KnownCondition(times: condition.times, holds: false)))
        }
        return try holding.compactMap { condition in
            let before = known[condition.subject]
            guard before?.holds != true else { return nil }
            let times = (before?.times ?? 0) + 1
            recording.conditions.append(
                (key, condition.subject, KnownCondition(times: times, holds: true)))
            var sighting = DetectedEvent(
                DetectedEvent.subject(ofCondition: condition.subject, time: times), on: look.today,
                for: subscription, condition.content)
            sighting.toldBefore = try carried.handlersTold(
                ofCondition: condition.subject, for: subscription)
            return sighting
        }
    }

    private func unknown(
        _ sightings: [DetectedEvent], of subscription: EventSubscription
    ) throws -> [DetectedEvent] {
        guard let id = look.memory.subscriptions[subscription.key]?.id else { return sightings }
        let known = try look.vault.knownSubjects(of: id, among: sightings.map(\.subject))
        return sightings.filter { !known.contains($0.subject) }
    }

    private func events(_ sightings: [DetectedEvent]) throws -> [FoundEvent] {
        let told = sightings.filter { !$0.isKnown }
        let transactions = try look.transactions(
            Set(told.compactMap(\.transaction)))
        return try sightings.compactMap { sighting in
            var fields: String?
            if !sighting.isKnown {
                guard let content = sighting.content(transactions) else { return nil }
                fields = try TableJSON.text(of: content.fields)
            }
            return FoundEvent(
                subscription: sighting.subscription.key, subject: sighting.subject,
                happenedOn: sighting.happenedOn, transaction: sighting.transaction,
                fields: fields, toldBefore: sighting.toldBefore)
        }
    }
}

extension [DetectedEvent] {
    /// In chronological order.
    fileprivate var inOrder: [DetectedEvent] {
        sorted { one, other in
            (one.happenedOn, one.transaction ?? 0, one.subject)
                < (other.happenedOn, other.transaction ?? 0, other.subject)
        }
    }
}

extension EventSubscription {
    /// Whether it is about the targets of budgets.
    fileprivate var readsTargets: Bool {
        kind == .budgetReached || kind == .overBudget && options.limit == nil
    }
}

extension EventKind {
    fileprivate var needsTransactions: Bool {
        switch self {
        case .newTransaction, .largeTransaction, .refund, .newPayee, .duplicateCharge,
            .classificationChanged, .priceChanged:
            true
        case .syncFinished, .syncFailed, .fileImported, .backupFailed, .overBudget,
            .budgetReached, .lowBalance, .lowBalanceAhead, .billDue, .newSubscription,
            .missedIncome, .missedPayment,
            .bankNeedsAttention, .balanceGap, .accountSilent, .weekClosed, .monthClosed, .every:
            false
        }
    }
}

/// The states that handlers were notified of before their options changed. A named handler
/// keeps its identity, so a lasting state is no news to it.
///
/// An abandoned subscription is no longer checked. Its last state counts when its handlers
/// move to another one, and then ends.
struct CarriedOverState {
    let look: EventLook
    let listeners: [EventListener]

    /// The handlers of a subscription if all of them already know a condition that begins to
    /// hold; otherwise none.
    func handlersTold(
        ofCondition subject: String, for subscription: EventSubscription
    ) throws -> [String] {
        let isNew = look.memory.subscriptions[subscription.key] == nil
        let others = look.memory.subscriptions.filter { key, other in
            key != subscription.key && key.isOf(subscription.kind)
                && other.conditions[subject]?.holds == true && (isNew || !isListenedTo(key))
        }
        guard !others.isEmpty else { return [] }
        return try handlers(of: subscription) { told in
            others[told.subscription]?.conditions[subject].map {
                told.subject == DetectedEvent.subject(ofCondition: subject, time: $0.times)
            } ?? false
        }
    }

    /// The same for a state without a condition: a budget or a bill.
    func handlersTold(of sighting: DetectedEvent) throws -> [String] {
        let subscription = sighting.subscription
        guard subscription.kind.isState, look.memory.subscriptions[subscription.key] == nil
        else { return [] }
        return try handlers(of: subscription) { told in
            told.subject == sighting.subject
                && told.subscription.category == subscription.key.category
        }
    }

    /// Conditions that held for abandoned subscriptions.
    func left(_ kind: EventKind) throws -> [(subscription: String, subject: String, times: Int)] {
        let held = look.memory.subscriptions.filter { key, known in
            key.isOf(kind) && !isListenedTo(key) && known.conditions.values.contains(where: \.holds)
        }
        guard !held.isEmpty else { return [] }
        let told = try look.vault.toldSubjects(
            to: Set(listeners.map(\.handler)), ofKind: kind.rawValue)
        return held.flatMap { key, known in
            known.conditions.filter { subject, condition in
                condition.holds
                    && told.contains {
                        $0.subscription == key
                            && $0.subject
                                == DetectedEvent.subject(
                                    ofCondition: subject, time: condition.times)
                    }
            }.map { (key, $0.key, $0.value.times) }
        }
    }

    private func handlers(
        of subscription: EventSubscription, whereTold isTheSame: (ToldSubject) -> Bool
    ) throws -> [String] {
        let handlers = listeners.filter { $0.subscription == subscription }.map(\.handler)
        guard look.memory.handlers.isSuperset(of: handlers) else { return [] }
        let told = try look.vault.toldSubjects(
            to: Set(handlers), ofKind: subscription.kind.rawValue
        ).filter(isTheSame)
        return Set(told.map(\.handler)).isSuperset(of: handlers) ? handlers : []
    }

    private func isListenedTo(_ key: String) -> Bool {
        listeners.contains { $0.subscription.key == key }
    }
}

extension EventKind {
    /// Whether it lasts and is identified by its subject alone.
    fileprivate var isState: Bool {
        isOfBudgets || self == .billDue
    }
}

extension String {
    /// Whether a subscription key belongs to a kind.
    fileprivate func isOf(_ kind: EventKind) -> Bool {
        self == kind.rawValue || hasPrefix(kind.rawValue + " ")
    }

    /// The category part of a key, which follows all amounts.
    fileprivate var category: Substring? {
        firstRange(of: " category=").map { self[$0.lowerBound...] }
    }
}
