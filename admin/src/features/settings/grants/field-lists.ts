/** The fields that a role may read, filter by, sort by and write. A list that is absent sets no limit. */
import type { GrantableActions, GrantsInfo } from '../../../../../src/admin-api/access-api.ts'

export type OwnerGrant = GrantsInfo[string]

export const LISTS = ['fields', 'filterFields', 'sortFields', 'writeFields'] as const
export type ListName = (typeof LISTS)[number]

const READ = ['find', 'findOne']
const WRITE = ['create', 'update', 'createLocalization']

/** The lists that limit something that is granted. */
export function listsOf({ actions }: OwnerGrant): readonly ListName[] {
  const has = (names: readonly string[]) => actions.some(action => names.includes(action))
  return LISTS.filter(name => has(name === 'writeFields' ? WRITE : READ))
}

/** Lists that would limit nothing any more go with the last action. */
export function withActions(grant: OwnerGrant, actions: readonly string[]): OwnerGrant {
  const kept = listsOf({ actions })
  return { actions, ...Object.fromEntries(kept.map(name => [name, grant[name] ?? null])) }
}

/** The fields that a list can have. Only what may be read can be filtered and sorted by. */
export function choices(owner: GrantableActions, grant: OwnerGrant, name: ListName): readonly string[] {
  if (name === 'writeFields') return owner.writeFields ?? []
  const all = owner.fields ?? []
  return name === 'fields' ? all : all.filter(field => grant.fields?.includes(field) ?? true)
}

export function isListed(owner: GrantableActions, grant: OwnerGrant, name: ListName, field: string): boolean {
  return choices(owner, grant, name).includes(field) && (grant[name]?.includes(field) ?? true)
}

/** A list with every field sets no limit, also for fields that the type gets later. */
export function withField(
  owner: GrantableActions,
  grant: OwnerGrant,
  name: ListName,
  field: string,
  isOn: boolean,
): OwnerGrant {
  const possible = choices(owner, grant, name)
  const listed = possible.filter(other => (other === field ? isOn : isListed(owner, grant, name, other)))
  const changed = { ...grant, [name]: listed.length === possible.length ? null : listed }
  return name === 'fields' && !isOn ? withoutField(changed, field) : changed
}

function withoutField(grant: OwnerGrant, field: string): OwnerGrant {
  const shorter = (list: readonly string[] | null | undefined) => list?.filter(other => other !== field) ?? null
  return { ...grant, filterFields: shorter(grant.filterFields), sortFields: shorter(grant.sortFields) }
}
