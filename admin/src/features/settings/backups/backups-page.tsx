/** Backups: made, fetched and deleted here. A restore is a command. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BackupList } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { PasswordField } from '../../../ui/inputs/text-field.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { EndedTask, isOpen, RunningTask, useIsNew, whileOpen } from '../shared/server-task.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { BackupTable } from './backup-table.tsx'

const backupsQuery = settingsQuery(['backups'], options => call('GET /backups', options))

export function BackupsPage(): ReactNode {
  const query = useQuery({ ...backupsQuery, refetchInterval: ({ state }) => whileOpen(state.data?.task) })
  return (
    <SettingsFrame place={SETTINGS_PLACES.backups}>
      <Loaded query={query} lines={8}>
        {list => (
          <div className="stack gap-4">
            <BackupNow list={list} />
            <BackupTable list={list} />
            <Restore list={list} />
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function BackupNow({ list: { task } }: { readonly list: BackupList }): ReactNode {
  const { t } = useTexts()
  const isNew = useIsNew(task)
  if (task !== null && isOpen(task))
    return (
      <Card title={t('transfer.backupNow')}>
        <RunningTask kind="backup" task={task} />
      </Card>
    )
  const name = isNew && task?.state === 'done' ? task.facts.name : null
  return (
    <>
      <div role="status">
        {name === null ? null : <Notice look="success">{t('transfer.backupReady', { name })}</Notice>}
        {task === null ? null : <EndedTask task={task} />}
        {name === null || task === null || task.facts.notes.length === 0 ? null : <Notes lines={task.facts.notes} />}
      </div>
      <BackupForm />
    </>
  )
}

function Notes({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="small soft above-1 breaks">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function BackupForm(): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const form = useSubmit(async ({ passphrase = '' }) => {
    await call('POST /backups', { body: { passphrase: passphrase === '' ? null : passphrase } })
    await changed(null)
  })
  return (
    <SettingsForm title={t('transfer.backupNow')} form={form} isColumn submitLabel={t('transfer.backupNow')}>
      <p>{t('transfer.backupWhat')}</p>
      <PasswordField
        label={t('transfer.passphrase')}
        name="passphrase"
        autoComplete="new-password"
        hint={`${t('transfer.passphraseHint')} ${t('transfer.backupSecrets')}`}
        error={form.problems.passphrase}
      />
    </SettingsForm>
  )
}

function Restore({ list: { folder, backups } }: { readonly list: BackupList }): ReactNode {
  const { t } = useTexts()
  const name = backups[0]?.name
  if (name === undefined) return null
  const file = shellText(`${folder}/${name}`)
  return (
    <Card title={t('transfer.restoreTitle')}>
      <div className="stack gap-3">
        <p>{t('transfer.restoreText')}</p>
        <CopyBox label={t('transfer.restoreCheck')} text={`npx populus restore ${file} --check`} />
        <CopyBox label={t('transfer.restoreCopy')} text={`npx populus restore ${file} ../restored`} />
        <CopyBox label={t('transfer.restoreReplace')} text={`npx populus restore ${file} . --force`} />
        <p className="small soft">{t('transfer.restoreKept')}</p>
      </div>
    </Card>
  )
}

function shellText(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
