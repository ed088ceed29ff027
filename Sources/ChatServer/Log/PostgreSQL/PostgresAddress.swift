/// Where a database is, as libpq reads it: `postgres://[user@][host][:port][/name][?option=value…]`.
public struct PostgresAddress: Sendable, Equatable {
    /// As it was given.
    package let text: String
    /// The schema in which the tables are.
    let schema: String
    /// What its tables are wanted for.
    private(set) var use: Use
    /// How long an answer may take, in milliseconds.
    var patience = 5_000
    /// The same for what is read beside what is written, where nobody else waits.
    var patienceBeside = 30_000
    /// For how long nobody tries again to have a connection for that where one could not be had, in milliseconds.
    var pauseBeside = 30_000

    /// What tables are wanted for.
    package enum Use: Sendable {
        /// To serve the worlds that are in them, as one of several servers.
        case serving
        /// To have them alone: no server may serve them meanwhile.
        case alone
        /// To look into them, whoever serves them.
        case reading
        /// To read in them beside a connection that serves them.
        case readingBeside
    }

    /// - Returns: nil for what is no such address, but the path of a file.
    public init?(_ text: String) {
        self.init(text, schema: "understudy", use: .serving)
    }

    init?(_ text: String, schema: String, use: Use) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
        (self.text, self.schema, self.use) = (text, schema, use)
    }

    /// The same, wanted for something else.
    package func wanted(for use: Use) -> PostgresAddress {
        var copy = self
        copy.use = use
        if use == .readingBeside { copy.patience = patienceBeside }
        return copy
    }

    /// What libpq is told: what stands before the address is what holds where that says nothing else.
    ///
    /// - Parameter turns: by how many places the hosts are turned, so that another is tried first.
    func parameters(_ library: PostgresLibrary, hostsTurned turns: Int = 0) -> [(String, String)] {
        [
            ("fallback_application_name", use == .readingBeside ? "chat-server search" : "chat-server"),
            ("target_session_attrs", "read-write"),
            // A network that lost the other side is noticed within seconds, and the next host is tried, as it is where one
            // answers nothing.
            ("connect_timeout", "5"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"), ("dbname", text), ("client_encoding", "UTF8"),
        ] + turned(options(library), by: turns)
    }

    /// The options that are lists with an entry a host, each turned by some places.
    private func turned(_ options: [String: String], by turns: Int) -> [(String, String)] {
        guard turns > 0 else { return [] }
        let lists = ["host", "hostaddr", "port"].compactMap { name in
            options[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
        }
        // One port is that of all hosts.
        return lists.filter { $0.1.count > 1 }.map { name, entries in
            let first = turns % entries.count
            return (name, (entries[first...] + entries[..<first]).joined(separator: ","))
        }
    }

    /// How many hosts are named. Of a service file it is not known.
    func hostCount(_ library: PostgresLibrary) -> Int {
        let options = options(library)
        return max(1, (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",").count)
    }

    /// The options that the address gives.
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

    /// What each session is told first, so that the server notices a client that is gone, and lets go of what it held: a
    /// transaction that a frozen server left open ends after 5 s, so that another server can take its worlds.
    ///
    /// No `statement_timeout`, whatever the role has: where that ends the wait of a commit for a standby, the server says
    /// that all is well. And no plan that is kept: it may have been made when the tables were empty, and is not made anew
    /// before somebody has them analyzed. What is read beside commits nothing: each question has a `statement_timeout`
    /// there, and sees one state, however many statements it is.
    var settings: [String] {
        let waiting =
            use == .readingBeside
            ? ["default_transaction_isolation = 'repeatable read'", "default_transaction_read_only = on"]
            : ["lock_timeout = '\(patience * 4 / 5)ms'"]
        return waiting + [
            "search_path = \"\(schema)\"", "statement_timeout = 0", "idle_in_transaction_session_timeout = '5s'",
            "tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3",
            "plan_cache_mode = force_custom_plan",
        ]
    }

    /// Refuses what libpq does not understand, and a password: everybody on the machine can read what a program was
    /// started with.
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
