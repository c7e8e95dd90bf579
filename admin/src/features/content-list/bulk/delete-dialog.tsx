/** Asks before entries are deleted, and says what refers to them and would lose it. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { IncomingReference } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { listsKey } from '../list-queries.ts'
import styles from './bulk.module.css'
import { BulkQuestion } from './bulk-question.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { useBulk } from './use-bulk.ts'

export function DeleteDialog(props: BulkDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { list, chosen, amount } = props
  const bulk = useBulk(props, { action: 'delete', done: 'list.deletedDone' })
  const { forecast } = bulk
  const incoming = forecast?.incoming ?? 0
  return (
    <BulkQuestion {...props} bulk={bulk} submitLabel={t('list.confirmDelete')} look="danger">
      <p>{count('list.deleteQuestion', amount)}</p>
      {incoming === 0 ? null : (
        <Notice look="warning">
          <p>{count('list.incoming', incoming)}</p>
          <Incoming uid={list.type.uid} ids={chosen.ids ?? forecast?.ids ?? []} total={incoming} />
        </Notice>
      )}
    </BulkQuestion>
  )
}

/** Enough to recognise what would break; the number above is complete. */
const ASKED = 10
const SHOWN = 6

const incomingQuery = (uid: string, ids: readonly number[]) => ({
  queryKey: [...listsKey(uid), 'incoming', ids],
  queryFn: async (): Promise<readonly IncomingReference[]> => {
    const answers = await Promise.all(
      ids.map(id => call('GET /content/:uid/:id/incoming', { params: { uid, id }, query: { pageSize: SHOWN } })),
    )
    return answers.flatMap(({ data }) => data)
  },
})

interface IncomingProps {
  readonly uid: string
  readonly ids: readonly number[]
  readonly total: number
}

function Incoming({ uid, ids, total }: IncomingProps): ReactNode {
  const { count } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const { data = [] } = useQuery(incomingQuery(uid, ids.slice(0, ASKED)))
  const shown = data.slice(0, SHOWN)
  const nameOf = (other: string) => schema.types.find(type => type.uid === other)?.displayName ?? other
  return (
    <ul className={styles.failures}>
      {shown.map(({ uid: from, id, title, field }) => (
        <li key={`${from} ${id} ${field}`}>
          <Link to="/content-manager/collection-types/$uid/$id" params={{ uid: from, id: String(id) }}>
            {title || `#${id}`}
          </Link>{' '}
          ({nameOf(from)}, {field})
        </li>
      ))}
      {total > shown.length && shown.length > 0 ? <li>{count('list.andMore', total - shown.length)}</li> : null}
    </ul>
  )
}
