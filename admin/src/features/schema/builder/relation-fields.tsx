/** Where a relation leads, how many there may be on each side, and whether the other type knows it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import styles from './builder.module.css'
import { relationOf, withRelation } from './definition.ts'
import type { OptionProps } from './edited-model.ts'

const WORDS = {
  manyToOne: 'builder.manyToOne',
  manyToMany: 'builder.manyToMany',
  oneToOne: 'builder.oneToOne',
  oneToMany: 'builder.oneToMany',
} as const
type Kind = keyof typeof WORDS
const KINDS = Object.keys(WORDS) as readonly Kind[]
/** Entries do not know the components that lead to them. */
const OF_COMPONENTS = ['oneToOne', 'oneToMany'] as const

export function RelationFields({ definition, model, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const wish = relationOf(definition)
  const { draft, uid } = model
  const kinds: readonly Kind[] = draft.kind === 'component' ? OF_COMPONENTS : KINDS
  const kind = kinds.find(known => known === wish.relation)
  // A relation to any type is kept as it is.
  if (kind === undefined && wish.relation.startsWith('morph')) return <p className="soft">{t('builder.anyType')}</p>
  const own = draft.displayName || draft.name || t('builder.thisType')
  const other = types.find(type => type.uid === wish.target)?.displayName ?? (wish.target === uid ? own : '…')
  const targets = types.filter(({ visible, uid: known }) => visible || known.startsWith('api::') || known === USER)
  const change = (part: Partial<typeof wish>) => onChange(withRelation(definition, { ...wish, ...part }))
  return (
    <>
      <Select
        label={t('builder.target')}
        value={wish.target}
        required
        options={[
          { value: '', label: t('form.chooseHere') },
          ...targets.map(type => ({ value: type.uid, label: `${type.displayName} (${type.uid})` })),
        ]}
        onChange={target => change({ target })}
      />
      <Select
        label={t('builder.relation')}
        value={kind ?? kinds[0]!}
        options={kinds.map(value => ({ value, label: t(WORDS[value], { own, other }) }))}
        onChange={relation => change({ relation })}
      />
      <Drawing own={own} other={other} relation={kind ?? kinds[0]!} hasEnd={wish.end !== ''} />
      {draft.kind === 'component' || !wish.target.startsWith('api::') ? null : (
        <TextField
          label={t('builder.end', { other })}
          hint={t('builder.endHint')}
          value={wish.end}
          autoComplete="off"
          onChange={end => change({ end })}
        />
      )}
    </>
  )
}

const USER = 'plugin::users-permissions.user'

interface DrawingProps {
  readonly own: string
  readonly other: string
  readonly relation: Kind
  readonly hasEnd: boolean
}

/** The same for the eye: two boxes, how many on each side, and who knows whom. */
function Drawing({ own, other, relation, hasEnd }: DrawingProps): ReactNode {
  return (
    <div className={styles.drawing} aria-hidden>
      <span className={styles.end}>{own}</span>
      <span className="soft">{relation.startsWith('many') ? '∞' : '1'}</span>
      {hasEnd ? <Icon name="arrowLeft" size={16} /> : null}
      <span className={styles.line} />
      <Icon name="arrowRight" size={16} />
      <span className="soft">{relation.endsWith('Many') ? '∞' : '1'}</span>
      <span className={styles.end}>{other}</span>
    </div>
  )
}
