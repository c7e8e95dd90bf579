/** Checks the settings of one source against the schema and describes every problem for the operator. */
import { nearestName } from '../../util/text/nearest-name.ts'
import { SETTINGS, type Settings, sourceSchema } from './settings.ts'

const PATHS = SETTINGS.map(({ path }) => path)

/** The settings of one source before they are checked. */
export interface SettingsSource {
  readonly given: unknown
  /** The source's own name for a setting: `port` is `populus.config.json: port`, `PORT` or `--port`. */
  readonly label: (path: string) => string
}

export interface CheckedSettings {
  readonly settings: Settings
  readonly problems: readonly string[]
}

/**
 * With `{ port: 'x', databse: {} }` from `populus.config.json` the problems are
 * - `populus.config.json: port: expected a whole number from 0 to 65535, got "x"`
 * - `populus.config.json: databse: there is no such setting; did you mean database?`
 */
export function checkSettings(source: SettingsSource): CheckedSettings {
  const result = sourceSchema.safeParse(source.given)
  if (result.success) return { settings: result.data, problems: [] }
  const problems = result.error.issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownSetting(source, path, key))
    const message = issue.code === 'invalid_type' ? 'expected an object with settings' : issue.message
    return [`${source.label(path.join('.'))}: ${message}`]
  })
  return { settings: {}, problems }
}

function unknownSetting(source: SettingsSource, path: readonly string[], key: string): string {
  const suggestion = nearestSetting(path, key)
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  return `${source.label([...path, key].join('.'))}: there is no such setting${hint}`
}

/** The nearest name in the same group; otherwise a similar name anywhere else. */
function nearestSetting(path: readonly string[], key: string): string | undefined {
  const prefix = path.map(part => `${part}.`).join('')
  const siblings = PATHS.filter(known => known.startsWith(prefix)).map(
    known => known.slice(prefix.length).split('.')[0] ?? '',
  )
  const sibling = nearestName(key, new Set(siblings))
  if (sibling !== undefined) return prefix + sibling
  // Of several with the same last part, the one nearest to the top: `server.port` means `port`, not `email.smtp.port`.
  const deepFirst = [...PATHS].sort((a, b) => b.split('.').length - a.split('.').length)
  const lastParts = new Map(deepFirst.map(known => [known.split('.').at(-1) ?? known, known]))
  const elsewhere = nearestName(key, lastParts.keys())
  return elsewhere === undefined ? undefined : lastParts.get(elsewhere)
}
