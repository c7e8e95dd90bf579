/** Shows what was deleted, and brings it back. A value that another entry has taken since can be changed here. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { RecordedValues, RestoredEntry, TrashItem } from '../../../../src/admin-api/history-api.ts'
import type { Json } from '../../../../src/admin-api/route-types.ts'
import { call } from '../../api/call.ts'
import { fieldLabel } from '../../api/field-label.ts'
import { schemaQuery } from '../../api/queries.ts'
import { SubmitDialog } from '../../forms/submit-dialog.tsx'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'

export interface RestoreDialogProps {
  readonly item: TrashItem
  readonly onClose: () => void
}

export function RestoreDialog({ item, onClose }: RestoreDialogProps): ReactNode {
  const { t } = useTexts()
  const done = useRestored(onClose)
  const facts = useFacts()
  const trashed = useQuery({
    queryKey: ['trash', 'item', item.id],
    queryFn: async ({ signal }) => (await call('GET /trash/:id', { params: { id: item.id }, signal })).data,
  })
  const [asked, setAsked] = useState<readonly string[]>([])
  const form = useSubmit(async data => {
    const body = Object.keys(data).length === 0 ? {} : { data }
    done((await call('POST /trash/:id/restore', { params: { id: item.id }, body })).data)
  })
  const wrong = Object.keys(form.problems).filter(name => typeof trashed.data?.values[name] === 'string')
  const fields = [...new Set([...asked, ...wrong])]
  if (fields.length > asked.length) setAsked(fields)
  return (
    <SubmitDialog
      title={item.title}
      submitLabel={t('history.restoreEntry')}
      submitIcon="history"
      form={form}
      fields={wrong}
      onClose={onClose}
    >
      {fields.map(name => (
        <TextField
          key={name}
          label={fieldLabel(name)}
          name={name}
          defaultValue={String(trashed.data?.values[name] ?? '')}
          error={form.problems[name]}
        />
      ))}
      <Loaded query={trashed} lines={4} small>
        {found => <Facts facts={facts(found)} />}
      </Loaded>
    </SubmitDialog>
  )
}

function useRestored(onClose: () => void) {
  const { t, count } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  return ({ uid, id, lost }: RestoredEntry) => {
    const type = schema.types.find(other => other.uid === uid)!
    const open = () => void navigate(contentPlace(type, id))
    showToast({ message: t('history.restoredEntry'), action: { label: t('history.open'), onClick: open } })
    if (lost.length > 0) showToast({ message: count('history.lost', lost.length), look: 'info' })
    for (const queryKey of [['trash'], ['list']]) void client.invalidateQueries({ queryKey })
    onClose()
  }
}

const LONGEST = 300

type Trashed = RecordedValues & TrashItem

/** The values that can be read as a line. */
function useFacts(): (trashed: Trashed) => readonly (readonly [string, string])[] {
  const { t, date } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  return trashed => {
    const attributes = schema.types.find(({ uid }) => uid === trashed.uid)?.attributes ?? {}
    const shown = (name: string, value: Json): string => {
      const { type, target } = attributes[name] ?? {}
      if (type === 'relation') return namesOf(value, trashed.related[target!] ?? [], ({ title }) => title)
      if (type === 'media') return namesOf(value, trashed.files, file => file.name)
      if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no')
      if (value === null || typeof value === 'object') return ''
      return type === 'datetime' ? date(String(value)) : String(value)
    }
    return Object.entries(trashed.values).flatMap(([name, value]) => {
      const text = shown(name, value)
      if (text === '') return []
      return [[fieldLabel(name), text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text] as const]
    })
  }
}

/** Of what has an id, or several of them. What is gone has no name. */
function namesOf<Item extends { readonly id: number }>(
  value: Json,
  known: readonly Item[],
  nameOf: (item: Item) => string,
): string {
  const ids = [value].flat()
  return known
    .filter(({ id }) => ids.includes(id))
    .map(nameOf)
    .join(', ')
}
