import Foundation

/// The programs under test, where the build put them.
enum Programs {
    /// The folder that holds `ghostvault` and `ghostvault-demo-bank`: one of
    /// those in which the test bundle lies, whose path is among the arguments.
    static func folder() throws -> String {
        for argument in CommandLine.arguments {
            var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            while folder.path != "/" {
                let program = folder.appendingPathComponent("ghostvault").path
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: program, isDirectory: &isFolder),
                    !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: program)
                {
                    return folder.path
                }
                folder.deleteLastPathComponent()
            }
        }
        throw ProgramsMissing()
    }
}

struct ProgramsMissing: Error, CustomStringConvertible {
    let description = "The programs are not beside the test bundle; build them first."
}
