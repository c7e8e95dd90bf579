/** Random rules of rows: who sees which entries of a type. */
import type { Random } from './random.ts'

export interface Rule extends Readonly<Record<string, unknown>> {
  readonly roles: readonly string[]
  readonly tokens: boolean
  readonly type: string
  readonly operations: readonly string[]
  readonly where: unknown
}

/** At most two for a type. `relations` are attributes of the type that lead to other content types. */
export function randomRules(random: Random, type: string, relations: readonly string[]): readonly Rule[] {
  const count = random.chance(0.5) ? 1 + random.below(2) : 0
  return Array.from({ length: count }, () => ({
    roles: random.pick([['public'], ['authenticated'], ['authenticated'], ['public', 'authenticated']]),
    tokens: random.chance(0.5),
    type,
    operations: ['read'],
    where: random.pick(conditions(type, random.pick([...relations, null]))),
  }))
}

function conditions(type: string, relation: string | null): readonly unknown[] {
  const own = [
    { rank: { $lte: '$user.level' } },
    { $or: [{ title: '$user.mark' }, { flag: true }] },
    { rank: { $ne: 2 } },
    { id: { $ne: '$user.home' } },
    ...(type === 'alpha' ? [{ $or: [{ owner: '$user.id' }, { owner: null }] }] : []),
  ]
  if (relation === null) return own
  return [...own, { [relation]: { rank: { $gt: 0 } } }, { $or: [{ [relation]: { title: '$user.mark' } }, { rank: 1 }] }]
}
