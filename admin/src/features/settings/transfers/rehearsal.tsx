/** What an import would do, and the decision. */
import type { ReactNode } from 'react'
import type { ImportRehearsal, TransferState } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice, Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { CancelTask } from '../shared/server-task.tsx'
import { useChanged } from '../shared/settings-query.ts'

const EFFECTS = { create: 'transfer.create', change: 'transfer.change', skip: 'transfer.skip' } as const

interface RehearsalProps {
  readonly name: string
  readonly rehearsal: ImportRehearsal
  readonly types: TransferState['types']
}

export function Rehearsal({ name, rehearsal, types }: RehearsalProps): ReactNode {
  const { t, number } = useTexts()
  const { tried, interrupted, notes } = rehearsal
  const nameOf = (uid: string) => types.find(type => type.uid === uid)?.displayName ?? uid
  const isArchive = /\.tar\.gz(\.enc)?$/i.test(name)
  const effects = (row: ImportRehearsal['types'][number]) =>
    (['create', 'change', 'skip'] as const)
      .filter(effect => row[effect] > 0)
      .map(effect => `${t(EFFECTS[effect])}: ${number(row[effect])}`)
  return (
    <div className="stack gap-3">
      <div role="status">
        <h3 className="small strong breaks">{t('transfer.rehearsal', { name })}</h3>
      </div>
      <Table
        label={t('transfer.rehearsal', { name })}
        rows={rehearsal.types}
        keyOf={({ uid }) => uid}
        columns={[
          { header: t('transfer.type'), cell: ({ uid }) => <NameCell text={uid}>{nameOf(uid)}</NameCell> },
          { header: t('transfer.phaseEntries'), cell: row => <span>{effects(row).join(', ')}</span> },
        ]}
      />
      {interrupted?.isSame ? (
        <p className="small soft">{t('transfer.resumed')}</p>
      ) : (
        <p className="small soft">{t(tried ? 'transfer.tried' : 'transfer.checked')}</p>
      )}
      {isArchive ? <p className="small soft">{t('transfer.importArchive')}</p> : null}
      {notes.length === 0 ? null : (
        <ul className="small soft breaks">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {interrupted === null ? null : (
        <Notice look="warning">
          {t('transfer.interrupted', { file: interrupted.file, line: number(interrupted.line) })}{' '}
          {interrupted.isSame ? null : t('transfer.otherInterrupted')}
        </Notice>
      )}
      <Decision interrupted={interrupted} />
    </div>
  )
}

function Decision({ interrupted }: Pick<ImportRehearsal, 'interrupted'>): ReactNode {
  const { t } = useTexts()
  return (
    <div className="row wrap gap-2">
      {interrupted === null ? <Run label={t('transfer.importNow')} /> : null}
      {interrupted?.isSame ? <Run label={t('transfer.resume')} choice="resume" /> : null}
      {interrupted !== null && !interrupted.isSame ? <Run label={t('transfer.forget')} choice="forget" /> : null}
      <CancelTask kind="import" />
    </div>
  )
}

function Run({ label, choice }: { readonly label: string; readonly choice?: 'resume' | 'forget' }): ReactNode {
  const changed = useChanged()
  const form = useSubmit(async () => {
    await call('POST /import/run', { body: choice === undefined ? {} : { interrupted: choice } })
    await changed(null)
  })
  return (
    <form onSubmit={form.onSubmit}>
      <ErrorNotice error={form.error} />
      <Button type="submit" look="primary" busy={form.busy}>
        {label}
      </Button>
    </form>
  )
}
