// The types of a running chat-server.

/** A server: one that runs already, or one that `Server.start()` starts.
 * @example
 * const same = new Server(server.address, { timeout: 5 });
 * assert.deepEqual([same.address, same.timeout], [server.address, 5]);
 */
export class Server {
  /** `address` is `HOST:PORT`, or `ws://HOST:PORT/ws` for a page in a browser. `timeout` are seconds of a request. */
  constructor(address: string, options?: { timeout?: number });
  /** The address. */
  readonly address: string;
  /** The seconds that a request may take. */
  readonly timeout: number;
  /** Starts a server that keeps its data in memory and ends with this process. The program is by default the one in the
   * variable CHAT_SERVER, or `chat-server` in PATH.
   * @example
   * const own = await Server.start();
   * await (await Observer.connect(own)).session.ping();
   * await own.close();
   */
  static start(program?: string, options?: { timeout?: number }): Promise<Server>;
  /** Ends the server, if `start()` started it.
   * @example
   * const own = await Server.start();
   * await own.close();
   * await assert.rejects(Observer.connect(own), /no server at/);
   */
  close(): Promise<void>;
}
