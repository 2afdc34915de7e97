public import Classification
public import Model
public import Scripting

/// The person's handlers, read and ready to be told of events.
///
/// It is a value: what was read is never changed by a handler, and it can be
/// used by several threads at once.
public struct Automations: Sendable {
    /// In the order of the files, and of each file's lines.
    public let handlers: [Handler]
    /// Files with mistakes, each left out whole: those that others could name
    /// first, then in the order in which they were given.
    public let leftOut: [LeftOutFile]
    /// The files that are used, in their order.
    public let files: [File]

    public struct File: Hashable, Sendable {
        public let name: String
        public let handlers: Int
        public let tests: Int
    }

    let tests: [HandlerTest]
    private let sources: [String: RuleSource]
    let names: AutomationNames
    private let library: ScriptLibrary
    private let limits: ScriptLimits
    private let host: ScriptHost
    private let byID: [String: Handler]

    /// Reads files, in the order given. A file with a mistake is left out whole,
    /// and the others are used.
    ///
    /// - Parameters:
    ///   - sources: the files, with different names.
    ///   - names: what handlers may name.
    ///   - library: what files can require and look up.
    ///   - unreadable: files that handlers could name and that have mistakes.
    ///   - limits: what each file, and each call of a handler, may use.
    ///   - host: where they are run.
    public init(
        _ sources: [RuleSource], names: AutomationNames, library: ScriptLibrary = .empty,
        unreadable: [LeftOutFile] = [], limits: ScriptLimits = .standard, on host: ScriptHost
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

    /// No handlers.
    public static func none(names: AutomationNames) -> Automations {
        Automations([], names: names, on: .inThisProcess)
    }

    /// What handlers want to be told of, each once, in the order of the handlers.
    public var subscriptions: [EventSubscription] {
        var seen: Set<EventSubscription> = []
        return handlers.map(\.subscription).filter { seen.insert($0).inserted }
    }

    /// Those that are told of a subscription's events, in their order.
    public func handlers(of subscription: EventSubscription) -> [Handler] {
        handlers.filter { $0.subscription == subscription }
    }

    /// The handler of an id, or nil where there is none any more.
    public func handler(_ id: String) -> Handler? { byID[id] }

    /// Tells a handler of an event. Its file is run anew for each event, so that
    /// nothing is kept from one to the next.
    ///
    /// - Returns: what is to be done, in the order in which the handler asked
    ///   for it.
    /// - Throws: where the handler went wrong, or asked for what can't be done.
    ///   Nothing is to be done then.
    /// - Complexity: some hundred microseconds for a small file.
    public func actions(
        of handler: Handler, for event: Event
    ) throws(HandlerFailure) -> [Action] {
        try handle(event, by: handler).outcome.get().actions
    }

    /// Tells a handler of an event, and what came of it in the handler's words.
    public func handle(_ event: Event, by handler: Handler) -> Handling {
        guard let known = byID[handler.id], let source = sources[known.file] else {
            let problem = RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "the handler is not there any more")
            return Handling(outcome: .failure(HandlerFailure(.gone, problem)), printed: [])
        }
        return HandlerRun(
            source: source, names: names, library: library, limits: limits, host: host
        )
        .handle(event, by: known)
    }
}

/// The names that automations may use.
public struct AutomationNames: Sendable {
    public let categories: CategoryTree
    /// Of config/automation.toml.
    public let webhooks: Set<String>
    /// Of config/automation.toml.
    public let commands: Set<String>

    public init(categories: CategoryTree, webhooks: Set<String> = [], commands: Set<String> = []) {
        self.categories = categories
        self.webhooks = webhooks
        self.commands = commands
    }
}

/// A function of the person's that is told of events.
public struct Handler: Hashable, Sendable {
    /// Stays the same while its file is edited: the file, and its name there;
    /// without one the subscription, and its number among equal ones of the
    /// file.
    public let id: String
    /// What its options call it.
    public let name: String?
    public let file: String
    /// The line of its declaration. The first is 1.
    public let line: Int
    public let subscription: EventSubscription
    let function: ScriptFunction
}
