import type { ReactNode } from 'react'
import type { ReleaseInfo } from '../../../../../src/admin-api/release-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'

const STATES = {
  open: { look: 'neutral', text: 'releases.open' },
  waiting: { look: 'waiting', text: 'schedule.waiting' },
  failed: { look: 'bad', text: 'schedule.failed' },
  done: { look: 'good', text: 'releases.done' },
} as const

/** How far a release is, in a word. */
export function ReleaseState({ state }: Pick<ReleaseInfo, 'state'>): ReactNode {
  const { t } = useTexts()
  const { look, text } = STATES[state]
  return <Badge look={look}>{t(text)}</Badge>
}
