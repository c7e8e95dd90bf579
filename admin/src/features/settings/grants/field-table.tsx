/** Which fields of a type a role may read, filter by, sort by and write. Closed until somebody wants to limit them. */
import { type ReactNode, useState } from 'react'
import type { GrantableActions } from '../../../../../src/admin-api/access-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import styles from './action-rows.module.css'
import { choices, isListed, type ListName, listsOf, type OwnerGrant, withField } from './field-lists.ts'

export interface FieldTableProps {
  readonly owner: GrantableActions
  readonly grant: OwnerGrant
  readonly onChange: (grant: OwnerGrant) => void
}

const KEYS = {
  fields: 'access.readFields',
  filterFields: 'access.filterFields',
  sortFields: 'access.sortFields',
  writeFields: 'access.writeFields',
} as const satisfies Readonly<Record<ListName, string>>

export function FieldTable({ owner, grant, onChange }: FieldTableProps): ReactNode {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const lists = listsOf(grant)
  const fields = [...new Set([...(owner.fields ?? []), ...(owner.writeFields ?? [])])]
  if (lists.length === 0 || fields.length === 0) return null
  const isLimited = lists.some(name => grant[name] !== undefined && grant[name] !== null)
  const icon = isOpen ? 'chevronDown' : 'chevronRight'
  return (
    <div className="stack at-start">
      <Button size="small" look="quiet" icon={icon} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isLimited ? 'access.someFields' : 'access.allFields')}
      </Button>
      {isOpen ? <Fields owner={owner} grant={grant} onChange={onChange} fields={fields} /> : null}
    </div>
  )
}

function Fields({
  owner,
  grant,
  onChange,
  fields,
}: FieldTableProps & { readonly fields: readonly string[] }): ReactNode {
  const { t } = useTexts()
  const lists = listsOf(grant)
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">{t('access.field')}</th>
          {lists.map(name => (
            <th key={name} scope="col">
              {t(KEYS[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(field => (
          <tr key={field}>
            <th scope="row" className="breaks">
              {field}
            </th>
            {lists.map(name => (
              <td key={name}>
                <Checkbox
                  hideLabel
                  label={`${field}: ${t(KEYS[name])}`}
                  disabled={!choices(owner, grant, name).includes(field)}
                  checked={isListed(owner, grant, name, field)}
                  onChange={isOn => onChange(withField(owner, grant, name, field, isOn))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
