/** The roles of an administrator. Somebody without a role could do nothing, so one is needed. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

const adminRolesQuery = settingsQuery(['admin roles'], options => call('GET /admin-roles', options))

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
    <fieldset className="stack gap-3">
      <legend className="strong below-2">{t('access.roles')}</legend>
      <Loaded query={roles} lines={3} small>
        {known => (
          <>
            {known.map(({ code, name, description }) => (
              <Checkbox
                key={code}
                label={name}
                hint={description ?? undefined}
                checked={chosen.includes(code)}
                onChange={isOn => onChange(isOn ? [...chosen, code] : chosen.filter(other => other !== code))}
              />
            ))}
          </>
        )}
      </Loaded>
      {error === undefined ? null : (
        <p className="small rust" role="alert">
          {t('access.roleMissing')}
        </p>
      )}
    </fieldset>
  )
}
