/** One type or component: its attributes, what they accept, where they lead, how it is stored, and what clients get. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, useMemo } from 'react'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import { schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { NeighbourDiagram } from './diagram/relation-diagram.tsx'
import { relationGraph } from './diagram/relation-graph.ts'
import { ExampleAnswer } from './example-answer.tsx'
import { ModelTables } from './model-tables.tsx'
import styles from './schema.module.css'

const ChangePage = lazy(async () => ({ default: (await import('./builder/builder-page.tsx')).ChangePage }))

/** Types of the server itself have no files that could be changed. */
export function ModelPage(): ReactNode {
  const { uid } = useParams({ from: '/plugins/content-type-builder/$uid' })
  const { editable } = useSuspenseQuery(schemaQuery).data
  const hasFile = uid.startsWith('api::') || !uid.includes('::')
  return editable && hasFile ? <ChangePage uid={uid} /> : <ModelView uid={uid} />
}

function ModelView({ uid }: { readonly uid: string }): ReactNode {
  const { t } = useTexts()
  const schema = useSuspenseQuery(schemaQuery).data
  const { types, components } = schema
  const graph = useMemo(() => relationGraph(schema), [schema])
  const { superAdmin } = useSuspenseQuery(sessionQuery).data.rights
  const type = types.find(other => other.uid === uid)
  const model = type ?? components.find(other => other.uid === uid)
  const back = <Link to="/plugins/content-type-builder">{t('shell.builder')}</Link>
  if (model === undefined)
    return (
      <Page>
        <PageHeader title={t('shell.notFound')} back={back} />
        <EmptyState title={t('shell.notFoundText')} icon="help" />
      </Page>
    )
  return (
    <Page>
      <PageHeader title={model.displayName} subtitle={model.description || <code>{uid}</code>} back={back} />
      <div className="stack gap-4">
        {type === undefined ? null : (
          <div className="row wrap gap-2">
            {type.draftAndPublish ? <Badge look="good">{t('schema.drafts')}</Badge> : null}
            {type.localized ? <Badge look="waiting">{t('schema.localized')}</Badge> : null}
            {type.apiPath === null ? null : <code>{type.apiPath}</code>}
          </div>
        )}
        <Attributes attributes={model.attributes} label={model.displayName} />
        <NeighbourDiagram graph={graph} uid={uid} />
        {type?.visible && type.apiPath !== null ? <ExampleAnswer type={type} /> : null}
        {superAdmin ? <ModelTables uid={uid} /> : null}
      </div>
    </Page>
  )
}

interface AttributesProps {
  readonly attributes: Readonly<Record<string, AttributeInfo>>
  readonly label: string
}

function Attributes({ attributes, label }: AttributesProps): ReactNode {
  const { t } = useTexts()
  const rows = Object.entries(attributes).map(([name, attribute]) => ({ name, attribute }))
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { header: t('schema.name'), cell: ({ name }) => <strong>{name}</strong> },
        { header: t('schema.type'), cell: ({ attribute }) => <TypeOf attribute={attribute} /> },
        { header: t('schema.rules'), cell: ({ attribute }) => <Rules attribute={attribute} /> },
      ]}
    />
  )
}

/** The type, and where it leads: `relation → author`. */
function TypeOf({ attribute }: { readonly attribute: AttributeInfo }): ReactNode {
  const { type, target, component, components = [], relation } = attribute
  const targets = [target, component, ...components].filter(uid => uid !== undefined)
  return (
    <span className={styles.type}>
      <code>{relation ?? type}</code>
      {targets.map(uid => (
        <Link key={uid} to="/plugins/content-type-builder/$uid" params={{ uid }}>
          {uid}
        </Link>
      ))}
    </span>
  )
}

function Rules({ attribute }: { readonly attribute: AttributeInfo }): ReactNode {
  const { t, count } = useTexts()
  const { required, unique, localized, writable, min, max, minLength, maxLength, enum: values } = attribute
  const limits = [
    min === undefined ? '' : `≥ ${min}`,
    max === undefined ? '' : `≤ ${max}`,
    minLength === undefined ? '' : count('schema.minLength', minLength),
    maxLength === undefined ? '' : count('schema.maxLength', maxLength),
    values?.join(', ') ?? '',
  ].filter(text => text !== '')
  return (
    <div className="row wrap gap-1">
      {required ? <Badge>{t('schema.required')}</Badge> : null}
      {unique ? <Badge>{t('schema.unique')}</Badge> : null}
      {attribute.private ? <Badge>{t('schema.private')}</Badge> : null}
      {localized ? <Badge>{t('schema.localized')}</Badge> : null}
      {writable ? null : <Badge>{t('schema.readOnlyField')}</Badge>}
      {limits.length === 0 ? null : <span className="small soft">{limits.join(' · ')}</span>}
    </div>
  )
}
