import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BulkResult } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import type { List } from '../use-list.ts'
import styles from './bulk.module.css'

const SHOWN = 5

/** The entries that keep an action from being done, each with its reason and a way to mend it. */
export function BulkFailures({
  list,
  failed,
}: {
  readonly list: List
  readonly failed: BulkResult['failed']
}): ReactNode {
  const { count, problemText } = useTexts()
  if (failed.length === 0) return null
  const titles = new Map(list.answer?.data.map(({ id, title }) => [id, title]))
  return (
    <Notice look="error">
      <p>{count('list.bulkFailed', failed.length)}</p>
      <ul className={styles.failures}>
        {failed.slice(0, SHOWN).map(({ id, message, errors }) => (
          <li key={id}>
            <Link to="/content-manager/collection-types/$uid/$id" params={{ uid: list.type.uid, id: String(id) }}>
              {titles.get(id) || `#${id}`}
            </Link>
            :{' '}
            {errors.length === 0
              ? problemText(message)
              : errors.map(({ path, message: problem }) => `${path.join('.')}: ${problemText(problem)}`).join(' ')}
          </li>
        ))}
      </ul>
      {failed.length > SHOWN ? <p>{count('list.andMore', failed.length - SHOWN)}</p> : null}
    </Notice>
  )
}
