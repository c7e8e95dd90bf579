/** What can be granted: a row for each type and part of a plug-in, with its actions. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GrantableActions } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import styles from './action-rows.module.css'

const actionsQuery = settingsQuery(['actions'], options => call('GET /actions', options))

/** The granted actions, by the uid of their owner. */
export type Granted = Readonly<Record<string, readonly string[]>>

export interface ActionRowsProps {
  readonly granted: Granted
  readonly onChange: (uid: string, actions: readonly string[]) => void
  /** What else can be said about an owner. */
  readonly more?: ((owner: GrantableActions) => ReactNode) | undefined
}

export function ActionRows({ granted, onChange, more }: ActionRowsProps): ReactNode {
  const { t } = useTexts()
  const actions = useQuery(actionsQuery)
  const nameOf = useOwnerNames()
  return (
    <Loaded query={actions} lines={8}>
      {known => {
        const owners = withOthers(known, granted)
        const isType = ({ uid }: GrantableActions) => uid.startsWith('api::')
        const sections = [
          [t('access.contentTypes'), owners.filter(isType)],
          [t('access.plugins'), owners.filter(owner => !isType(owner))],
        ] as const
        return (
          <div className="stack gap-4">
            {sections.map(([title, listed]) => (
              <section key={title} aria-label={title}>
                <h2 className="small soft strong below-2">{title}</h2>
                {listed.map(owner => (
                  <ActionRow
                    key={owner.uid}
                    name={nameOf(owner.uid)}
                    actions={owner.actions}
                    granted={granted[owner.uid] ?? []}
                    onChange={chosen => onChange(owner.uid, chosen)}
                  >
                    {more?.(owner)}
                  </ActionRow>
                ))}
              </section>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Code of a project may have actions that the server does not know. They are shown, so that they can be taken away. */
function withOthers(known: readonly GrantableActions[], granted: Granted): readonly GrantableActions[] {
  const owners = known.map(owner => ({
    ...owner,
    actions: [...new Set([...owner.actions, ...(granted[owner.uid] ?? [])])],
  }))
  const others = Object.entries(granted).filter(([uid]) => !known.some(owner => owner.uid === uid))
  return [...owners, ...others.map(([uid, actions]) => ({ uid, actions, fields: null, writeFields: null }))]
}

export interface ActionRowProps {
  readonly name: string
  readonly actions: readonly string[]
  readonly granted: readonly string[]
  readonly onChange: (actions: readonly string[]) => void
  /** What else can be said about it. */
  readonly children?: ReactNode
}

/** What is granted of one thing. */
export function ActionRow({ name, actions, granted, onChange, children }: ActionRowProps): ReactNode {
  const count = actions.filter(action => granted.includes(action)).length
  const isAll = count === actions.length && count > 0
  const toggle = (action: string, isOn: boolean) =>
    onChange(actions.filter(other => (other === action ? isOn : granted.includes(other))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its fields
    <div className={styles.row} role="group" aria-label={name}>
      <Checkbox
        label={name}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => onChange(isAll ? [] : actions)}
      />
      <div className="stack gap-3">
        <div className={styles.actions}>
          {actions.map(action => (
            <Checkbox
              key={action}
              label={action}
              checked={granted.includes(action)}
              onChange={isOn => toggle(action, isOn)}
            />
          ))}
        </div>
        {children}
      </div>
    </div>
  )
}

/** - `api::article.article` is `Article`; `plugin::upload.content-api` is `upload · content-api` */
function useOwnerNames(): (uid: string) => string {
  const { data } = useSuspenseQuery(schemaQuery)
  return uid => {
    const type = data.types.find(known => known.uid === uid)
    return type?.displayName ?? uid.replace(/^\w+::/, '').replace('.', ' · ')
  }
}
