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
            let bytes = try reader.list()
            do throws(StatementError) {
                let statement = try StatementReader.read(bytes, answers: answers)
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

    static func request(_ bytes: [UInt8], _ answers: StatementAnswers) -> [UInt8] {
        var writer = MessageWriter()
        writer.put(answers)
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
}

extension Engine {
    /// Reads a statement in the worker.
    ///
    /// - Parameter file: the file's name in messages.
    public static func readStatement(
        _ bytes: [UInt8], of file: String, answers: StatementAnswers = StatementAnswers(),
        scripts: ScriptHost
    ) throws(StatementFailure) -> Statement {
        guard bytes.count <= mostStatementBytes else { throw .refused(.tooLarge) }
        let answer: [UInt8]
        do throws(ScriptError) {
            answer = try scripts.compute(
                StatementReading.request(bytes, answers), of: file, nanosecondsPerByte: 20_000,
                locally: StatementReading.answer)
        } catch {
            throw .notRead(error.message)
        }
        guard let read = StatementReading.statement(in: answer) else {
            throw .notRead("the process that reads it returned an invalid response")
        }
        do throws(StatementError) {
            return try read.get()
        } catch {
            throw .refused(error)
        }
    }

    /// Twenty years of an account are about 2 MB.
    public static let mostStatementBytes = 32 << 20
}
