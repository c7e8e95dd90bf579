/** Settings from environment variables, under the names that a Strapi v4 project already has in its `.env`. */
import type { SettingsSource } from './check-settings.ts'
import { inferClient } from './infer-client.ts'
import { nestSettings } from './nest-settings.ts'
import type { Environment } from './read-dotenv.ts'
import { SETTINGS } from './settings.ts'

/** Which variable gives which setting. */
const VARIABLES = Object.freeze(
  SETTINGS.flatMap(({ env, path, read }) => (env === undefined ? [] : [{ name: env, path, read }])),
)

/** An empty variable counts as absent. What a variable means is checked later, with the settings of the other sources. */
export function environmentSettings(environment: Environment): SettingsSource {
  const present = VARIABLES.filter(({ name }) => (environment[name] ?? '') !== '')
  const nested = nestSettings(new Map(present.map(({ name, path, read }) => [path, read(environment[name] ?? '')])))
  const names = new Map(present.map(({ name, path }) => [path, name]))
  return {
    given: {
      ...nested,
      ...(nested.database === undefined ? {} : { database: relevant(inferClient(nested.database as Given)) }),
    },
    // The one setting without a variable of its own here is a client inferred from the address.
    label: path => names.get(path) ?? 'DATABASE_URL',
  }
}

type Given = Readonly<Record<string, unknown>>

/** A `.env` often has the variables of several databases; those of the others must not be complained about. */
function relevant(database: Given): Given {
  const { client, filename, ...server } = database
  if (client === undefined || client === 'postgres') return { ...(client === undefined ? {} : { client }), ...server }
  return { client, ...(filename === undefined ? {} : { filename }) }
}
