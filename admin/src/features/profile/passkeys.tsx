/** The passkeys of the signed-in person: added, renamed, removed. Each change needs the password. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { PasskeyInfo } from '../../../../src/admin-api/session-api.ts'
import { call } from '../../api/call.ts'
import { SubmitDialog } from '../../forms/submit-dialog.tsx'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Card } from '../../ui/page/page.tsx'
import { hasPasskeys, OwnPassword, PasskeySetup } from '../session/entry.ts'
import { factorQuery } from './factor-query.ts'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call('GET /me/passkeys', { signal })).data,
})

type Opened = { readonly act: 'add' } | { readonly act: 'rename' | 'remove'; readonly passkey: PasskeyInfo }

export function Passkeys(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const passkeys = useQuery(passkeysQuery)
  const [opened, setOpened] = useState<Opened>()
  const done = () => {
    setOpened(undefined)
    for (const { queryKey } of [passkeysQuery, factorQuery]) void client.invalidateQueries({ queryKey })
  }
  const isPossible = hasPasskeys()
  const add = (
    <Button icon="add" size="small" disabled={!isPossible} onClick={() => setOpened({ act: 'add' })}>
      {t('session.addPasskey')}
    </Button>
  )
  return (
    <Card title={t('settings.passkeys')} actions={add}>
      <div className="stack gap-3">
        <p className="soft">{t(isPossible ? 'settings.passkeysText' : 'settings.noPasskeys')}</p>
        <Loaded query={passkeys} lines={2} small>
          {rows => (rows.length === 0 ? null : <Known passkeys={rows} onOpen={setOpened} />)}
        </Loaded>
      </div>
      {opened?.act === 'add' ? (
        <Dialog title={t('session.addPasskey')} size="small" onClose={done}>
          <Suspense>
            <PasskeySetup onDone={done} />
          </Suspense>
        </Dialog>
      ) : null}
      {opened?.act === 'rename' ? (
        <Rename passkey={opened.passkey} onDone={done} onClose={() => setOpened(undefined)} />
      ) : null}
      {opened?.act === 'remove' ? (
        <Remove passkey={opened.passkey} onDone={done} onClose={() => setOpened(undefined)} />
      ) : null}
    </Card>
  )
}

interface KnownProps {
  readonly passkeys: readonly PasskeyInfo[]
  readonly onOpen: (opened: Opened) => void
}

function Known({ passkeys, onOpen }: KnownProps): ReactNode {
  const { t, ago, date, count } = useTexts()
  const { data: factor } = useQuery(factorQuery)
  return (
    <>
      <Table
        label={t('settings.passkeys')}
        rows={passkeys}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('session.passkeyName'),
            cell: ({ name, site }) => (
              <div className="stack gap-0">
                {name}
                {site === location.hostname ? null : <span className="small soft">{site}</span>}
              </div>
            ),
          },
          { header: t('settings.passkeyMade'), cell: ({ createdAt }) => date(createdAt), wideOnly: true },
          {
            header: t('settings.lastUsed'),
            cell: ({ usedAt }) => (usedAt === null ? t('settings.never') : ago(usedAt)),
          },
          {
            header: t('settings.passkeyActions'),
            hideHeader: true,
            align: 'end',
            cell: passkey => <Actions passkey={passkey} onOpen={onOpen} />,
          },
        ]}
      />
      {factor === undefined ? null : <p className="soft">{count('settings.recoveryLeft', factor.recoveryCodes)}</p>}
    </>
  )
}

function Actions({ passkey, onOpen }: { readonly passkey: PasskeyInfo } & Pick<KnownProps, 'onOpen'>): ReactNode {
  const { t } = useTexts()
  const { name } = passkey
  return (
    <>
      <IconButton
        label={t('settings.renamePasskey', { name })}
        icon="edit"
        onClick={() => onOpen({ act: 'rename', passkey })}
      />
      <IconButton
        label={t('settings.removePasskey', { name })}
        icon="trash"
        onClick={() => onOpen({ act: 'remove', passkey })}
      />
    </>
  )
}

interface ChangeProps {
  readonly passkey: PasskeyInfo
  readonly onDone: () => void
  readonly onClose: () => void
}

function Rename({ passkey: { id, name }, onDone, onClose }: ChangeProps): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async ({ name = '', password = '' }) => {
    await call('PUT /me/passkeys/:id', { params: { id }, body: { name, password } })
    onDone()
  })
  return (
    <SubmitDialog
      title={t('settings.renamePasskey', { name })}
      size="small"
      submitLabel={t('common.save')}
      form={form}
      onClose={onClose}
    >
      <NameField label={t('session.passkeyName')} name={name} autoFocus={false} error={form.problems.name} />
      <OwnPassword error={form.problems.password} />
    </SubmitDialog>
  )
}

function Remove({ passkey: { id, name }, onDone, onClose }: ChangeProps): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async ({ password = '' }) => {
    await call('DELETE /me/passkeys/:id', { params: { id }, body: { password } })
    onDone()
  })
  return (
    <SubmitDialog
      title={t('settings.removePasskey', { name })}
      size="small"
      look="danger"
      submitLabel={t('settings.removeButton')}
      form={form}
      onClose={onClose}
    >
      <p>{t('settings.removePasskeyText')}</p>
      <OwnPassword error={form.problems.password} />
    </SubmitDialog>
  )
}
