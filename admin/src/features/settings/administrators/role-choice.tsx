/** The roles of an administrator. Somebody without a role could do nothing, so one is needed. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { adminRolesQuery } from '../admin-roles/admin-role-queries.ts'

export interface RoleChoiceProps {
  /** Codes. */
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (codes: readonly string[]) => void
}

export function RoleChoice({ chosen, error, onChange }: RoleChoiceProps): ReactNode {
  const { t } = useTexts()
  const roles = useQuery(adminRolesQuery)
  return (
    <Loaded query={roles} lines={3} small>
      {known => (
        <Choices
          title={t('shell.placeRoles')}
          isColumn
          options={known.map(({ code, name, description }) => ({
            value: code,
            label: name,
            hint: description ?? undefined,
          }))}
          chosen={chosen}
          error={error === undefined ? undefined : t('access.roleMissing')}
          onChange={onChange}
        />
      )}
    </Loaded>
  )
}
