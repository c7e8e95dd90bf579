import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState, Skeleton } from '../../ui/display/states.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { Card } from '../../ui/page/page.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('GET /me/sessions', { signal })).data,
})

export function Sessions(): ReactNode {
  const { t, ago, date } = useTexts()
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <Card title={t('settings.sessions')} actions={<SignOutEverywhere />}>
      {error === null ? null : (
        <ErrorState
          small
          title={t('common.loadFailed')}
          error={error}
          retryLabel={t('common.retry')}
          onRetry={refetch}
        />
      )}
      {data === undefined && error === null ? <Skeleton label={t('common.loading')} lines={2} /> : null}
      {data === undefined ? null : (
        <Table
          label={t('settings.sessions')}
          rows={data}
          keyOf={({ createdAt }) => createdAt}
          columns={[
            {
              header: t('settings.signedIn'),
              cell: ({ createdAt, current }) => (
                <Row>
                  {date(createdAt)}
                  {current ? <Badge look="good">{t('settings.thisSession')}</Badge> : null}
                </Row>
              ),
            },
            { header: t('settings.lastUsed'), cell: ({ usedAt }) => ago(usedAt) },
            { header: t('settings.expires'), cell: ({ expiresAt }) => date(expiresAt) },
          ]}
        />
      )}
    </Card>
  )
}

function SignOutEverywhere(): ReactNode {
  const { t } = useTexts()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await call('DELETE /me/sessions')
      location.assign('/admin/auth/login')
    } catch (error) {
      showToast({ message: (error as Error).message, look: 'error' })
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon="signOut" size="small" onClick={() => setAsking(true)}>
        {t('settings.signOutEverywhere')}
      </Button>
      <ConfirmDialog
        title={t('settings.signOutEverywhere')}
        open={asking}
        confirmLabel={t('settings.signOutEverywhere')}
        cancelLabel={t('common.cancel')}
        look="danger"
        busy={busy}
        onConfirm={signOut}
        onCancel={() => setAsking(false)}
      >
        <p>{t('settings.signOutEverywhereText')}</p>
      </ConfirmDialog>
    </>
  )
}
