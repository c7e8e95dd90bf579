/**
 * The only way to `src/strapi`: what the rest of the server wants from it, loaded when a project, a file or a command needs
 * it. A tree without that folder builds, and serves projects that are not Strapi's.
 */
import type { StrapiReport } from './admin-api/settings/strapi-api.ts'
import type { Command } from './cli/command.ts'
import type { Config } from './config/config.ts'
import { noStrapi, type ProjectReader } from './config/project-reader.ts'
import type { Environment } from './config/sources/read-dotenv.ts'
import type { ProjectCode } from './extend/project-code.ts'
import type { Schema } from './schema/schema.ts'
import type { Storage } from './tables/open-storage.ts'
import type { ImportInput } from './transfer/import/import-batch.ts'

/** `src/strapi/strapi.ts` has one. */
export interface StrapiSupport {
  /** Reads the files below `config/`. */
  readonly readProject: ProjectReader
  /** The code of a project, and what guards it if it cannot run. */
  readonly loadCode: (config: Config, schema: Schema, runsTasks: boolean) => Promise<ProjectCode | undefined>
  /** Imports the files of the plugin config-sync before requests are answered. Returns lines to print. */
  readonly importOnStart: (storage: Storage, config: Config, env: Environment) => Promise<readonly string[]>
  /** Imports an archive of `strapi export`. */
  readonly importArchive: (input: ArchiveImport) => Promise<ImportedArchive>
  /** Makes a file of the format of `populus export` from such an archive, in a folder. The same archive always gives the same file. */
  readonly convertArchive: (
    archive: ArchiveImport['archive'],
    schema: Schema,
    folder: string,
  ) => Promise<ConvertedArchive>
  /** Writes an archive that `strapi import` reads. */
  readonly exportArchive: (input: ArchiveExport) => Promise<ExportedArchive>
  /** What is different from Strapi in a project that is being served. */
  readonly report: (config: Config) => Promise<StrapiReport>
  readonly commands: Readonly<Record<StrapiCommand, Command['load']>>
}

/** `init` and `export` are what those commands do for Strapi. */
export type StrapiCommand = 'adopt' | 'adopt compare' | 'config-sync import' | 'config-sync export' | 'init' | 'export'

export interface ArchiveImport extends Omit<ImportInput, 'file'> {
  /** The key is `null` if the archive is not encrypted. */
  readonly archive: { readonly file: string; readonly key: string | null }
  /** Where local uploads are kept. */
  readonly uploads: string
}

export interface ImportedArchive {
  readonly entries: number
  readonly files: number
  /** What is left out, one line each. */
  readonly notes: readonly string[]
}

export interface ConvertedArchive {
  readonly file: string
  /** What is left out, one line each. */
  readonly notes: readonly string[]
  /** How many entries are left out, by uid. */
  readonly skipped: ReadonlyMap<string, number>
}

export interface ArchiveExport extends Pick<ImportInput, 'database' | 'schema'> {
  /** `.tar.gz`, with a key `.tar.gz.enc`. */
  readonly file: string
  readonly key: string | null
  /** Where local uploads are kept. */
  readonly uploads: string
  readonly now: Date
  readonly progress: (done: number, total: number) => void
}

export interface ExportedArchive {
  readonly entries: number
  readonly files: number
  /** What is missing in it, one line each. */
  readonly notes: readonly string[]
}

/** A name of package.json, so that neither the compiler nor the bundler asks for the file. */
const FRONT_DOOR: string = '#strapi'

/** `undefined` in a build without it. */
export async function findStrapi(): Promise<StrapiSupport | undefined> {
  try {
    const { strapi }: { strapi: StrapiSupport } = await import(/* @vite-ignore */ FRONT_DOOR)
    return strapi
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** The front door itself is missing, not one of the modules behind it. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && /^Cannot find module '[^']*[\\/]strapi[\\/]strapi\.[jt]s'/.test(error.message)
}

/** `what` needs it, for the message of the StartError if there is none. */
export async function strapiFor(what: string): Promise<StrapiSupport> {
  const strapi = await findStrapi()
  if (strapi === undefined) throw noStrapi(`${what} needs support for Strapi projects, which this build does not have`)
  return strapi
}

export function strapiCommand(name: StrapiCommand): Command['load'] {
  return async () => (await strapiFor(`populus ${name}`)).commands[name]()
}
