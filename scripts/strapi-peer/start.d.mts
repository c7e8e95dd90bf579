import type { DatabaseConfig } from '../../src/config/config.ts'

export interface StrapiPeer {
  /** `http://127.0.0.1:41234` */
  readonly url: string
  readonly pid: number
  /** Ends the process and removes the files of its project. */
  stop(): Promise<void>
}

export interface StrapiInput {
  /** Strapi may change it: hand out a copy. */
  readonly database: DatabaseConfig | MysqlDatabase
  /** Default: a free one. */
  readonly port?: number
  /** Folder with `src` and `.env`. Default: the recorded project. */
  readonly project?: string
  /** Of the process. Default: that of the system. */
  readonly timezone?: string
  /** A folder whose `index.cjs` becomes the `src/index.js` of the project. */
  readonly code?: string
}

/** On a MySQL or MariaDB server of this machine, as its root. */
export interface MysqlDatabase {
  readonly client: 'mysql'
  readonly socketPath: string
  readonly name: string
}

export function startStrapi(input: StrapiInput): Promise<StrapiPeer>

/** A copy of the recorded SQLite content. */
export function recordedSqlite(filename: string): { readonly client: 'sqlite'; readonly filename: string }
