/** The blocks of one component in a dynamic zone, seen as a repeatable component. */
import type { ComponentAttribute, ZoneAttribute } from '../../../schema/schema.ts'

export function blockAttribute({ components: _, link, ...zone }: ZoneAttribute, uid: string): ComponentAttribute {
  const block = { ...zone, kind: 'component', many: true, target: uid } as const
  if (link === null) return { ...block, link }
  const { typeColumn, ...table } = link
  return { ...block, link: { ...table, fixed: [...link.fixed, { column: typeColumn, value: uid }] } }
}
