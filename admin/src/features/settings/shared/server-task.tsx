/** What a server does for the person, while it does it, and how it has ended. */
import { type ReactNode, useState } from 'react'
import type { ServerTask, TaskKind, TaskPhase } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { call } from '../../../api/call.ts'
import { byteText } from '../../../api/size-text.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import { ErrorNotice, Notice } from '../../../ui/display/notice.tsx'
import { Progress } from '../../../ui/display/progress.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useChanged } from './settings-query.ts'

/** Milliseconds between two looks at a task that goes on. */
const EVERY = 700

const PHASES: Readonly<Record<TaskPhase, TextKey>> = {
  rows: 'transfer.phaseRows',
  files: 'transfer.phaseFiles',
  check: 'transfer.phaseCheck',
  try: 'transfer.phaseTry',
  entries: 'transfer.phaseEntries',
  links: 'transfer.phaseLinks',
}

/** How soon to ask again. */
export function whileOpen(...tasks: readonly (ServerTask | null | undefined)[]): number | false {
  return tasks.some(isOpen) ? EVERY : false
}

export function isOpen(task: ServerTask | null | undefined): boolean {
  return task?.state === 'running' || task?.state === 'waiting'
}

/** Whether it has not ended before the page was opened: what is long done is no news. */
export function useIsNew(task: ServerTask | null): boolean {
  const [before] = useState(task !== null && !isOpen(task) ? task.id : null)
  return task !== null && task.id !== before
}

interface TaskProps {
  readonly kind: TaskKind
  readonly task: ServerTask
}

export function RunningTask({ kind, task }: TaskProps): ReactNode {
  const { t, number } = useTexts()
  const { phase, done, total } = task
  const label = t(phase === null ? 'transfer.phaseBegin' : PHASES[phase])
  const size = (value: number) => (phase === 'check' ? byteText(value, number) : number(value))
  return (
    <div className="stack gap-2">
      <p role="status">{label}</p>
      <Progress label={label} value={total === 0 ? 0 : done / total} />
      {total === 0 ? null : <p className="small">{t('transfer.taskOf', { done: size(done), total: size(total) })}</p>}
      <BegunBy task={task} />
      <CancelTask kind={kind} />
    </div>
  )
}

export function BegunBy({ task: { by, server, startedAt } }: Pick<TaskProps, 'task'>): ReactNode {
  const { t, ago } = useTexts()
  return <p className="small soft breaks">{t('transfer.taskBy', { name: by, server, time: ago(startedAt) })}</p>
}

/** Also for a task that waits for the person. */
export function CancelTask({ kind }: Pick<TaskProps, 'kind'>): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const form = useSubmit(async () => {
    await call('POST /tasks/:kind/cancel', { params: { kind } })
    await changed(null)
  })
  return (
    <form onSubmit={form.onSubmit}>
      <ErrorNotice error={form.error} />
      <Button type="submit" busy={form.busy}>
        {t('transfer.cancel')}
      </Button>
    </form>
  )
}

/** Nothing if it was done. */
export function EndedTask({ task: { state, problem } }: Pick<TaskProps, 'task'>): ReactNode {
  const { t, problemText } = useTexts()
  if (state === 'cancelled') return <Notice>{t('transfer.taskCancelled')}</Notice>
  if (state === 'interrupted') return <Notice look="warning">{t('transfer.taskInterrupted')}</Notice>
  if (state !== 'failed') return null
  return (
    <Notice look="warning">
      {(problem ?? '').split('\n').map(line => (
        <p key={line}>{problemText(line)}</p>
      ))}
    </Notice>
  )
}
