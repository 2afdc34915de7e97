public import Classification
internal import Model
internal import Scripting

/// One telling of one handler, in a sandbox of its own: nothing stays from one
/// event to the next, so that a restart of the program changes nothing.
struct HandlerRun {
    let source: RuleSource
    let names: AutomationNames
    let library: ScriptLibrary
    let limits: ScriptLimits
    let host: ScriptHost

    func handle(_ event: Event, by handler: Handler) -> Handling {
        let sandbox: Sandbox
        do {
            sandbox = try Sandbox(
                limits: limits, layout: AutomationWords.layout,
                vocabulary: AutomationWords.vocabulary, library: library, on: host)
        } catch {
            return Handling(
                outcome: .failure(HandlerFailure(handler.file, error)),
                printed: [])
        }
        defer { sandbox.close() }
        do throws(HandlerFailure) {
            let asked = try ask(sandbox, handler, event)
            return Handling(outcome: .success(asked), printed: sandbox.takeOutput())
        } catch {
            return Handling(outcome: .failure(error), printed: sandbox.takeOutput())
        }
    }

    private func ask(
        _ sandbox: Sandbox, _ handler: Handler, _ event: Event
    ) throws(HandlerFailure) -> [AskedAction] {
        let requests: [ScriptRequest]
        do throws(ScriptError) {
            try sandbox.load(source: source.bytes, chunkName: source.file)
            // What the file printed while it was read is told once, by its check.
            _ = sandbox.takeOutput()
            requests = try sandbox.requests(of: handler.function, toldOf: event.value)
        } catch {
            throw HandlerFailure(handler.file, error)
        }
        guard requests.count <= ActionReader.mostActions else {
            throw HandlerFailure(
                .limit,
                RuleFileProblem(
                    file: handler.file, line: handler.line,
                    message: "the handler asked for \(requests.count) things at once; at most "
                        + "\(ActionReader.mostActions) are done"))
        }
        let reader = ActionReader(names: names, transactions: event.transactions)
        var asked: [AskedAction] = []
        for request in requests {
            do throws(ActionMistake) {
                asked.append(try reader.action(request))
            } catch {
                throw HandlerFailure(
                    .impossibleAction,
                    RuleFileProblem(
                        file: request.chunkName.isEmpty ? handler.file : request.chunkName,
                        line: request.line ?? handler.line, message: error.message))
            }
        }
        return asked
    }
}

extension Event {
    /// What the handler reads. A field that its kind has and that is not there
    /// is nil.
    fileprivate var value: ScriptValue {
        var fields = fields.fields
        fields["kind"] = .string(subscription.kind.rawValue)
        fields["day"] = .string(day.description)
        return .table(
            subscription.kind.shape.completed(ScriptTable(array: [], fields: fields)))
    }

    /// The numbers of all transactions that it tells of.
    fileprivate var transactions: Set<Int64> {
        let shape = subscription.kind.shape
        let parts = shape.fields.filter { field in
            if case .part(let shape) = field.kind {
                shape.name == EventTransaction.name
            } else {
                false
            }
        }
        return Set(
            parts.compactMap { part in
                guard case .table(let table)? = fields.fields[part.name],
                    case .integer(let id)? = table.fields["id"]
                else { return nil }
                return id
            })
    }
}

extension EventShape {
    /// The table with nil for every field that is not there.
    fileprivate func completed(_ table: ScriptTable) -> ScriptTable {
        var fields = table.fields
        for field in self.fields {
            switch (field.kind, fields[field.name]) {
            case (_, nil): fields[field.name] = .nil
            case (.part(let shape), .table(let part)?):
                fields[field.name] = .table(shape.completed(part))
            case (.parts(let shape), .table(let parts)?):
                fields[field.name] = .table(
                    ScriptTable(
                        array: parts.array.map { part in
                            guard case .table(let part) = part else { return part }
                            return .table(shape.completed(part))
                        }))
            default: break
            }
        }
        return ScriptTable(array: table.array, fields: fields)
    }
}

/// Why a handler asks for nothing.
///
/// The problem's message can quote the script and what it read: show it to the
/// person whose script it is, and do not log it. ``reason`` can be.
public struct HandlerFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It raised an error, or its file can't be read any more.
        case error
        /// It took more steps or more memory than it may take, or asked for too much.
        case limit
        /// It asked for what can't be done.
        case impossibleAction
        /// An edit took it away.
        case gone
    }

    public let kind: Kind
    /// The handler's file and line, or those of a module where it went wrong.
    public let problem: RuleFileProblem

    init(_ kind: Kind, _ problem: RuleFileProblem) {
        self.kind = kind
        self.problem = problem
    }

    init(_ file: String, _ error: ScriptError) {
        self.init(
            error.kind == .instructionLimit || error.kind == .memoryLimit ? .limit : .error,
            RuleFileProblem(file, error))
    }

    /// Where it went wrong, without what: "automation/alerts.lua:12".
    public var place: String {
        problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    }

    /// Where and how it went wrong; may quote what the handler read.
    public var words: String { "\(place): \(problem.message)" }

    /// Where and how it went wrong, in words that hold nothing of the event.
    public var reason: String {
        switch kind {
        case .error: "\(place): the handler raised an error"
        // It names the limit and its figure, and quotes nothing.
        case .limit: words
        case .impossibleAction: "\(place): the handler asked for something that can't be done"
        case .gone: "\(place): the handler is not there any more"
        }
    }
}
