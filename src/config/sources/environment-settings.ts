/** Settings from environment variables, with the names that a Strapi v4 project already has in its `.env`. */

import { inferClient } from '../infer-client.ts'
import type { SettingsSource } from '../settings/check-settings.ts'
import { nestSettings } from '../settings/nest-settings.ts'
import { SETTINGS } from '../settings/settings.ts'
import type { Environment } from './read-dotenv.ts'

/** Variable -> setting. */
const VARIABLES = Object.freeze(
  SETTINGS.flatMap(({ env, path, read }) => (env === undefined ? [] : [{ name: env, path, read }])),
)

/** An empty variable counts as absent. Values are checked later, together with those of the other sources. */
export function environmentSettings(environment: Environment): SettingsSource {
  const present = VARIABLES.filter(({ name }) => (environment[name] ?? '') !== '')
  const nested = nestSettings(new Map(present.map(({ name, path, read }) => [path, read(environment[name] ?? '')])))
  const names = new Map(present.map(({ name, path }) => [path, name]))
  return {
    given: {
      ...nested,
      ...(nested.database === undefined ? {} : { database: relevant(inferClient(nested.database as Given)) }),
    },
    // The only setting here without its own variable is a client inferred from the address.
    label: path => names.get(path) ?? 'DATABASE_URL',
  }
}

type Given = Readonly<Record<string, unknown>>

/** A `.env` often has variables for several databases. Those of the others must not cause problems, except for what only we know. */
function relevant(database: Given): Given {
  const { client, filename, ...server } = database
  if (client === undefined || client === 'postgres') return { ...(client === undefined ? {} : { client }), ...server }
  const { replicas } = server
  return { client, ...(filename === undefined ? {} : { filename }), ...(replicas === undefined ? {} : { replicas }) }
}
