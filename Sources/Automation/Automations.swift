public import Classification
public import Model
public import Scripting

/// The user's event handlers, loaded and ready to run.
///
/// A value: handlers can't change it, and several threads can use it at once.
public struct Automations: Sendable {
    /// In file order, then line order.
    public let handlers: [Handler]
    /// Rejected files: a file with an error is skipped as a whole. Files that handlers depend
    /// on come first, then the order given.
    public let leftOut: [RejectedFile]
    /// The files in use, in order.
    public let files: [File]

    public struct File: Hashable, Sendable {
        public let name: String
        public let handlers: Int
        public let tests: Int
    }

    let tests: [HandlerTest]
    private let sources: [String: RuleSource]
    public let names: AutomationNames
    private let library: ScriptLibrary
    private let limits: ScriptLimits
    private let host: ScriptHost
    private let byID: [String: Handler]

    /// Loads handler files in the order given. A file with an error is skipped; the others are
    /// used.
    ///
    /// - Parameters:
    ///   - sources: the files, with distinct names.
    ///   - names: the names that handlers may use.
    ///   - library: what files can require and look up.
    ///   - unreadable: broken files that handlers may depend on.
    ///   - limits: the limits for each file and each call of a handler.
    ///   - host: where the files run.
    public init(
        _ sources: [RuleSource], names: AutomationNames, library: ScriptLibrary = .empty,
        unreadable: [RejectedFile] = [], limits: ScriptLimits = .standard, on host: ScriptHost
    ) {
        let read = sources.map {
            AutomationFile($0, names: names, library: library, limits: limits, on: host)
        }
        let whole = read.filter(\.isWhole)
        handlers = whole.flatMap(\.handlers)
        tests = whole.flatMap(\.tests)
        leftOut = unreadable + read.filter { !$0.isWhole }.map(\.leftOut)
        files = whole.map {
            File(name: $0.source.file, handlers: $0.handlers.count, tests: $0.tests.count)
        }
        self.sources = Dictionary(
            whole.map { ($0.source.file, $0.source) }, uniquingKeysWith: { first, _ in first })
        byID = Dictionary(handlers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.names = names
        self.library = library
        self.limits = limits
        self.host = host
    }

    var samples: SampleContent {
        SampleContent(categories: names.categories)
    }

    /// An empty set of handlers.
    public static func none(names: AutomationNames) -> Automations {
        Automations([], names: names, on: .inThisProcess)
    }

    /// The subscriptions of all handlers without duplicates, in handler order.
    public var subscriptions: [EventSubscription] {
        var seen: Set<EventSubscription> = []
        return handlers.map(\.subscription).filter { seen.insert($0).inserted }
    }

    /// The handlers of a subscription, in order.
    public func handlers(of subscription: EventSubscription) -> [Handler] {
        handlers.filter { $0.subscription == subscription }
    }

    /// The handler with an id; nil if it no longer exists.
    public func handler(_ id: String) -> Handler? { byID[id] }

    /// Runs a handler for an event. Its file is loaded again for each event, so nothing
    /// survives but its state.
    ///
    /// - Returns: the requested actions, in request order.
    /// - Throws: if the handler failed or requested something impossible. Nothing is to be done
    ///   then.
    /// - Complexity: a few hundred microseconds for a small file.
    public func actions(
        of handler: Handler, for event: Event
    ) throws(HandlerFailure) -> [Action] {
        try handle(event, by: handler).outcome.get().actions
    }

    /// Runs a handler for an event, and returns its requests as written.
    ///
    /// - Parameters:
    ///   - state: what it kept from earlier events.
    ///   - vault: who answers its queries; nil answers with zero and with no transactions.
    public func handle(
        _ event: Event, by handler: Handler, state: HandlerState = .empty,
        asking vault: (any VaultAnswering)? = nil
    ) -> Handling {
        guard let known = byID[handler.id], let source = sources[known.file] else {
            let problem = RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "the handler no longer exists")
            return Handling(
                outcome: .failure(HandlerFailure(.gone, problem)), state: state, printed: [])
        }
        return HandlerRun(
            source: source, names: names, library: library, limits: limits, host: host,
            vault: vault ?? GivenAnswers().inTurn()
        )
        .handle(event, by: known, state)
    }
}

/// The names that handlers may use.
public struct AutomationNames: Sendable {
    public let categories: CategoryTree
    /// From config/automation.toml.
    public let webhooks: Set<String>
    /// From config/automation.toml.
    public let commands: Set<String>

    public init(categories: CategoryTree, webhooks: Set<String> = [], commands: Set<String> = []) {
        self.categories = categories
        self.webhooks = webhooks
        self.commands = commands
    }
}

/// A Lua function of the user's that receives events.
public struct Handler: Hashable, Sendable {
    /// Stable while its file is edited: the file and the handler's name. Without a name, the
    /// subscription and its number among equal ones in the file.
    public let id: String
    /// The name given in its options.
    public let name: String?
    public let file: String
    /// The line of its declaration, counted from 1.
    public let line: Int
    public let subscription: EventSubscription
    let function: ScriptFunction
}

extension Handler {
    /// Whether an id is that of one of some handlers, perhaps before its options were edited.
    public static func isKnown(_ id: String, among ids: Set<String>) -> Bool {
        ids.contains(id) || ids.contains { stem(of: $0) == stem(of: id) }
    }

    /// The part of an id that an edit of options leaves: the file and the event, or the name.
    private static func stem(of id: String) -> Substring {
        guard let file = id.firstRange(of: ".lua "), id[file.upperBound...].first != "\"" else {
            return id[...]
        }
        return id[..<(id[file.upperBound...].firstIndex(of: " ") ?? id.endIndex)]
    }
}
