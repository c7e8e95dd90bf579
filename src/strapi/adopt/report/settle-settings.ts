/** The settings of a project, even if a server would not start with them. */
import type { Config } from '../../../config/config.ts'
import { finishSettings, type GatheredSettings } from '../../../config/load-config.ts'
import { StartError } from '../../../errors.ts'
import { firstLine, type Refusal } from './database-part.ts'

export interface SettledSettings {
  readonly config: Config
  /** Why no database can be opened. Then the one in `config` is in memory and means nothing. */
  readonly refusal: Refusal | undefined
  /** What else is wrong with the settings. */
  readonly problems: readonly string[]
}

export function settleSettings(gathered: GatheredSettings): SettledSettings {
  const { refusal } = gathered.read
  try {
    return { config: finishSettings(gathered), refusal: undefined, problems: [] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const database = { client: 'sqlite', filename: ':memory:' } as const
    const settings = { ...gathered.settings, database }
    const read = { ...gathered.read, refusal: undefined }
    const config = finishSettings({ ...gathered, settings, read, problems: [] })
    const others = gathered.problems.filter(problem => !gathered.read.problems.includes(problem))
    return { config, refusal: refusalOf(refusal, error), problems: others }
  }
}

const ADVICE =
  'correct the setting, or name the database: --database sqlite:PATH or --database postgres://user:password@host:5432/name'

function refusalOf(refusal: StartError | undefined, error: StartError): Refusal {
  if (refusal !== undefined) return { problem: firstLine(refusal), advice: refusal.problems }
  return { problem: error.problems.join('; '), advice: [ADVICE] }
}
