import type { NamedAuthor } from '../../../../src/admin-api/history-api.ts'
import type { I18n } from '../../i18n/i18n.tsx'

const KINDS = { admin: 'history.by_admin', user: 'history.by_user', token: 'history.by_token' } as const

/** Who has done something: the name of an administrator; users and tokens with what they are. `null` for the public and for code. */
export function authorText(by: NamedAuthor | null, t: I18n['t']): string | null {
  if (by === null) return null
  const name = by.name ?? `#${by.id}`
  return by.kind === 'admin' && by.name !== null ? name : t(KINDS[by.kind], { name })
}
