import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Card } from '../../ui/page/page.tsx'
import { mayOpen, SETTINGS_PLACES } from '../settings/entry.ts'
import styles from './home-page.module.css'

/** Describe your content, as long as there is no type but those that every project has; write something, see it in the API, give access. */
export function NextSteps({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { t } = useTexts()
  const session = useSuspenseQuery(sessionQuery).data
  const schema = useSuspenseQuery(schemaQuery).data
  const own = types.filter(({ uid }) => uid.startsWith('api::'))
  const first = own.find(({ kind, rights }) => kind === 'collectionType' && rights.create !== false)
  const isFirst = own.length === 0 && schema.editable
  const givesAccess = mayOpen(session, SETTINGS_PLACES.roles)
  if (!isFirst && first === undefined && !givesAccess) return null
  return (
    <Card title={t('home.nextSteps')}>
      <ol className={styles.steps}>
        {isFirst ? (
          <li>
            <Link to="/plugins/content-type-builder/create" search={{ kind: 'collectionType' }} className={styles.step}>
              <Icon name="schema" size={22} />
              <span className="leaf heavy above-1">{t('home.describe')}</span>
              <span className="small soft">{t('home.describeText')}</span>
            </Link>
          </li>
        ) : null}
        {first === undefined ? null : (
          <>
            <li>
              <Link
                to="/content-manager/collection-types/$uid/create"
                params={{ uid: first.uid }}
                className={styles.step}
              >
                <Icon name="edit" size={22} />
                <span className="leaf heavy above-1">{t('home.write')}</span>
                <span className="small soft">{t('home.writeText', { name: first.displayName })}</span>
              </Link>
            </li>
            <li>
              <Link to="/content-manager/collection-types/$uid" params={{ uid: first.uid }} className={styles.step}>
                <Icon name="code" size={22} />
                <span className="leaf heavy above-1">{t('home.seeApi')}</span>
                <span className="small soft">{t('home.seeApiText')}</span>
              </Link>
            </li>
          </>
        )}
        {givesAccess ? (
          <li>
            <Link to="/settings" className={styles.step}>
              <Icon name="key" size={22} />
              <span className="leaf heavy above-1">{t('home.giveAccess')}</span>
              <span className="small soft">{t('home.giveAccessText')}</span>
            </Link>
          </li>
        ) : null}
      </ol>
    </Card>
  )
}
