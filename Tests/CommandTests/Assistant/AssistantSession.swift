import Engine
import Foundation
import Terminal
import Testing

@testable import ghostvault

/// A conversation with `ghostvault mcp` in this process, through pipes.
enum AssistantSession {
    /// Sends lines and ends the input.
    ///
    /// - Parameter options: of the command, such as "--ghost".
    /// - Returns: the responses in their order.
    static func responses(
        to lines: [String], in scenario: Scenario, _ options: [String] = []
    ) async throws -> [JSONValue] {
        let (programs, variables) = (try Programs.folder(), scenario.variables)
        return try await exchange(lines) { input, output in
            var context = ProgramContext(variables: variables)
            (context.input, context.output) = (input, output)
            context.program = programs + "/ghostvault"
            context.zone = .utc
            context.ownsProcess = false
            let code = ProgramContext.$current.withValue(context) {
                ProgramRun(["mcp"] + options).exitCode()
            }
            guard code == 0 else { throw UnexpectedEnd(exitCode: code) }
        }
    }

    /// Sends lines to a server without a vault.
    static func responses(
        to lines: [String], from answers: AssistantAnswers
    ) async throws -> [JSONValue] {
        try await exchange(lines) { input, output in
            try AssistantServer(
                tools: AssistantTool.all, instructions: "", answers: answers,
                output: Output(descriptor: output)
            ).serve(LineReader(descriptor: input))
        }
    }

    /// The answer to one call of a tool.
    static func answer(
        _ tool: String, _ arguments: String = "{}", in scenario: Scenario,
        _ options: [String] = []
    ) async throws -> ToolAnswer {
        let response = try await responses(
            to: [call(tool, arguments)], in: scenario, options)
        let result = response.first?.fields?["result"]?.fields ?? [:]
        guard let content = result["structuredContent"]?.fields,
            case .boolean(let isError)? = result["isError"]
        else { throw UnexpectedEnd(exitCode: 0) }
        return ToolAnswer(content: content, isError: isError)
    }

    static func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
            + #""params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private static func exchange(
        _ lines: [String], _ serve: @escaping @Sendable (Int32, Int32) throws -> Void
    ) async throws -> [JSONValue] {
        // On threads of their own: they wait for each other.
        let (input, output) = (Pipe(), Pipe())
        let server = onThread {
            defer { close(output) }
            try serve(
                input.fileHandleForReading.fileDescriptor,
                output.fileHandleForWriting.fileDescriptor)
        }
        let sending = onThread {
            try input.fileHandleForWriting.write(
                contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
            try input.fileHandleForWriting.close()
        }
        let reading = onThread { try output.fileHandleForReading.readToEnd() ?? Data() }
        try await sending.value
        try await server.value
        return try await reading.value.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(JSONValue.self, from: Data($0))
        }
    }

    private static func close(_ pipe: Pipe) {
        do {
            try pipe.fileHandleForWriting.close()
        } catch {
            Issue.record(error)
        }
    }

    /// Starts a thread at once.
    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        let (results, result) = AsyncThrowingStream.makeStream(of: Value.self)
        Thread.detachNewThread {
            do {
                result.yield(try body())
                result.finish()
            } catch {
                result.finish(throwing: error)
            }
        }
        return Task {
            for try await value in results { return value }
            throw UnexpectedEnd(exitCode: 0)
        }
    }

    struct UnexpectedEnd: Error {
        let exitCode: Int32
    }
}

extension JSONValue {
    /// The value on a path of fields and positions, "result.tools.0.name".
    subscript(path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { value, name in
            if let position = Int(name), let list = value?.elements {
                return list.indices.contains(position) ? list[position] : nil
            }
            return value?.fields?[String(name)]
        }
    }

    /// Every text in the value, with the name of the field nearest to it.
    func texts(in field: String = "") -> [(field: String, text: String)] {
        switch self {
        case .text(let text): [(field, text)]
        case .list(let list): list.flatMap { $0.texts(in: field) }
        case .object(let fields): fields.flatMap { $0.value.texts(in: $0.key) }
        default: []
        }
    }
}
