/** Brings a version back, or one field of it. What is stored now becomes a version itself. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { VersionInfo } from '../../../../../src/admin-api/history-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { type FramedEntry, formOf } from './entry-frame.tsx'

export interface RestoreButtonProps {
  readonly framed: FramedEntry
  readonly version: VersionInfo
  /** All fields if absent. */
  readonly field?: { readonly name: string; readonly label: string }
}

export function RestoreButton({ framed, version: { version, savedAt }, field }: RestoreButtonProps): ReactNode {
  const { t, count, date } = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { entry, type } = framed
  // As when the form saves: what is live changes only when it is published.
  const pending = entry.status === 'published' || entry.status === 'modified'
  const restore = async () => {
    const { data } = await call('POST /content/:uid/:id/versions/:version/restore', {
      params: { uid: type.uid, id: entry.id, version },
      headers: { 'if-match': entry.version },
      body: { ...(field === undefined ? {} : { fields: [field.name] }), ...(pending ? { pending } : {}) },
    })
    showToast({ message: t('history.restored') })
    if (data.lost.length > 0) showToast({ message: count('history.lost', data.lost.length), look: 'info' })
    void client.invalidateQueries({ queryKey: ['list'] })
    await navigate(formOf(framed))
  }
  return (
    <AskButton
      icon="history"
      isSafe
      {...(field === undefined ? { look: 'primary' } : { size: 'small' })}
      label={field === undefined ? t('history.restore') : t('history.restoreField', { name: field.label })}
      onConfirm={restore}
    >
      {t('history.restoreText', { date: savedAt === null ? '–' : date(savedAt) })}{' '}
      {pending ? t('history.restorePending') : null}
    </AskButton>
  )
}
