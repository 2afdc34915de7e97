/// The way to a part of a value that a script declared.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case field(String)
        /// Counted from 0.
        case item(Int)
        /// Of a word such as `contains`, counted from 0.
        case argument(Int)
    }

    private(set) var steps: [Step] = []

    /// The declared value itself.
    static let whole = ValuePath()

    func field(_ name: String) -> ValuePath { appending(.field(name)) }
    func item(_ position: Int) -> ValuePath { appending(.item(position)) }
    func argument(_ position: Int) -> ValuePath { appending(.argument(position)) }

    func appending(_ path: ValuePath) -> ValuePath {
        ValuePath(steps: steps + path.steps)
    }

    private func appending(_ step: Step) -> ValuePath {
        ValuePath(steps: steps + [step])
    }
}
