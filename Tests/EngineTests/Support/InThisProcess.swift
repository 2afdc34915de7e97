import Classification
import Engine
import Foundation
import Model
import Platform
import Scripting
import SimpleFIN
import Vault

// What people wrote runs in this process in most of these tests: starting a worker takes longer
// than they do. ``PlantedWorker`` is for those about workers.

extension Engine {
    init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers = SecretKeepers(),
        readView: ViewReader? = nil,
        client: @escaping @Sendable (NetworkPolicy) -> Client = { Client(policy: $0) }
    ) {
        self.init(
            vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: .inThisProcess,
            readView: readView, client: client)
    }

    static func tryRules(
        at path: String, on samples: [SampleTransaction]
    ) throws -> RuleTrial {
        try tryRules(at: path, on: samples, host: .inThisProcess)
    }
}

extension Examination {
    init(of folder: VaultFolder) throws(VaultError) {
        try self.init(of: folder, scripts: .inThisProcess)
    }
}

/// A worker with planted faults, which sources with their names come upon; for all others it is
/// as every worker.
enum PlantedWorker {
    /// Has much more processor time than a machine could make good files take.
    static func patientHost() -> ScriptHost {
        host(budget: ScriptHost.Budget(nanoseconds: 600_000_000_000))
    }

    static func host(budget: ScriptHost.Budget = ScriptHost.Budget()) -> ScriptHost {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return ScriptHost(
            worker: WorkerProgram(
                path: folder.appendingPathComponent("planted-worker").path, arguments: []),
            budget: budget)
    }
}
