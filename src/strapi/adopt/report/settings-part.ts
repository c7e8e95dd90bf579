/** Which settings of the project are used, and which are not. */
import type { Config } from '../../../config/config.ts'
import { missingSecrets } from '../../../config/sources/project-secrets.ts'
import { isSecret, type StrapiSettings } from '../../files/read-strapi-project.ts'
import type { SettingsPart, TakenSetting } from '../adopt-report.ts'
import { unusedSettings } from './unused-settings.ts'

interface Outcome {
  readonly problems: readonly string[]
  /** False: the settings of the database are known, but of no use. */
  readonly opensDatabase: boolean
}

export function settingsPart(
  config: Config,
  strapi: StrapiSettings,
  { problems, opensDatabase }: Outcome,
): SettingsPart {
  const used = strapi.taken.filter(({ setting }) => opensDatabase || !setting.startsWith('database.'))
  return {
    taken: used.map(takenSetting),
    notTaken: unusedSettings(strapi),
    missingSecrets: missingSecrets(config).map(({ variable, loss }) => ({ variable, loss })),
    warnings: strapi.warnings,
    problems,
  }
}

function takenSetting({ setting, given, place }: StrapiSettings['taken'][number]): TakenSetting {
  const value = isSecret(setting) ? null : typeof given === 'string' ? given : JSON.stringify(given)
  return { setting, value, place }
}
