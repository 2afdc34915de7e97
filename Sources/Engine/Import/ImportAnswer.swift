internal import Foundation
internal import Model
public import SimpleFIN
public import Vault

/// What importing a file brought.
public struct ImportReport: Sendable {
    public let accounts: Int
    public let stored: StoredAnswer
    public let messages: [BridgeMessage]
    /// What could not be read exactly, and so was not stored.
    public let rejected: [RejectedEntry]
}

extension Engine {
    /// Stores a SimpleFIN answer that was kept as a file. Importing it again
    /// brings nothing new.
    public func importAnswer(_ answer: Answer) throws -> ImportReport {
        let accountSet = answer.accountSet
        let connection = try connection(holding: accountSet)
        let translation = FeedTranslation(
            accountSet: accountSet, moment: moment, keepsBalances: true, window: nil)
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: nil)
        return ImportReport(
            accounts: accountSet.accounts.count, stored: stored, messages: accountSet.messages,
            rejected: accountSet.rejected)
    }

    /// The connection that brings the answer's accounts already, so that a file
    /// of them does not make each account two; else that of imported files.
    private func connection(holding accountSet: AccountSet) throws -> Connection {
        let accounts = try vault.accounts()
        let holding = try vault.connections().first { connection in
            connection.kind == .simplefin
                && accountSet.accounts.contains { received in
                    accounts.contains {
                        $0.connection == connection.id
                            && ExactText($0.bankID) == ExactText(received.id)
                            && $0.bankName == received.name
                    }
                }
        }
        return try holding ?? vault.fileConnection(createdAt: moment.now)
    }
}

extension FileReader {
    /// Standard input to its end.
    ///
    /// - Parameters:
    ///   - descriptor: of what is read.
    ///   - limit: bytes, as many as an answer of a bridge may have. A pipe need not end.
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public static func standardInput(
        _ descriptor: Int32 = 0, atMost limit: Int = 64 << 20
    ) throws(EngineError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            let reason =
                count < 0
                ? String(cString: strerror(errno)).lowercased()
                : "it is larger than \(limit >> 20) MiB; split it into several files"
            guard count > 0, bytes.count + count <= limit else {
                throw .cannotRead(path: "standard input", reason: reason)
            }
            bytes += part[..<count]
        }
    }
}
