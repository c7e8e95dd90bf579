/** The server on which the database was last found. After a failover, connections to any other server reconnect. */
export class ServerPlace {
  #server = ''

  /** Empty before the first connection. */
  get server(): string {
    return this.#server
  }

  found(server: string): void {
    this.#server = server
  }
}
