/** Removes a locale with its entries, after it has said how many there are. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LocaleInfo } from '../../../../../src/admin-api/schema-api.ts'
import { call } from '../../../api/call.ts'
import { localesQuery, schemaQuery } from '../../../api/queries.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { useChanged } from '../shared/settings-query.ts'

/** Not asked for again after the locale is gone. */
const usesQuery = (id: number) =>
  queryOptions({
    queryKey: ['locale uses', id],
    queryFn: async ({ signal }) => (await call('GET /locales/:id/uses', { params: { id }, signal })).data,
    gcTime: 0,
  })

interface RemoveLocaleProps {
  readonly locale: LocaleInfo
  readonly onClose: () => void
}

export function RemoveLocale({ locale, onClose }: RemoveLocaleProps): ReactNode {
  const { t, count } = useTexts()
  const changed = useChanged()
  const uses = useQuery(usesQuery(locale.id))
  const { types } = useSuspenseQuery(schemaQuery).data
  const entries = uses.data?.reduce((sum, use) => sum + use.entries, 0) ?? 0
  const form = useSubmit(async () => {
    try {
      // If somebody has written another entry meanwhile, the server refuses, and the new number is shown.
      await call('DELETE /locales/:id', { params: { id: locale.id }, query: { entries } })
    } catch (error) {
      await uses.refetch()
      throw error
    }
    await changed(t('settings.localeRemoved'), localesQuery.queryKey)
    onClose()
  })
  const nameOf = (uid: string) => types.find(type => type.uid === uid)?.displayName ?? uid
  return (
    <SubmitDialog
      isQuestion
      title={t('settings.removeLocaleTitle', { name: locale.name })}
      submitLabel={t('settings.deleteButton')}
      look="danger"
      form={form}
      disabled={uses.data === undefined}
      onClose={onClose}
    >
      <Loaded query={uses} lines={2} small>
        {found =>
          found.length === 0 ? (
            <p>{t('settings.localeUnused')}</p>
          ) : (
            <>
              <Notice look="warning">{count('settings.localeUsed', entries)}</Notice>
              <ul className="bullets">
                {found.map(use => (
                  <li key={use.uid}>
                    {nameOf(use.uid)} ({use.entries})
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </SubmitDialog>
  )
}
