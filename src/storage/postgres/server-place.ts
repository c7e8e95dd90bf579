/** On which server the database was found last. After a failover, whoever is still connected to another one connects anew. */
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
