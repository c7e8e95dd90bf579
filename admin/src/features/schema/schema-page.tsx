/** The content model, to look at: all types and components of the project. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import styles from './schema.module.css'

export function SchemaPage(): ReactNode {
  const { t } = useTexts()
  const { types, components } = useSuspenseQuery(schemaQuery).data
  const visible = types.filter(type => type.visible)
  const ofKind = (wanted: string) => visible.filter(({ kind }) => kind === wanted)
  return (
    <Page>
      <PageHeader title={t('shell.builder')} />
      <div className="stack gap-4">
        <Notice>{t('schema.readOnly')}</Notice>
        <Models title={t('shell.collectionTypes')} models={ofKind('collectionType')} />
        <Models title={t('shell.singleTypes')} models={ofKind('singleType')} />
        <Models title={t('schema.components')} models={components} />
      </div>
    </Page>
  )
}

interface Model {
  readonly uid: string
  readonly displayName: string
  readonly attributes: Readonly<Record<string, unknown>>
}

function Models({ title, models }: { readonly title: string; readonly models: readonly Model[] }): ReactNode {
  const { count } = useTexts()
  if (models.length === 0) return null
  return (
    <Card title={title}>
      <ul className={styles.models}>
        {models.map(({ uid, displayName, attributes }) => (
          <li key={uid}>
            <Link to="/plugins/content-type-builder/$uid" params={{ uid }} className={styles.model}>
              <span className="leaf heavy">{displayName}</span>
              <code className="small soft">{uid}</code>
              <span className="small soft">{count('schema.fields', Object.keys(attributes).length)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
