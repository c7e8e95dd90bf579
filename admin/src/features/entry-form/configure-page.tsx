/** "Configure the view": the order, width and words of the fields of a form. */
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { FieldMetadata, ViewConfiguration } from '../../../../src/admin-api/view-api.ts'
import { call } from '../../api/call.ts'
import { schemaQuery, viewsQuery } from '../../api/queries.ts'
import { AddMenu } from '../../forms/add-menu.tsx'
import { useSortableTexts } from '../../forms/use-sortable-texts.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { moved } from '../../ui/drag/moved.ts'
import { SortableList } from '../../ui/drag/sortable-list.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
import { Card } from '../../ui/page/page.tsx'
import { SettingsPage } from '../../ui/page/settings-form.tsx'
import { ConfiguredField } from './configure/configured-field.tsx'
import { SYSTEM } from './grid-rows.ts'
import { NoSuchPage } from './no-such-page.tsx'

export function ConfigurePage(): ReactNode {
  const { uid } = useParams({ strict: false }) as { uid: string }
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const { data: views } = useSuspenseQuery(viewsQuery)
  const type = schema.types.find(other => other.uid === uid)
  const view = views[uid]
  if (type === undefined || view === undefined) return <NoSuchPage />
  return <Configuration key={uid} type={type} view={view} />
}

interface Cell {
  readonly name: string
  readonly size: number
}

function Configuration({ type, view }: { readonly type: TypeInfo; readonly view: ViewConfiguration }): ReactNode {
  const { t } = useTexts()
  const texts = useSortableTexts()
  const [cells, setCells] = useState<readonly Cell[]>(view.layouts.edit.flat())
  const [metadatas, setMetadatas] = useState(view.metadatas)
  const [mainField, setMainField] = useState(view.settings.mainField)
  const hidden = writableFields(type).filter(
    name => metadatas[name]?.edit.visible !== false && !cells.some(cell => cell.name === name),
  )
  const save = useSave(type, () => ({
    settings: { ...view.settings, mainField },
    metadatas,
    layouts: { ...view.layouts, edit: rowsOf(cells) },
  }))
  const change = (name: string, edit: FieldMetadata['edit']) =>
    setMetadatas({
      ...metadatas,
      [name]: { list: {}, ...metadatas[name], edit: { ...metadatas[name]?.edit, ...edit } },
    })
  const titles = ['id', ...Object.keys(type.attributes).filter(name => isTitle(type, name))]
  return (
    <SettingsPage
      title={t('form.configureTitle', { name: type.displayName })}
      subtitle={t('form.configureLead')}
      back={<Link {...contentPlace(type)}>{type.displayName}</Link>}
      busy={save.isPending}
      error={save.error}
      onSave={save.mutate}
    >
      <Card>
        <Select
          label={t('form.entryTitle')}
          hint={t('form.entryTitleHint')}
          value={mainField}
          options={titles.map(value => ({ value, label: value }))}
          onChange={setMainField}
        />
      </Card>
      <Card>
        <SortableList
          label={t('form.configureTitle', { name: type.displayName })}
          items={cells}
          keyOf={({ name }) => name}
          nameOf={({ name }) => name}
          onMove={(from, to) => setCells(moved(cells, from, to))}
          texts={texts}
        >
          {(cell, index, handle) => (
            <ConfiguredField
              name={cell.name}
              size={cell.size}
              metadata={metadatas[cell.name]?.edit ?? {}}
              handle={handle}
              onSize={size => setCells(cells.map(other => (other === cell ? { ...other, size } : other)))}
              onChange={edit => change(cell.name, edit)}
              onMove={step => setCells(moved(cells, index, Math.max(0, index + step)))}
              onRemove={() => setCells(cells.filter(other => other !== cell))}
            />
          )}
        </SortableList>
      </Card>
      {hidden.length === 0 ? null : (
        <HiddenFields names={hidden} onInsert={name => setCells([...cells, { name, size: 12 }])} />
      )}
    </SettingsPage>
  )
}

interface HiddenFieldsProps {
  readonly names: readonly string[]
  readonly onInsert: (name: string) => void
}

function HiddenFields({ names, onInsert }: HiddenFieldsProps): ReactNode {
  const { t } = useTexts()
  return (
    <Card title={t('form.hiddenFields')}>
      <AddMenu
        label={t('form.insertField')}
        options={names.map(name => ({ value: name, label: name }))}
        onAdd={onInsert}
      />
    </Card>
  )
}

/** The changed view, to be saved. */
function useSave(type: TypeInfo, view: () => Pick<ViewConfiguration, 'settings' | 'metadatas' | 'layouts'>) {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /views/:uid', { params: { uid: type.uid }, body: view() }),
    onSuccess: async () => {
      await client.invalidateQueries(viewsQuery)
      showToast({ message: t('form.saved') })
    },
  })
}

function writableFields({ attributes }: TypeInfo): readonly string[] {
  return Object.keys(attributes).filter(name => attributes[name]!.writable && !SYSTEM.has(name))
}

/** Fields beside each other as long as they fit into 12 columns. */
function rowsOf(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const rows: Cell[][] = []
  let used = 12
  for (const cell of cells) {
    if (used + cell.size > 12) {
      rows.push([])
      used = 0
    }
    rows.at(-1)!.push(cell)
    used += cell.size
  }
  return rows
}

function isTitle({ attributes }: TypeInfo, name: string): boolean {
  return ['string', 'text', 'email', 'uid', 'enumeration', 'integer', 'biginteger', 'date'].includes(
    attributes[name]!.type,
  )
}
