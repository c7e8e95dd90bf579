/** Backups that the server makes, and content that goes out and comes in as a file. For the role Super Admin. */
import type { Data } from '../route-types.ts'

export interface TransferApi {
  readonly 'GET /backups': { readonly answer: Data<BackupList> }
  /** Begins one. */
  readonly 'POST /backups': {
    readonly body: {
      /** Encrypts the archive. At least 12 characters; nobody can open it without. */
      readonly passphrase?: string | null
    }
    readonly answer: Data<ServerTask<BackupFacts>>
  }
  readonly 'DELETE /backups/:name': { readonly answer: Data<StoredBackup> }
  /** The archive itself. */
  readonly 'GET /backups/:name/file': { readonly answer: string }
  /** What can be exported and imported, and what goes on. */
  readonly 'GET /transfers': { readonly answer: Data<TransferState> }
  /** The file itself, as it is made. */
  readonly 'GET /export': { readonly query: ExportQuery; readonly answer: string }
  /** A form with a `file`, and the `key` of an encrypted archive. Begins to check the file; nothing is imported. */
  readonly 'POST /import': { readonly answer: Data<ServerTask<ImportFacts>> }
  /** Imports the file that was checked. */
  readonly 'POST /import/run': {
    readonly body: {
      /** `resume`: goes on where an import of this file was interrupted. `forget`: another import was, and what it has written stays. */
      readonly interrupted?: 'resume' | 'forget'
    }
    readonly answer: Data<ServerTask<ImportFacts>>
  }
  /** Ends what a server does. `kind` is `backup`, `export` or `import`. */
  readonly 'POST /tasks/:kind/cancel': { readonly answer: Data<ServerTask> }
}

export type TaskKind = 'backup' | 'export' | 'import'

/** What a server does, or has done last, of one kind. There is one at a time, on all servers together. */
export interface ServerTask<Facts = unknown> {
  readonly id: string
  /** `waiting`: for the person. `interrupted`: the server that did it has ended. */
  readonly state: 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  readonly phase: TaskPhase | null
  readonly done: number
  /** 0 if nobody knows yet. */
  readonly total: number
  readonly startedAt: string
  readonly endedAt: string | null
  /** Who began it. */
  readonly by: string
  /** The host that does it. */
  readonly server: string
  /** Why it failed. */
  readonly problem: string | null
  readonly facts: Facts
}

/** `check`: bytes of the file. `try`: the import, which is taken back. */
export type TaskPhase = 'rows' | 'files' | 'check' | 'try' | 'entries' | 'links'

export interface BackupFacts {
  /** Once it is there. */
  readonly name: string | null
  /** What is not in the archive, one line each; a few of them. */
  readonly notes: readonly string[]
}

export interface BackupList {
  /** Where they are, relative to the folder of the project. */
  readonly folder: string
  /** The host whose backups these are. */
  readonly server: string
  /** Other servers may have others. */
  readonly isShared: boolean
  /** The last one first. */
  readonly backups: readonly StoredBackup[]
  readonly task: ServerTask<BackupFacts> | null
}

export interface StoredBackup {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly createdAt: string
  readonly encrypted: boolean
  /** `null` if it is encrypted, or cannot be read. */
  readonly content: BackupContent | null
}

export interface BackupContent {
  /** The version of Populus that made it. */
  readonly version: string
  readonly database: 'sqlite' | 'postgres'
  readonly rows: number
  readonly tables: number
  /** Uploads. */
  readonly files: number
  /** It has the secrets of the server. */
  readonly secrets: boolean
}

export interface ExportQuery {
  /** Uids, comma-separated; all content if absent. */
  readonly types?: string
  readonly format?: ExportFormat
  /** Of localized types, only entries in this locale. */
  readonly locale?: string
  /** `false`: only what is published. */
  readonly drafts?: 'true' | 'false'
}

/** `populus`: one JSON object per line. `strapi`: an archive for `strapi import`, always with everything. */
export type ExportFormat = 'populus' | 'strapi'

export interface ExportFacts {
  readonly name: string
}

export interface TransferState {
  /** The largest file that can be imported, in bytes. */
  readonly sizeLimit: number
  /** Archives of Strapi can be read and written. */
  readonly strapi: boolean
  readonly types: readonly {
    readonly uid: string
    readonly displayName: string
    readonly localized: boolean
    readonly draftAndPublish: boolean
    /** Files, users, roles and locales. */
    readonly builtIn: boolean
  }[]
  /** Codes. */
  readonly locales: readonly string[]
  readonly export: ServerTask<ExportFacts> | null
  readonly import: ServerTask<ImportFacts> | null
}

export interface ImportFacts {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Once the file is checked. */
  readonly rehearsal: ImportRehearsal | null
  /** Once it is imported. */
  readonly imported: { readonly entries: number; readonly files: number } | null
}

export interface ImportRehearsal {
  readonly entries: number
  /** What the import would do to each type. Empty if there are problems. */
  readonly types: readonly {
    readonly uid: string
    readonly create: number
    readonly change: number
    /** In the file, and not imported. */
    readonly skip: number
  }[]
  readonly problems: readonly ImportProblem[]
  /** There may be more problems. */
  readonly more: boolean
  /** The database has seen all entries, in a transaction that was taken back. Large files are only read. */
  readonly tried: boolean
  /** It will be imported in one transaction: everything or nothing. Otherwise in steps, and what is written stays. */
  readonly atOnce: boolean
  /** What is left out, one line each; a few of them. */
  readonly notes: readonly string[]
  /** An import that has not ended. */
  readonly interrupted: { readonly file: string; readonly line: number; readonly isSame: boolean } | null
}

export interface ImportProblem {
  /** `null` if it is about the whole file. */
  readonly line: number | null
  readonly text: string
}
