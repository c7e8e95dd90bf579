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
  readonly database: DatabaseConfig
  /** Default: a free one. */
  readonly port?: number
  /** Folder with `src` and `.env`. Default: the recorded project. */
  readonly project?: string
}

export function startStrapi(input: StrapiInput): Promise<StrapiPeer>

/** A copy of the recorded SQLite content. */
export function recordedSqlite(filename: string): { readonly client: 'sqlite'; readonly filename: string }
