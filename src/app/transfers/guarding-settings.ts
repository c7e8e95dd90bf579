/** The settings that decide what callers may read and do. A backup notes them, and a restore compares them. */
import type { Config } from '../../config/config.ts'
import { wireDialect } from '../../plan/wire-dialect.ts'

/** By path, such as `api.drafts`. None of them is a secret, and none belongs to one machine. */
export function guardingSettings(config: Config): Readonly<Record<string, unknown>> {
  const { api, limits, cors, rateLimit, users, media, metrics } = config
  const { providers: _secrets, ...signIn } = users
  const groups = {
    api: { ...api, drafts: wireDialect(api).draftsNeedRight ? 'granted' : 'open' },
    limits,
    cors,
    rateLimit,
    users: signIn,
    media: { allow: media.allow, deny: media.deny },
    metrics: { public: metrics.public },
  }
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, members]) =>
      Object.entries(members).map(([name, value]) => [`${group}.${name}`, value ?? null]),
    ),
  )
}

/** A line for each setting that is not as it was when the backup was made. Settings of other versions are left out. */
export function changedSettings(
  archived: Readonly<Record<string, unknown>> = {},
  present: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(archived)
    .filter(([path, value]) => path in present && JSON.stringify(value) !== JSON.stringify(present[path]))
    .map(([path, value]) => `${path} was ${JSON.stringify(value)} and is ${JSON.stringify(present[path])} here`)
}
