import type { Connection } from 'mysql2/promise'

export interface RunningMariadb {
  readonly socketPath: string
  connect(database?: string): Promise<Connection>
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

export function runMariadb(): Promise<RunningMariadb>
