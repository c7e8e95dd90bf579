/**
 * How a project is read that keeps its settings in files of another program. The core knows only this contract;
 * `src/strapi/files` fulfils it, and whoever loads settings passes it on.
 */
import { StartError } from '../errors.ts'
import type { LocalPlugin } from './config.ts'
import type { Settings } from './settings/settings.ts'
import type { Project } from './sources/inspect-project.ts'
import type { Environment } from './sources/read-dotenv.ts'

export interface ReaderInput {
  readonly env: Environment
  /** Which other source names the database: then the project's own is not used, or only without the environment's. */
  readonly databaseIn: { readonly flags: boolean; readonly file: boolean; readonly environment: boolean }
}

export interface ReadSettings {
  /** One value each. Later ones do not contradict earlier ones. */
  readonly settings: readonly Settings[]
  /** Whether variables of the environment that the files do not read mean nothing for the database. */
  readonly decidesDatabase: boolean
  /** The file that names the database. */
  readonly databaseFile: string | undefined
  /** What is wrong with that database. */
  readonly problems: readonly string[]
  /** Why no database can be opened at all. */
  readonly refusal: StartError | undefined
  readonly plugins: readonly LocalPlugin[]
  readonly warnings: readonly string[]
  /** What was taken from the files, one line for each. */
  readonly notes: readonly string[]
}

/** Is asked about every project, and has nothing to say about those that have no such files. */
export type ProjectReader<Read extends ReadSettings = ReadSettings> = (
  project: Project,
  input: ReaderInput,
) => Promise<Read>

export const NOTHING_READ: ReadSettings = Object.freeze({
  settings: [],
  decidesDatabase: false,
  databaseFile: undefined,
  problems: [],
  refusal: undefined,
  plugins: [],
  warnings: [],
  notes: [],
})

/** For builds that cannot read such projects: opened as any other, one would lose the rules in its code. */
export const refuseStrapi: ProjectReader = async ({ folder, strapiVersion }) =>
  strapiVersion === 4
    ? { ...NOTHING_READ, refusal: noStrapi(`${folder} is a Strapi project, but this build has no support for it`) }
    : NOTHING_READ

/** `headline` says what was wanted. */
export function noStrapi(headline: string): StartError {
  return new StartError(headline, ['it was built without src/strapi'])
}
