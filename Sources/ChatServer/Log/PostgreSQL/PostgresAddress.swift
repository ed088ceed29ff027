/// The address of a database in the syntax of libpq: `postgres://[user@][host][:port][/name][?option=value…]`.
public struct PostgresAddress: Sendable, Equatable {
    /// The address as it was given.
    package let text: String
    /// The schema of the tables.
    let schema: String
    /// The purpose of the connection.
    private(set) var use: Use
    /// The timeout of an answer, in milliseconds.
    var timeout = 5_000
    /// The timeout of an answer on a read-only connection, in milliseconds. It is longer, because no other request
    /// waits there.
    var asyncTimeout = 30_000
    /// The pause after a failed attempt to open a read-only connection, in milliseconds.
    var asyncRetryPause = 30_000

    /// The purpose of a connection.
    package enum Use: Sendable {
        /// Serving worlds, as one of several servers.
        case serving
        /// Exclusive access: no server may serve the worlds at the same time.
        case alone
        /// Reading, while any server may serve the worlds.
        case reading
        /// Reading in parallel to a connection that serves the worlds.
        case readOnlyAsync
    }

    /// Parses an address.
    ///
    /// - Returns: Nil if the text is not such an address, but the path of a file.
    public init?(_ text: String) {
        self.init(text, schema: "understudy", use: .serving)
    }

    init?(_ text: String, schema: String, use: Use) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
        (self.text, self.schema, self.use) = (text, schema, use)
    }

    /// Returns the same address for another purpose.
    package func wanted(for use: Use) -> PostgresAddress {
        var copy = self
        copy.use = use
        if use == .readOnlyAsync { copy.timeout = asyncTimeout }
        return copy
    }

    /// Returns the connection parameters for libpq. Those before the address are defaults, which the address overrides.
    ///
    /// - Parameter count: The number of places by which the hosts are rotated, so that another one is tried first.
    func parameters(_ library: PostgresLibrary, hostsRotatedBy count: Int = 0) -> [(String, String)] {
        [
            ("fallback_application_name", use == .readOnlyAsync ? "chat-server search" : "chat-server"),
            ("target_session_attrs", "read-write"),
            // A lost network is detected within seconds. A host that does not answer is given up, and the next host is
            // tried.
            ("connect_timeout", "5"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"), ("dbname", text), ("client_encoding", "UTF8"),
        ] + rotated(options(library), by: count)
    }

    /// Returns the options that are lists with an entry for each host, rotated by some places.
    private func rotated(_ options: [String: String], by count: Int) -> [(String, String)] {
        guard count > 0 else { return [] }
        let lists = ["host", "hostaddr", "port"].compactMap { name in
            options[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
        }
        // A single port applies to all hosts.
        return lists.filter { $0.1.count > 1 }.map { name, entries in
            let first = count % entries.count
            return (name, (entries[first...] + entries[..<first]).joined(separator: ","))
        }
    }

    /// Returns the number of hosts in the address. The hosts in a service file are not counted.
    func hostCount(_ library: PostgresLibrary) -> Int {
        let options = options(library)
        return max(1, (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",").count)
    }

    /// Returns the options that the address contains.
    private func options(_ library: PostgresLibrary) -> [String: String] {
        let options = library.parse(text, nil)
        defer { library.freeOptions(options) }
        var found: [String: String] = [:]
        guard var option = options?.assumingMemoryBound(to: PostgresLibrary.Option.self) else { return found }
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return found
    }

    /// The settings of each session. With them the server detects a client that is gone, and releases its locks. A
    /// transaction that a frozen server left open ends after 5 s, so that another server can take over its worlds.
    ///
    /// There is no `statement_timeout`, even if the role has one. If it ended a commit's wait for a standby, PostgreSQL
    /// would report success.
    ///
    /// Plans are not cached. A plan may have been made while the tables were empty, and is kept until the tables are
    /// analyzed.
    ///
    /// A read-only connection commits nothing. It sets a `statement_timeout` for each search, and all statements of a
    /// search see one state.
    var settings: [String] {
        let waiting =
            use == .readOnlyAsync
            ? ["default_transaction_isolation = 'repeatable read'", "default_transaction_read_only = on"]
            : ["lock_timeout = '\(timeout * 4 / 5)ms'"]
        return waiting + [
            "search_path = \"\(schema)\"", "statement_timeout = 0", "idle_in_transaction_session_timeout = '5s'",
            "tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3",
            "plan_cache_mode = force_custom_plan",
        ]
    }

    /// Refuses options that libpq does not understand. Also refuses a password, because every user of the machine can
    /// read the arguments of a program.
    func check(_ library: PostgresLibrary) throws(PostgresFailure) {
        var problem: UnsafeMutablePointer<CChar>?
        let options = library.parse(text, &problem)
        defer {
            library.freeOptions(options)
            library.freeMemory(problem)
        }
        guard var option = options?.assumingMemoryBound(to: PostgresLibrary.Option.self) else {
            throw PostgresFailure("libpq cannot read the address: \(PostgresConnection.words(problem))")
        }
        while let keyword = option.pointee.keyword {
            if option.pointee.value != nil, ["password", "sslpassword"].contains(String(cString: keyword)) {
                throw PostgresFailure(
                    "the address contains a password, which every user of this machine can read; put the "
                        + "password into ~/.pgpass, or the address into a service file (postgres:///?service=NAME)")
            }
            option += 1
        }
    }
}
