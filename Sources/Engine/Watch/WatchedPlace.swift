internal import Foundation
internal import Model
public import Platform
public import Scripting
public import SimpleFIN
public import Vault

/// The vault that is watched, and how to reach its bridges.
public struct WatchedPlace: Sendable {
    let folder: VaultFolder
    private let secretKeepers: SecretKeepers
    private let scripts: ScriptHost
    private let transport: @Sendable (NetworkPolicy) -> any HTTPTransport
    private let requests = RequestStop()

    /// - Parameters:
    ///   - secretKeepers: who may keep access URLs; where it is nobody, files do.
    ///   - scripts: where rules, plugins and handlers are run.
    ///   - transport: what sends requests; libcurl where nothing else is given.
    public init(
        _ folder: VaultFolder, secretKeepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost,
        transport: @escaping @Sendable (NetworkPolicy) -> any HTTPTransport = {
            CurlTransport(policy: $0)
        }
    ) {
        self.folder = folder
        self.secretKeepers = secretKeepers
        self.scripts = scripts
        self.transport = transport
    }

    func open(_ clock: WatchClock) throws -> Vault {
        try Vault.open(folder, clock: { clock.now })
    }

    func engine(over vault: Vault, at moment: Moment) -> Engine {
        Engine(vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts) {
            [transport, requests] policy in
            Client(
                transport: StoppableTransport(transport: transport(policy), stop: requests),
                policy: policy)
        }
    }

    /// Gives up requests that are under way.
    func stop() { requests.stop() }

    var isStopped: Bool { requests.isStopped }

    /// Whether another database lies where an open one was, as after a backup
    /// was brought back.
    ///
    /// - Throws: `VaultError.missing` where there is none.
    func wasReplaced(since vault: Vault) throws -> Bool {
        guard folder.holdsVault else { throw VaultError.missing(path: folder.path) }
        return vault.isOfAnotherFile()
    }
}
