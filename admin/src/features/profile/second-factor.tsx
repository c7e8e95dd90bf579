/** The second factor of the signed-in person: set up, or taken away. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { SecondFactorInfo } from '../../../../src/admin-api/session-api.ts'
import { call } from '../../api/call.ts'
import { SubmitDialog } from '../../forms/submit-dialog.tsx'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Card } from '../../ui/page/page.tsx'
import { OwnPassword, SecondFactorSetup } from '../session/entry.ts'
import { factorQuery } from './factor-query.ts'

export function SecondFactor(): ReactNode {
  const { t } = useTexts()
  const factor = useQuery(factorQuery)
  return (
    <Card title={t('session.secondFactor')}>
      <Loaded query={factor} lines={2} small>
        {known => <Known factor={known} />}
      </Loaded>
    </Card>
  )
}

function Known({ factor: { enabled, required, recoveryCodes } }: { readonly factor: SecondFactorInfo }): ReactNode {
  const { t, count } = useTexts()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    void client.invalidateQueries({ queryKey: factorQuery.queryKey })
  }
  return (
    <div className="stack gap-3 at-start">
      <p className="soft">
        {enabled ? count('settings.secondFactorOn', recoveryCodes) : t('session.secondFactorText')}{' '}
        {required ? t('session.secondFactorMust') : null}
      </p>
      {enabled && required ? null : (
        <Button onClick={() => setOpen(true)}>{t(enabled ? 'settings.turnOff' : 'session.setUp')}</Button>
      )}
      {isOpen && enabled ? <TurnOff onDone={done} onClose={() => setOpen(false)} /> : null}
      {isOpen && !enabled ? (
        <Dialog title={t('session.secondFactor')} size="small" onClose={done}>
          <Suspense>
            <SecondFactorSetup onDone={done} />
          </Suspense>
        </Dialog>
      ) : null}
    </div>
  )
}

function TurnOff({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async ({ password = '' }) => {
    await call('DELETE /me/second-factor', { body: { password } })
    onDone()
  })
  return (
    <SubmitDialog
      title={t('session.secondFactor')}
      size="small"
      look="danger"
      submitLabel={t('settings.turnOff')}
      form={form}
      onClose={onClose}
    >
      <OwnPassword error={form.problems.password} />
    </SubmitDialog>
  )
}
