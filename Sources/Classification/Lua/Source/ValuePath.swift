/// The way to a part of a value that a script declared.
package struct ValuePath: Hashable {
    enum Step: Hashable {
        case field(String)
        /// Counted from 0.
        case item(Int)
        /// Of a word such as `contains`, counted from 0.
        case argument(Int)
    }

    /// Which of the declared values it leads into, counted from 0.
    let value: Int
    let steps: [Step]

    /// The first declared value itself, which most words have alone.
    package static let whole = ValuePath.value(0)

    /// One of the values of a declaration that has several.
    ///
    /// - Parameter number: counted from 0.
    package static func value(_ number: Int) -> ValuePath { ValuePath(value: number, steps: []) }

    package func field(_ name: String) -> ValuePath { appending(.field(name)) }
    package func item(_ position: Int) -> ValuePath { appending(.item(position)) }
    func argument(_ position: Int) -> ValuePath { appending(.argument(position)) }

    /// - Parameter path: leads on from where this one ends.
    func appending(_ path: ValuePath) -> ValuePath {
        ValuePath(value: value, steps: steps + path.steps)
    }

    private func appending(_ step: Step) -> ValuePath {
        ValuePath(value: value, steps: steps + [step])
    }
}
