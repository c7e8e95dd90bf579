/** Fields, locales and conditions of each action that is granted on a type. Closed until somebody wants to limit them. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminActions, AdminPermissionInfo } from '../../../../../src/admin-api/access-api.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import styles from '../grants/action-rows.module.css'
import { isListed, type LimitName, permissionAt, type RightsProps, withListed } from './permission-list.ts'

interface RightLimitsProps extends RightsProps {
  readonly subject: AdminActions['types'][number]
  readonly conditions: readonly string[]
}

export function RightLimits({ permissions, onChange, subject, conditions }: RightLimitsProps): ReactNode {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const held = subject.actions.flatMap(
    ({ action }) => permissionAt(permissions, { action, subject: subject.uid }) ?? [],
  )
  // The lists of Strapi's own roles name every field there is.
  const isLimited = held.some(
    permission =>
      permission.locales !== null ||
      permission.conditions.length > 0 ||
      subject.fields.some(field => !isListed(permission, 'fields', field)),
  )
  const icon = isOpen ? 'chevronDown' : 'chevronRight'
  return (
    <div className="stack at-start">
      <Button size="small" look="quiet" icon={icon} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isLimited ? 'access.someLimits' : 'access.noLimits')}
      </Button>
      {isOpen ? <LimitTable {...{ permissions, onChange, subject, conditions, held }} /> : null}
    </div>
  )
}

interface LimitTableProps extends RightLimitsProps {
  readonly held: readonly AdminPermissionInfo[]
}

function LimitTable({ permissions, onChange, subject, conditions, held }: LimitTableProps): ReactNode {
  const { t } = useTexts()
  const { data: locales } = useSuspenseQuery(localesQuery)
  const fieldless = new Set(subject.actions.flatMap(({ action, takesFields }) => (takesFields ? [] : [action])))
  const groups: readonly LimitGroup[] = [
    { name: 'fields', title: t('access.field'), all: subject.fields, labelOf: value => value },
    ...(subject.localized
      ? [
          {
            name: 'locales' as const,
            title: t('access.locale'),
            all: locales.map(({ code }) => code),
            labelOf: (code: string) => locales.find(locale => locale.code === code)?.name ?? code,
          },
        ]
      : []),
    {
      name: 'conditions',
      title: t('access.condition'),
      all: conditions,
      labelOf: value => (Object.hasOwn(CONDITIONS, value) ? t(CONDITIONS[value as keyof typeof CONDITIONS]) : value),
    },
  ]
  return (
    <table className={styles.fields}>
      {groups.map(({ name, title, all, labelOf }) => (
        <tbody key={name}>
          <tr>
            <th scope="col" className="strong soft">
              {title}
            </th>
            {held.map(({ action }) => (
              <th key={action} scope="col" className="soft">
                {shortOf(action)}
              </th>
            ))}
          </tr>
          {all.map(value => (
            <tr key={value}>
              <th scope="row" className="breaks">
                {labelOf(value)}
              </th>
              {held.map(permission => (
                <td key={permission.action}>
                  <Checkbox
                    hideLabel
                    label={`${labelOf(value)}: ${shortOf(permission.action)}`}
                    disabled={name === 'fields' && fieldless.has(permission.action)}
                    checked={isListed(permission, name, value)}
                    onChange={isOn => onChange(withListed(permissions, permission, { name, value, all, isOn }))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface LimitGroup {
  readonly name: LimitName
  readonly title: string
  readonly all: readonly string[]
  readonly labelOf: (value: string) => string
}

const CONDITIONS = {
  'admin::is-creator': 'access.isCreator',
  'admin::has-same-role-as-creator': 'access.sameRole',
} as const

const shortOf = (action: string): string => action.split('.').at(-1)!
