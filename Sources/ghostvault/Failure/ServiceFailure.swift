import Platform

extension Failure {
    init(_ error: ServiceError) {
        switch error {
        case .noManager(let program, let reason):
            self.init(
                .failed, "Nothing here runs services of your user.",
                details: [reason.isEmpty ? "There is no \(program)." : "\(program): \(reason)"],
                "Log in to a session of your own, or let something else run \"ghostvault watch\", "
                    + "such as tmux. Nothing was changed.")
        case .foreignFile(let path):
            self.init(
                .failed, "\(path) was not written by this program.",
                "Nothing was changed. Move the file away if you no longer need it.")
        case .notInstalled(let name):
            self.init(
                .failed, "There is no service \(name).",
                "\"ghostvault service install\" makes one for this vault.")
        case .cannotWrite(let path, let reason):
            self.init(
                .failed, "Cannot write \(path).", details: [reason],
                "Check free space and permissions, and try again.")
        case .unusablePath(let path):
            self.init(
                .failed, "\"\(path)\" can't stand in a service's file.",
                "Rename what has control characters in its name.")
        case .noHome:
            self.init(
                .failed, "The folder of your services is not known.",
                details: ["HOME names no folder by its whole path."],
                "Set HOME to your home folder, and try again. Nothing was changed.")
        case .notStarted(let name, let reason):
            self.init(
                .failed, "\(name) is installed, and does not start.",
                details: reason.split(separator: "\n").map(String.init),
                "\"ghostvault service logs\" shows what it has printed.")
        case .refused(let action, let reason):
            self.init(
                .failed, "The service manager refused: \(action).",
                details: reason.split(separator: "\n").map(String.init),
                "\"ghostvault service status\" tells how the service is now.")
        }
    }
}
