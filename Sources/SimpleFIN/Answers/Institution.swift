/// A bank as a bridge knows it: an `org` of version 1, a connection of 2.
public struct Institution: Hashable, Sendable {
    /// What tells this institution from the others of one access URL.
    ///
    /// In version 2 the connection's id. In version 1 the organisation's id;
    /// where the bridge sends none, its domain and name together, as several
    /// names can share a domain and several domains a name.
    public let key: String

    /// The name to show: the bridge's, else the domain or host, else the key.
    public let name: String

    /// The organisation's id, by which an institution of version 1 and one of
    /// version 2 can be recognised as the same.
    public let organizationID: String?

    /// The bank's site as the bridge gives it, unchecked.
    public let url: String?
}
