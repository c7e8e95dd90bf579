import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { LoadedTable } from '../../ui/lists/table.tsx'
import { AskButton } from '../../ui/overlays/ask-button.tsx'
import { Card } from '../../ui/page/page.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('GET /me/sessions', { signal })).data,
})

export function Sessions(): ReactNode {
  const { t, ago, date } = useTexts()
  const sessions = useQuery(sessionsQuery)
  return (
    <Card title={t('settings.sessions')} actions={<SignOutEverywhere />}>
      <LoadedTable
        label={t('settings.sessions')}
        query={sessions}
        keyOf={({ createdAt }) => createdAt}
        columns={[
          {
            header: t('settings.signedIn'),
            cell: ({ createdAt, current }) => (
              <div className="row wrap gap-2">
                {date(createdAt)}
                {current ? <Badge look="good">{t('settings.thisSession')}</Badge> : null}
              </div>
            ),
          },
          { header: t('settings.lastUsed'), cell: ({ usedAt }) => ago(usedAt) },
          { header: t('settings.expires'), cell: ({ expiresAt }) => date(expiresAt) },
        ]}
      />
    </Card>
  )
}

function SignOutEverywhere(): ReactNode {
  const { t } = useTexts()
  const signOut = async () => {
    await call('DELETE /me/sessions')
    location.assign('/admin/auth/login')
  }
  return (
    <AskButton icon="signOut" size="small" label={t('settings.signOutEverywhere')} onConfirm={signOut}>
      {t('settings.signOutEverywhereText')}
    </AskButton>
  )
}
