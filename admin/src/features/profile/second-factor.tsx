/** The second factor of the signed-in person: set up, or taken away. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SecondFactorInfo } from '../../../../src/admin-api/session-api.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { Card } from '../../ui/page/page.tsx'
import { SecondFactorSetup } from '../session/entry.ts'

const KEY = ['second factor']

export function SecondFactor(): ReactNode {
  const { t } = useTexts()
  const factor = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /me/second-factor', { signal })).data,
  })
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
    void client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <div className="stack gap-3 at-start">
      <p className="soft">
        {enabled ? count('session.secondFactorOn', recoveryCodes) : t('session.secondFactorText')}{' '}
        {required ? t('session.secondFactorMust') : null}
      </p>
      {enabled && required ? null : (
        <Button onClick={() => setOpen(true)}>{t(enabled ? 'session.turnOff' : 'session.setUp')}</Button>
      )}
      {isOpen && enabled ? <TurnOff onDone={done} onClose={() => setOpen(false)} /> : null}
      {isOpen && !enabled ? (
        <Dialog title={t('session.secondFactor')} size="small" onClose={done}>
          <SecondFactorSetup onDone={done} />
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
    <DialogForm
      title={t('session.secondFactor')}
      size="small"
      look="danger"
      submitLabel={t('session.turnOff')}
      busy={form.busy}
      error={form.error}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="current-password"
        required
        error={form.problems.password}
      />
    </DialogForm>
  )
}
