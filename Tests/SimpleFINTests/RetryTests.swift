import SimpleFIN
import Synchronization
import Testing

@Suite("A request")
struct RetryTests {
    private final class Waits: Sendable {
        private let told = Mutex<[Duration]>([])

        var all: [Duration] { told.withLock { $0 } }

        func retries(_ delays: [Duration] = [.seconds(1), .seconds(4)]) -> Retries {
            Retries(delays: delays) { delay in self.told.withLock { $0.append(delay) } }
        }
    }

    private let waits = Waits()
    private let answered = Result<HTTPResponse, TransportFailure>.success(
        HTTPResponse(status: 200, body: Array(emptyAnswer.utf8)))

    @Test(
        "that never reached the bridge is sent again",
        arguments: [TransportFailure.nameLookup, .refused])
    func retried(_ failure: TransportFailure) throws {
        let transport = ScriptedTransport([.failure(failure), .failure(failure), answered])
        let client = Client(transport: transport, retries: waits.retries())
        _ = try client.accounts(Query(), AccessURL(bridgeAccess))
        #expect(transport.requests.count == 3)
        #expect(Set(transport.requests).count == 1)
    }

    @Test("waits longer each time, and never quite as long as others do")
    func delays() throws {
        for _ in 0..<20 {
            let waits = Waits()
            let transport = ScriptedTransport([.failure(.refused), .failure(.refused), answered])
            let client = Client(transport: transport, retries: waits.retries())
            _ = try client.accounts(Query(), AccessURL(bridgeAccess))
            let all = waits.all
            #expect(all.count == 2)
            #expect(all.first.map { (.milliseconds(500)...(.seconds(1))).contains($0) } == true)
            #expect(all.last.map { (.seconds(2)...(.seconds(4))).contains($0) } == true)
        }
    }

    @Test("is given up when no attempt is left")
    func givenUp() {
        let transport = ScriptedTransport([])
        let client = Client(transport: transport, retries: waits.retries())
        #expect(
            failure { try client.accounts(Query(), AccessURL(bridgeAccess)) }
                == .cannotConnect(.refused, host: "bridge.example"))
        #expect(transport.requests.count == 3)
    }

    @Test(
        "that the bridge may have counted is never sent again",
        arguments: [
            TransportFailure.timedOut, .cutOff, .garbled, .tooLarge, .untrustedCertificate,
            .secureConnection, .certificateFile, .libraryMissing, .tooManyFiles, .outOfMemory,
            .other(code: 7),
        ])
    func counted(_ failure: TransportFailure) {
        let transport = ScriptedTransport([.failure(failure), answered])
        let client = Client(transport: transport, retries: waits.retries())
        #expect(throws: SimpleFINError.self) {
            try client.accounts(Query(), AccessURL(bridgeAccess))
        }
        #expect(transport.requests.count == 1)
        #expect(waits.all == [])
    }

    @Test("that was answered is never sent again, whatever the answer", arguments: [429, 500, 503])
    func answered(status: Int) {
        let transport = ScriptedTransport(status)
        let client = Client(transport: transport, retries: waits.retries())
        #expect(throws: SimpleFINError.self) {
            try client.accounts(Query(), AccessURL(bridgeAccess))
        }
        #expect(transport.requests.count == 1)
    }
}
