/** As whom a request is asked: the public, a role or a token. Only super administrators have a choice. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallerReference } from '../../../../src/admin-api/explain-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Select } from '../../ui/inputs/select.tsx'

export interface CallerChoiceProps {
  /** `public`, `role:1`, `token:3` */
  readonly value: string
  readonly onChange: (caller: string) => void
}

export function CallerChoice({ value, onChange }: CallerChoiceProps): ReactNode {
  const { t } = useTexts()
  const { data = [{ kind: 'public' as const, name: 'Public' }] } = useQuery({
    queryKey: ['explain', 'callers'],
    queryFn: async ({ signal }) => (await call('GET /explain/callers', { signal })).data,
  })
  const options = data.map(({ kind, id, name }: CallerReference & { readonly name: string }) => ({
    value: id === undefined ? kind : `${kind}:${id}`,
    label: kind === 'token' ? t('form.tokenNamed', { name }) : name,
  }))
  return <Select label={t('form.asCaller')} value={value} options={options} onChange={onChange} />
}

/** - `token:3` gives `{ kind: 'token', id: 3 }` */
export function callerOf(value: string): CallerReference {
  const [kind, id] = value.split(':')
  return { kind: kind as CallerReference['kind'], ...(id === undefined ? {} : { id: Number(id) }) }
}
