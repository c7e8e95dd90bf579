import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { BulkQuestion } from './bulk-question.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { useBulk } from './use-bulk.ts'

const WORDS = {
  publish: { done: 'list.publishedDone', question: 'list.publishQuestion', label: 'list.publish' },
  unpublish: { done: 'list.unpublishedDone', question: 'list.unpublishQuestion', label: 'list.unpublish' },
} as const

export function PublishDialog(props: BulkDialogProps): ReactNode {
  return <Question {...props} action="publish" />
}

export function UnpublishDialog(props: BulkDialogProps): ReactNode {
  return <Question {...props} action="unpublish" />
}

function Question({ action, ...props }: BulkDialogProps & { readonly action: keyof typeof WORDS }): ReactNode {
  const { t, count } = useTexts()
  const { amount } = props
  const { done, question, label } = WORDS[action]
  const bulk = useBulk(props, { action, done })
  const changed = bulk.forecast?.ids.length ?? amount
  return (
    <BulkQuestion {...props} bulk={bulk} submitLabel={t(label)}>
      <p>{count(question, amount)}</p>
      {changed < amount && bulk.failed.length === 0 ? <p>{count('list.onlySome', changed)}</p> : null}
    </BulkQuestion>
  )
}
