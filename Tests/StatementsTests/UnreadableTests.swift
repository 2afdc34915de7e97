import Statements
import Testing

@Suite("Files that are no statement")
struct UnreadableTests {
    @Test("plain words are refused")
    func words() {
        #expect(throws: StatementError.notAStatement) {
            try StatementReader.read(Array("Dear reader, nothing to see.".utf8))
        }
    }
}
