import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImportFacts, ServerTask, TransferState } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { sendForm } from '../../../api/send-form.ts'
import { byteText } from '../../../api/size-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice, Notice } from '../../../ui/display/notice.tsx'
import { DropArea } from '../../../ui/drag/drop-area.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PasswordField } from '../../../ui/inputs/text-field.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { BegunBy, EndedTask, RunningTask } from '../shared/server-task.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { ImportProblems } from './import-problems.tsx'
import { Rehearsal } from './rehearsal.tsx'

type ImportTask = ServerTask<ImportFacts>

export function ImportCard({ transfers }: { readonly transfers: TransferState }): ReactNode {
  const { t } = useTexts()
  const task = transfers.import
  return (
    <Card title={t('transfer.importTitle')}>
      {task?.state === 'running' ? (
        <RunningTask kind="import" task={task} />
      ) : task?.state === 'waiting' && task.facts.rehearsal !== null ? (
        <Rehearsal name={task.facts.name} rehearsal={task.facts.rehearsal} types={transfers.types} />
      ) : (
        <div className="stack gap-4">
          <div role="status">{task === null ? null : <Ended task={task} />}</div>
          <ChooseFile sizeLimit={transfers.sizeLimit} />
        </div>
      )}
    </Card>
  )
}

function Ended({ task }: { readonly task: ImportTask }): ReactNode {
  const { t, count } = useTexts()
  const { name, imported, rehearsal } = task.facts
  const problems = rehearsal?.problems ?? []
  return (
    <div className="stack gap-3">
      {problems.length === 0 ? (
        <EndedTask task={task} />
      ) : (
        <Notice look="warning">{t('transfer.cannotImport', { name })}</Notice>
      )}
      {imported === null ? null : (
        <Notice look="success">{count('transfer.importDone', imported.entries, { name })}</Notice>
      )}
      {problems.length === 0 ? null : (
        <ImportProblems name={name} problems={problems} more={rehearsal?.more === true} />
      )}
      <BegunBy task={task} />
    </div>
  )
}

/** The archive needs a key. */
const ENCRYPTED = /\.enc$/i

function ChooseFile({ sizeLimit }: { readonly sizeLimit: number }): ReactNode {
  const { t, number } = useTexts()
  const changed = useChanged()
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>()
  const [isTooLarge, setTooLarge] = useState(false)
  const [locked, setLocked] = useState<File>()
  const send = async (file: File, key = '') => {
    const form = new FormData()
    if (key !== '') form.append('key', key)
    form.append('file', file)
    setSent(0)
    setError(undefined)
    try {
      await sendForm('/import', form, { onProgress: setSent })
      await changed(null)
    } catch (failure) {
      setError(failure)
      await client.invalidateQueries({ queryKey: ['settings'] })
    } finally {
      setSent(null)
      setLocked(undefined)
    }
  }
  const choose = ([file]: readonly File[]) => {
    if (file === undefined) return
    setTooLarge(file.size > sizeLimit)
    if (file.size > sizeLimit) return
    if (ENCRYPTED.test(file.name)) setLocked(file)
    else void send(file)
  }
  return (
    <div className="stack gap-3">
      <p className="soft">{t('transfer.importText')}</p>
      <ErrorNotice error={error} />
      {isTooLarge ? (
        <Notice look="error">{t('transfer.fileTooLarge', { size: byteText(sizeLimit, number) })}</Notice>
      ) : null}
      {locked === undefined ? (
        <DropArea
          label={t('transfer.chooseFile')}
          multiple={false}
          busy={sent}
          disabled={sent !== null}
          onFiles={choose}
        />
      ) : (
        <KeyForm onKey={key => void send(locked, key)} />
      )}
    </div>
  )
}

function KeyForm({ onKey }: { readonly onKey: (key: string) => void }): ReactNode {
  const { t } = useTexts()
  return (
    <form
      className="stack gap-3"
      onSubmit={event => {
        event.preventDefault()
        onKey(String(new FormData(event.currentTarget).get('key')))
      }}
    >
      <PasswordField label={t('transfer.importKey')} name="key" autoComplete="off" autoFocus />
      <div className="row">
        <Button type="submit" look="primary">
          {t('transfer.importCheck')}
        </Button>
      </div>
    </form>
  )
}
