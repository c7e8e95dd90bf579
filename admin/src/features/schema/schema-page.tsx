/** The content model, to look at: all types and components of the project, and what connects them. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { ModelKindName } from '../../../../src/admin-api/builder-api.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import { RelationDiagram } from './diagram/relation-diagram.tsx'
import { relationGraph } from './diagram/relation-graph.ts'
import styles from './schema.module.css'

export function SchemaPage(): ReactNode {
  const { t } = useTexts()
  const schema = useSuspenseQuery(schemaQuery).data
  const { types, components, editable } = schema
  const graph = useMemo(() => relationGraph(schema), [schema])
  const visible = types.filter(type => type.visible)
  const ofKind = (wanted: string) => visible.filter(({ kind }) => kind === wanted)
  // Those who change types look for theirs first.
  const diagram = graph.boxes.length === 0 ? null : <RelationDiagram graph={graph} />
  return (
    <Page>
      <PageHeader title={t('shell.builder')} />
      <div className="stack gap-4">
        <Notice>{t(editable ? 'schema.editable' : 'schema.readOnly')}</Notice>
        {editable ? null : diagram}
        <Models
          title={t('shell.collectionTypes')}
          models={ofKind('collectionType')}
          adds={editable ? 'collectionType' : undefined}
        />
        <Models
          title={t('shell.singleTypes')}
          models={ofKind('singleType')}
          adds={editable ? 'singleType' : undefined}
        />
        <Models title={t('schema.components')} models={components} adds={editable ? 'component' : undefined} />
        {editable ? diagram : null}
      </div>
    </Page>
  )
}

interface Model {
  readonly uid: string
  readonly displayName: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface ModelsProps {
  readonly title: string
  readonly models: readonly Model[]
  /** What can be added; absent: nothing. */
  readonly adds: ModelKindName | undefined
}

const ADD = {
  collectionType: 'schema.addCollectionType',
  singleType: 'schema.addSingleType',
  component: 'schema.addComponent',
} as const

function Models({ title, models, adds }: ModelsProps): ReactNode {
  const { t, count } = useTexts()
  if (models.length === 0 && adds === undefined) return null
  const add =
    adds === undefined ? null : (
      <Link to="/plugins/content-type-builder/create" search={{ kind: adds }}>
        {t(ADD[adds])}
      </Link>
    )
  return (
    <Card title={title} actions={add}>
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
