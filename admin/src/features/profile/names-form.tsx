import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Card } from '../../ui/page/page.tsx'
import styles from './profile.module.css'

export function NamesForm(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const { administrator } = useSuspenseQuery(sessionQuery).data
  const { busy, error, problems, onSubmit } = useSubmit(async ({ firstname = '', lastname = '', email = '' }) => {
    await call('PUT /me', { body: { firstname: firstname || null, lastname: lastname || null, email } })
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    showToast({ message: t('settings.profileSaved') })
  })
  return (
    <Card title={t('settings.changeNames')}>
      <form onSubmit={onSubmit}>
        {error === undefined ? null : <Notice look="error">{error}</Notice>}
        <div className={styles.fields}>
          <TextField
            label={t('session.firstname')}
            name="firstname"
            autoComplete="given-name"
            defaultValue={administrator.firstname ?? ''}
            error={problems.firstname}
          />
          <TextField
            label={t('session.lastname')}
            name="lastname"
            autoComplete="family-name"
            defaultValue={administrator.lastname ?? ''}
            error={problems.lastname}
          />
          <TextField
            label={t('common.email')}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={administrator.email}
            error={problems.email}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
