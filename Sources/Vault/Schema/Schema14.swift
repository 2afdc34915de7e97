/// By what else decisions know a rule of a file, so that they hold where its
/// name or its file is changed.
enum Schema14 {
    static let fingerprints = """
        -- Of what a rule of a file says; NULL for other rules, and for what was
        -- decided before.
        ALTER TABLE overruled_rules ADD COLUMN fingerprint TEXT;
        ALTER TABLE disabled_rules ADD COLUMN fingerprint TEXT;

        CREATE TRIGGER changed_overruled_rules AFTER UPDATE ON overruled_rules
        BEGIN \(Schema7.change(of: "new.transaction_id")) END;
        """
}
