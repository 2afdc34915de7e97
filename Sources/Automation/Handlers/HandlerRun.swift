public import Classification
internal import Model
internal import Scripting

/// One run of a handler in its own sandbox. Nothing survives an event but the handler's state,
/// so restarting the program changes nothing.
struct HandlerRun {
    let source: RuleSource
    let names: AutomationNames
    let library: ScriptLibrary
    let limits: ScriptLimits
    let host: ScriptHost
    /// Who answers the handler's queries.
    let vault: any VaultAnswering

    func handle(_ event: Event, by handler: Handler, _ state: HandlerState) -> Handling {
        let sandbox: Sandbox
        do {
            sandbox = try Sandbox(
                limits: limits, layout: AutomationWords.layout,
                vocabulary: AutomationWords.vocabulary, library: library, on: host)
        } catch {
            return Handling(
                outcome: .failure(HandlerFailure(handler.file, error)), state: state,
                printed: [])
        }
        defer { sandbox.close() }
        do throws(HandlerFailure) {
            let (asked, state) = try ask(sandbox, handler, event, state)
            return Handling(
                outcome: .success(asked), state: state, printed: sandbox.takeOutput())
        } catch {
            return Handling(
                outcome: .failure(error), state: state, printed: sandbox.takeOutput())
        }
    }

    private func ask(
        _ sandbox: Sandbox, _ handler: Handler, _ event: Event, _ before: HandlerState
    ) throws(HandlerFailure) -> (asked: [AskedAction], state: HandlerState) {
        let reply: ScriptReply
        let queries = HandlerQueries(
            QueryReader(categories: names.categories), vault, asOf: event.lastDay)
        do throws(ScriptError) {
            try sandbox.load(source: source.bytes, chunkName: source.file)
            // Checking the file already reported what it prints while loading.
            _ = sandbox.takeOutput()
            reply = try sandbox.tell(
                handler.function, ScriptTelling(event.value, state: before.table),
                answering: queries.answer)
        } catch {
            throw HandlerFailure(
                error, RuleFileProblem(error, in: source, AutomationWords.vocabulary, library))
        }
        let requests = reply.requests
        let state: HandlerState
        do throws(ActionMistake) {
            state = try HandlerState(checking: reply.state ?? ScriptTable())
        } catch {
            throw HandlerFailure(
                .impossibleAction,
                RuleFileProblem(file: handler.file, line: handler.line, message: error.message))
        }
        guard requests.count <= ActionReader.mostActions else {
            throw HandlerFailure(
                .limit,
                RuleFileProblem(
                    file: handler.file, line: handler.line,
                    message: "the handler requested \(requests.count) actions at once; the limit "
                        + "is \(ActionReader.mostActions)"))
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
        return (asked, state)
    }
}

extension Event {
    /// The event as a Lua value. Missing fields of its kind are nil.
    fileprivate var value: ScriptValue {
        var fields = fields.fields
        fields["kind"] = .string(subscription.kind.rawValue)
        fields["day"] = .string(day.description)
        return .table(
            subscription.kind.shape.completed(ScriptTable(array: [], fields: fields)))
    }

    /// The day of the event, or of its transaction if a bank's days are ahead.
    fileprivate var lastDay: CalendarDay {
        guard case .table(let transaction)? = fields.fields[EventTransaction.name],
            case .string(let text)? = transaction.fields["day"], let other = CalendarDay(text)
        else { return day }
        return max(day, other)
    }

    /// The ids of all transactions in the event.
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
    /// The table with nil for every missing field.
    func completed(_ table: ScriptTable) -> ScriptTable {
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

/// Why a handler run failed.
///
/// The diagnostic may quote the script and its data. Show it to the script's author, but
/// never log it; log ``reason`` instead.
public struct HandlerFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The handler raised an error, or its file can't be read any more.
        case error
        /// The handler exceeded its step or memory limit, or requested too much.
        case limit
        /// The handler requested something impossible.
        case impossibleAction
        /// The handler was removed by an edit.
        case gone
    }

    public let kind: Kind
    /// A diagnostic at the handler's line, or at a line of the module that failed.
    public let problem: RuleFileProblem

    init(_ kind: Kind, _ problem: RuleFileProblem) {
        self.kind = kind
        self.problem = problem
    }

    init(_ file: String, _ error: ScriptError) {
        self.init(error, RuleFileProblem(file, error))
    }

    init(_ error: ScriptError, _ problem: RuleFileProblem) {
        self.init(
            error.kind == .instructionLimit || error.kind == .memoryLimit ? .limit : .error,
            problem)
    }

    /// The position only: "automation/alerts.lua:12".
    public var place: String {
        problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    }

    /// The position and the message, which may quote the event.
    public var words: String { "\(place): \(problem.message)" }

    /// The position and the cause, without data from the event.
    public var reason: String {
        switch kind {
        case .error: "\(place): the handler raised an error"
        // This message has the limit and its value, and quotes nothing.
        case .limit: words
        case .impossibleAction: "\(place): the handler requested an action that isn't possible"
        case .gone: "\(place): the handler no longer exists"
        }
    }
}
