public import Model

extension CategoryTree {
    /// The first category that is there of some ids with slashes between them.
    ///
    /// The shipped files name so what a tree of the person's own may lack: "pets/shopping".
    public func first(of ids: String) -> Model.Category? {
        self[ids] ?? ids.split(separator: "/").lazy.compactMap { self[String($0)] }.first
    }
}
