import ChatSystem
import Foundation
import Synchronization
import TestExtent

/// A PostgreSQL server for tests, with its data and its socket in a temporary folder. It ends with the test process,
/// also after a crash.
package final class PostgresCluster {
    /// True if tests use PostgreSQL. Its start takes seconds, so only `script/test --all` uses it.
    package static let isWanted = TestExtent.isWhole && programs != nil

    /// Returns the address of the server that tests share, and the name of an unused schema.
    package static func newSchema() throws -> (address: String, schema: String) {
        let place = shared.withLock { cluster in
            cluster.count += 1
            return (cluster.value?.address, "test\(cluster.count)")
        }
        guard let address = place.0 else { throw CocoaError(.executableNotLoadable) }
        return (address, place.1)
    }

    private static let shared = Mutex((value: try? PostgresCluster(), count: 0))

    /// The folder of `initdb` and `pg_ctl`; nil if PostgreSQL is not installed.
    private static let programs: String? = {
        let folders = (12...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/local/bin", "/usr/bin"]
        return folders.first {
            FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
                && FileManager.default.isExecutableFile(atPath: $0 + "/pg_ctl")
        }
    }()

    /// A script that executes one command a line and prints `done` after each. Its folder has a short name because the
    /// length of a socket's path is limited.
    private static let script = """
        set -eu
        folder=$(mktemp -d /tmp/understudy-pg.XXXXXX)
        hold() { kill "-$1" $(pgrep -P "$pid") "$pid"; }
        pid=
        trap '[ -z "$pid" ] || hold CONT; second -m immediate stop || true; pg_ctl -D "$folder/data" -m immediate stop >&2 || true; rm -rf "$folder"' EXIT
        initdb -D "$folder/data" -U understudy -A trust --no-sync -E UTF8 --locale=C >&2
        printf '%s\\n' "listen_addresses = ''" "unix_socket_directories = '$folder'" 'fsync = off' \\
            'shared_buffers = 32MB' 'max_connections = 300' "lc_messages = 'C'" >> "$folder/data/postgresql.conf"
        run() { pg_ctl -D "$folder/data" -w -l "$folder/log" "$@" >&2 < /dev/null; }
        second() { pg_ctl -D "$folder/second/data" -w -l "$folder/second/log" "$@" >&2 < /dev/null; }
        ask() { psql -h "$folder" -U understudy -d postgres -XAtq -c "$1"; }
        run start
        echo "$folder"
        while read -r word looks; do
            case $word in
                start) run start ;;
                stop) run -m fast stop ;;
                freeze) pid=$(head -n 1 "$folder/data/postmaster.pid") && hold STOP ;;
                thaw) hold CONT && pid= ;;
                standby)
                    pg_basebackup -D "$folder/second/data" -h "$folder" -U understudy -R -c fast --no-sync
                    echo "unix_socket_directories = '$folder/second'" >> "$folder/second/data/postgresql.conf"
                    second start
                    ask "ALTER SYSTEM SET synchronous_standby_names = '*'" && ask 'SELECT pg_reload_conf()' > /dev/null
                    state=
                    for look in $(seq "$looks"); do
                        state=$(ask 'SELECT application_name, state, sync_state FROM pg_stat_replication')
                        case $state in *'|sync') break ;; esac
                        sleep 0.05
                    done
                    case $state in
                        *'|sync') ;;
                        *)
                            echo "no synchronous standby after $looks looks, but “$state”; its log ends with:" \\
                                $(tail -n 3 "$folder/second/log")
                            continue
                            ;;
                    esac
                    ;;
                kill) pid=$(head -n 1 "$folder/data/postmaster.pid") && hold STOP && hold KILL && pid= ;;
                promote) second promote ;;
                return)
                    echo "synchronous_standby_names = ''" >> "$folder/data/postgresql.auto.conf"
                    second -m fast stop
                    # Nobody may have buried it yet.
                    rm -f "$folder/data/postmaster.pid" "$folder"/.s.PGSQL.*
                    run start
                    ;;
                second) second start ;;
                ask) ask "$looks" > /dev/null ;;
            esac
            echo done
        done
        """

    private let process: PipedProcess
    private let folder: String

    package init() throws {
        let programs = Self.programs ?? ""
        // PostgreSQL refuses to run as root.
        let user = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
        process = try PipedProcess(
            user + ["sh", "-c", Self.script],
            variables: ["PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")])
        folder = String(decoding: try process.line(milliseconds: 120_000, bytesMax: 4_096), as: UTF8.self)
    }

    /// Stops the server before the test process ends.
    package func end() {
        process.endInput()
        _ = process.exitStatus(milliseconds: 60_000)
    }

    /// The path of the server's socket.
    package var socket: String { folder + "/.s.PGSQL.5432" }

    /// The address of the server, for `chat-server --data`.
    package var address: String { Self.address(in: folder) }

    /// Returns the address of a server whose socket is in a folder.
    package static func address(in folder: String) -> String { "postgres://understudy@/postgres?host=\(folder)" }

    package func start() throws { try send("start") }

    package func stop() throws { try send("stop") }

    /// Suspends all processes of the server, as on a machine that hangs.
    package func freeze() throws { try send("freeze") }

    package func thaw() throws { try send("thaw") }

    /// Starts a standby, for which each commit waits.
    ///
    /// - Parameter attempts: The number of times to check that the standby is synchronous, at 20 a second.
    /// - Throws: ``Failure`` with the last state, if it is not.
    package func beginStandby(attempts: Int = 1_200) throws { try send("standby \(attempts)") }

    /// The address of the server and its standby.
    package var addressOfBoth: String { "postgres://understudy@/postgres?host=\(folder),\(folder)/second" }

    /// Kills the server, as on a machine that fails.
    package func kill() throws { try send("kill") }

    /// Promotes the standby to the primary.
    package func promote() throws { try send("promote") }

    /// Stops the standby and starts the killed server alone, as if the standby had not been promoted.
    package func returnOfTheOld() throws { try send("return") }

    /// Starts the promoted standby again, so that both servers run.
    package func startPromoted() throws { try send("second") }

    /// Runs a statement of SQL as the superuser.
    package func run(_ sql: String) throws { try send("ask \(sql)") }

    private func send(_ word: String) throws {
        _ = process.writeLine(Array(word.utf8), milliseconds: 10_000)
        let answer = String(decoding: try process.line(milliseconds: 120_000, bytesMax: 4_096), as: UTF8.self)
        guard answer == "done" else { throw Failure(description: answer) }
    }

    /// The failure of a command, with the output of the script.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }
}
