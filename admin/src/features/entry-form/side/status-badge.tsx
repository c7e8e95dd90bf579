import type { ReactNode } from 'react'
import type { EntryStatus } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'

const TEXTS = {
  draft: 'form.status_draft',
  published: 'form.status_published',
  modified: 'form.status_modified',
} as const
const LOOKS = { draft: 'waiting', published: 'good', modified: 'changed' } as const

export function StatusBadge({ status }: { readonly status: EntryStatus }): ReactNode {
  const { t } = useTexts()
  return status === null ? null : <Badge look={LOOKS[status]}>{t(TEXTS[status])}</Badge>
}
