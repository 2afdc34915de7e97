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
            let bytes = try reader.list()
            do throws(StatementError) {
                let statement = try StatementReader.read(
                    bytes, answers: answers, layouts: layouts)
                writer.put(true)
                writer.put(statement)
            } catch {
                writer.put(false)
                writer.put(error)
            }
        } catch {
            return []
        }
        return writer.bytes
    }

    static let invalidResponse = "the process that reads it returned an invalid response"

    static func request(
        _ bytes: [UInt8], _ answers: StatementAnswers, _ layouts: [TableLayout]
    ) -> [UInt8] {
        var writer = MessageWriter()
        writer.put(answers)
        writer.putAll(layouts) { $0.put($1) }
        writer.put(bytes)
        return writer.bytes
    }

    /// Nil if the answer is malformed.
    static func statement(
        in answer: [UInt8]
    ) -> Result<Statement, StatementError>? {
        do throws(MessageError) {
            var reader = MessageReader(answer)
            return try reader.boolean()
                ? .success(try reader.statement()) : .failure(try reader.statementError())
        } catch {
            return nil
        }
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
}

extension Engine {
    /// Reads a statement in the worker.
    ///
    /// - Parameters:
    ///   - file: the file's name in messages.
    ///   - layouts: a table with the headings of one is read with it.
    public static func readStatement(
        _ bytes: [UInt8], of file: String, answers: StatementAnswers = StatementAnswers(),
        layouts: ImportLayouts = ImportLayouts(), scripts: ScriptHost
    ) throws(StatementFailure) -> Statement {
        guard bytes.count <= mostStatementBytes else { throw .refused(.tooLarge) }
        let answer: [UInt8]
        do throws(ScriptError) {
            answer = try scripts.compute(
                StatementReading.request(bytes, answers, layouts.forReading), of: file,
                nanosecondsPerByte: 20_000, locally: StatementReading.answer)
        } catch {
            throw .notRead(error.message)
        }
        guard let read = StatementReading.statement(in: answer) else {
            throw .notRead(StatementReading.invalidResponse)
        }
        do throws(StatementError) {
            let statement = try read.get()
            try layouts.check(statement)
            return statement
        } catch .brokenLayout(let file) {
            guard let mistake = layouts.mistake(in: file) else {
                throw .notRead(StatementReading.invalidResponse)
            }
            throw .brokenLayout(mistake)
        } catch {
            throw .refused(error)
        }
    }

    /// Twenty years of an account are about 2 MB.
    public static let mostStatementBytes = 32 << 20
}
