public import Configuration
public import Scripting
public import Statements

/// The reading of a stranger's statement file in the worker.
public enum StatementReading {
    /// Loads the system's tables of encodings, which a confined process can't.
    public static func prepare() { StatementReader.prepare() }

    /// Answers a request in the worker.
    public static func answer(_ request: [UInt8]) -> [UInt8] {
        var writer = MessageWriter()
        do throws(MessageError) {
            var reader = MessageReader(request)
            let answers = try reader.statementAnswers()
            let layouts = try reader.all { (reader) throws(MessageError) in
                try reader.tableLayout()
            }
            let signs = try reader.all { (reader) throws(MessageError) in
                StatementSign(headings: try reader.texts(), texts: try reader.texts())
            }
            let bytes = try reader.list()
            do throws(StatementError) {
                if let own = try OwnStatement.find(signs, in: bytes, encoding: answers.encoding) {
                    writer.put(Answer.own.rawValue)
                    writer.put(own.file)
                    writer.putAll(own.signs) { $0.put(Int64($1)) }
                } else {
                    let statement = try StatementReader.read(
                        bytes, answers: answers, layouts: layouts)
                    writer.put(Answer.statement.rawValue)
                    writer.put(statement)
                }
            } catch {
                writer.put(Answer.refusal.rawValue)
                writer.put(error)
            }
        } catch {
            return []
        }
        return writer.bytes
    }

    static let invalidResponse = "the process that reads it returned an invalid response"

    /// What an answer begins with.
    private enum Answer: UInt8 {
        case statement, refusal
        /// One for a person's own plugin.
        case own
    }

    static func request(
        _ bytes: [UInt8], _ answers: StatementAnswers, _ layouts: [TableLayout],
        _ signs: [StatementSign]
    ) -> [UInt8] {
        var writer = MessageWriter()
        writer.put(answers)
        writer.putAll(layouts) { $0.put($1) }
        writer.putAll(signs) {
            $0.put($1.headings)
            $0.put($1.texts)
        }
        writer.put(bytes)
        return writer.bytes
    }

    /// Nil if the answer is malformed.
    static func content(in answer: [UInt8]) -> Result<Content, StatementError>? {
        do throws(MessageError) {
            var reader = MessageReader(answer)
            return switch Answer(rawValue: try reader.byte()) {
            case .statement: .success(.statement(try reader.statement()))
            case .refusal: .failure(try reader.statementError())
            case .own: .success(.own(try reader.ownStatement(), signs: try reader.naturals()))
            case nil: nil
            }
        } catch {
            return nil
        }
    }

    enum Content {
        case statement(Statement)
        case own(OwnStatement, signs: [Int])
    }
}

/// Why a statement can't be imported.
public enum StatementFailure: Error, Sendable {
    /// The file is no statement, or has no rows to take.
    case refused(StatementError)
    /// Reading it took too much, or ended the process that read it.
    case notRead(String)
    /// The layout that is remembered for such tables has a mistake.
    case brokenLayout(ConfigurationError)
    /// A plugin of this name reads the file, and has no use for what the person said about it.
    case readByPlugin(String)
}

extension Engine {
    /// Reads a statement in the worker.
    ///
    /// - Parameters:
    ///   - file: the file's name in messages.
    ///   - layouts: a table with the headings of one is read with it.
    ///   - plugins: a file that has the sign of one is read by it.
    public static func readStatement(
        _ bytes: [UInt8], of file: String, answers: StatementAnswers = StatementAnswers(),
        layouts: ImportLayouts = ImportLayouts(), plugins: StatementPlugins = .none,
        scripts: ScriptHost
    ) throws(StatementFailure) -> Statement {
        guard bytes.count <= mostStatementBytes else { throw .refused(.tooLarge) }
        let answer: [UInt8]
        do throws(ScriptError) {
            answer = try scripts.compute(
                StatementReading.request(
                    bytes, answers, layouts.forReading, plugins.signs),
                of: file, nanosecondsPerByte: 20_000, locally: StatementReading.answer)
        } catch {
            throw .notRead(error.message)
        }
        guard let read = StatementReading.content(in: answer) else {
            throw .notRead(StatementReading.invalidResponse)
        }
        let content: StatementReading.Content
        do throws(StatementError) {
            content = try read.get()
            if case .statement(let statement) = content { try layouts.check(statement) }
        } catch .brokenLayout(let file) {
            guard let mistake = layouts.mistake(in: file) else {
                throw .notRead(StatementReading.invalidResponse)
            }
            throw .brokenLayout(mistake)
        } catch {
            throw .refused(error)
        }
        return switch content {
        case .statement(let statement): statement
        case .own(let own, let signs):
            try plugins.statement(in: own, named: file, signs: signs, answers: answers)
        }
    }

    /// Twenty years of an account are about 2 MB.
    public static let mostStatementBytes = 32 << 20
}
