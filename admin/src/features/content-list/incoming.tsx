/** What refers to entries, and would lose them. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { IncomingReference } from '../../../../src/admin-api/content-api.ts'
import { call } from '../../api/call.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import styles from './bulk/bulk.module.css'
import { listsKey } from './list-queries.ts'

/** Enough to recognise what would break; the number above is complete. */
const ASKED = 10
const SHOWN = 6
const MOST = 100

const incomingQuery = (uid: string, ids: readonly number[], pageSize = SHOWN) => ({
  queryKey: [...listsKey(uid), 'incoming', ids, pageSize],
  queryFn: async (): Promise<readonly IncomingReference[]> => {
    const answers = await Promise.all(
      ids.map(id => call('GET /content/:uid/:id/incoming', { params: { uid, id }, query: { pageSize } })),
    )
    return answers.flatMap(({ data }) => data)
  },
})

interface IncomingProps {
  readonly uid: string
  readonly ids: readonly number[]
  readonly total: number
}

/** `total`: how many there are, as far as it is known. */
export function IncomingOf({ uid, ids, total }: IncomingProps): ReactNode {
  const { data = [] } = useQuery(incomingQuery(uid, ids.slice(0, ASKED)))
  return <References references={data} total={total} />
}

/** Before one entry is deleted. */
export function IncomingNotice({ uid, id }: { readonly uid: string; readonly id: number }): ReactNode {
  const { count } = useTexts()
  const { data = [] } = useQuery(incomingQuery(uid, [id], MOST))
  if (data.length === 0) return null
  return (
    <Notice look="warning">
      <p>{count('list.incoming', data.length)}</p>
      <References references={data} total={data.length} />
    </Notice>
  )
}

interface ReferencesProps {
  readonly references: readonly IncomingReference[]
  readonly total: number
}

function References({ references: data, total }: ReferencesProps): ReactNode {
  const { count } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
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
