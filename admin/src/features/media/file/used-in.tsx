/** The entries that use a file: in a media field, or by its address in a text. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { MediaFile, MediaUsage } from '../../../../../src/admin-api/media-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { contentPlace } from '../../../ui/page/content-place.ts'
import { usageQuery } from '../media-queries.ts'
import styles from './file.module.css'

export function UsedIn({ file }: { readonly file: MediaFile }): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const usage = useQuery(usageQuery(file.id))
  const { data } = usage
  return (
    <section className={styles.usedIn} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {data === undefined || data.length === 0 ? t('media.usedIn') : t('media.usedInCount', { count: data.length })}
      </h3>
      <Loaded query={usage} lines={2} small>
        {found =>
          found.length === 0 ? <p className="small soft">{t('media.notUsed')}</p> : <UsageList usage={found} />
        }
      </Loaded>
    </section>
  )
}

/** Each place with a link to its entry. */
export function UsageList({ usage }: { readonly usage: readonly MediaUsage[] }): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  return (
    <ul className={styles.usage}>
      {usage.map(({ uid, id, title, path, locale, how }) => {
        const type = schema.types.find(other => other.uid === uid)
        const facts = [
          type?.displayName ?? uid,
          path,
          ...(locale === null ? [] : [locale]),
          ...(how === 'text' ? [t('media.inText')] : []),
        ]
        return (
          <li key={`${uid} ${id} ${path} ${how}`}>
            {type === undefined ? (
              <span>{title || `#${id}`}</span>
            ) : (
              <Link {...contentPlace(type, id)}>
                {type.kind === 'singleType' ? type.displayName : title || `#${id}`}
              </Link>
            )}
            <span className="small soft">{facts.join(' · ')}</span>
          </li>
        )
      })}
    </ul>
  )
}
