/** Which files of the project have code for the server, whether it runs, and which routes are closed because it does not. */
import type { Config } from '../../../config/config.ts'
import type { Environment } from '../../../config/sources/read-dotenv.ts'
import type { Schema } from '../../../schema/schema.ts'
import { findGuards } from '../../run/guards/closed-routes.ts'
import type { CodePart } from '../adopt-report.ts'
import { codeEntries } from './code-entries.ts'
import { tryCode } from './try-code.ts'

const NO_TYPES: Schema = Object.freeze({ types: new Map(), components: new Map() })

interface CodeInput {
  readonly config: Config
  /** `undefined` if it cannot be loaded: then no code can run. */
  readonly schema: Schema | undefined
  /** As on the command line. */
  readonly database: string | undefined
  readonly env: Environment
}

export async function codePart({ config, schema, database, env }: CodeInput): Promise<CodePart> {
  const { folder, plugins, api, adopt, development } = config
  const place = { folder, plugins, schema: schema ?? NO_TYPES, prefix: api.prefix, ignore: adopt.ignore }
  const read = codeEntries(await findGuards({ ...place, production: !development }), place.schema, api.prefix)
  if (schema === undefined || read.files.every(({ state }) => state === 'ignored')) return read
  const tried = await tryCode({ folder, database }, env)
  if ('part' in tried) return tried.part
  return { ...read, files: read.files.map(file => ({ ...file, what: `${file.what} (${tried.problem})` })) }
}
