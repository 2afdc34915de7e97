import Dispatch
import Foundation
import Synchronization
import Terminal
import Testing

@Suite("Output")
struct OutputTests {
    private let pipe = Pipe()

    private var output: Output { Output(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

    private func writtenText() throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("nothing is written before the buffer is full or flushed")
    func buffered() throws {
        try output.write("net worth\n")
        #expect(try writtenText().isEmpty)
    }

    @Test("a flush writes what was buffered, in order")
    func flushed() throws {
        let output = output
        try output.write("net ")
        try output.write("worth\n")
        try output.flush()
        #expect(try writtenText() == "net worth\n")
    }

    @Test("every byte arrives through a slow pipe", arguments: [false, true])
    func everyByte(nonBlocking: Bool) throws {
        let writing = pipe.fileHandleForWriting
        if nonBlocking {
            let flags = fcntl(writing.fileDescriptor, F_GETFL)
            #expect(fcntl(writing.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        }
        let line = String(repeating: "0123456789", count: 100) + "\n"
        let reader = PipeReader(pipe)

        let output = output
        for _ in 0..<2_000 { try output.write(line) }
        try output.flush()
        try writing.close()
        #expect(reader.receivedBytes() == 2_000 * 1_001)
    }

    @Test("a reader that has gone is an error, and stays one")
    func readerClosed() throws {
        Output.reportFailuresAsErrors()
        try pipe.fileHandleForReading.close()
        let output = output
        try output.write("line\n")
        #expect(throws: OutputError.readerClosed) { try output.flush() }
        #expect(throws: OutputError.readerClosed) { try output.write("more\n") }
    }

    @Test("another error carries the system's number")
    func badDescriptor() throws {
        let output = Output(descriptor: -1)
        try output.write("line\n")
        #expect(throws: OutputError.failed(code: EBADF)) { try output.flush() }
    }

    @Test("a JSON writer writes to an output")
    func json() throws {
        let output = output
        var json = JSONWriter(.compact, to: output)
        json.object { $0.field("ok", true) }
        try json.flush()
        try output.flush()
        #expect(try writtenText() == "{\"ok\":true}\n")
    }
}

/// Reads a pipe to its end on a thread of its own, since the writer waits for
/// it.
private final class PipeReader: Sendable {
    private let received = Mutex(0)
    private let end = DispatchSemaphore(value: 0)

    init(_ pipe: Pipe) {
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            let count = reading.readDataToEndOfFile().count
            received.withLock { $0 = count }
            end.signal()
        }
    }

    func receivedBytes() -> Int {
        end.wait()
        return received.withLock { $0 }
    }
}
