/** Moves the chosen entries to a stage of their review. The server says first which of them the person may not move. */
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { BulkQuestion } from './bulk-question.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { useBulk } from './use-bulk.ts'

export function MoveDialog(props: BulkDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { list, amount } = props
  const open = (list.answer?.meta.stages ?? []).filter(({ mayEnter }) => mayEnter)
  const [stage, setStage] = useState(open[0]?.id ?? '')
  const bulk = useBulk(props, { action: 'move', stage, done: 'list.movedDone' })
  const moving = bulk.forecast?.ids.length ?? amount
  return (
    <BulkQuestion {...props} bulk={bulk} submitLabel={t('form.stageMove')}>
      <p>{count('list.moveQuestion', amount)}</p>
      <Select
        label={t('form.stage')}
        value={stage}
        options={open.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setStage}
      />
      {moving < amount && bulk.failed.length === 0 ? <p>{count('list.onlySome', moving)}</p> : null}
    </BulkQuestion>
  )
}
