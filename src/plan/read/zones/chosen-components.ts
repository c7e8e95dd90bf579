/** Options that have a meaning only for some kinds of attributes: `on`, `components`, `count`, `exists` and `ids`. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions } from '../../../query/read-request.ts'
import type { LinkedAttribute, Model, MorphAttribute, ZoneAttribute } from '../../../schema/schema.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { PopulateScope } from '../populate-scope.ts'

/** Rows of several models have no common number or ids. Strapi ignores `count`, the only one it knows. */
export function refuseInstead({ shows, path }: PopulateOptions, { context: { dialect } }: PopulateScope): void {
  if (shows === 'entries' || (shows === 'count' && !dialect.idleOptionsAreErrors)) return
  throw new PopulusError('badValue', {
    parameter: `${path}[${shows}]`,
    problem: 'it is not possible for dynamic zones and relations to any type',
  })
}

/** Entries of any type are shown, but a list does not depend on them. */
export function refuseRequired({ path }: PopulateOptions): never {
  throw new PopulusError('badValue', {
    parameter: `${path}[required]`,
    problem: 'it is not possible for relations to any type',
  })
}

/** Relations, media and components have rows of one model. */
export function refuseVariants({ name }: LinkedAttribute, options: PopulateOptions, scope: PopulateScope): void {
  if (!scope.context.dialect.idleOptionsAreErrors) return
  const { on, components, path } = options
  const given = on !== null ? 'on' : components !== null ? 'components' : null
  if (given === null) return
  const only = given === 'on' ? 'dynamic zones and relations to any type have' : 'dynamic zones have'
  const problem = `only ${only} kinds to choose from; for ${name} write ${path}[fields] and ${path}[populate]`
  throw new PopulusError('badValue', { parameter: `${path}[${given}]`, problem })
}

/** `components` names those of a zone that are shown. */
export function chosenComponents(
  attribute: ZoneAttribute | MorphAttribute,
  uids: ReadonlySet<string>,
  { components, on, path }: PopulateOptions,
  { noteUnknown, context: { dialect } }: PopulateScope,
): ReadonlySet<string> {
  if (components === null) return uids
  const parameter = `${path}[components]`
  if (attribute.kind === 'morph') {
    if (!dialect.idleOptionsAreErrors) return uids
    throw new PopulusError('badValue', { parameter, problem: `only dynamic zones have components; write ${path}[on]` })
  }
  if (on !== null) {
    const problem = `it cannot be used with ${path}[on], which names the components itself`
    throw new PopulusError('badValue', { parameter, problem })
  }
  for (const name of components)
    if (!uids.has(name)) noteUnknown({ what: 'component of this zone named', name, path: parameter, known: uids })
  return new Set([...uids].filter(uid => components.includes(uid)))
}

const PARTS = ['fields', 'filters', 'sort']

/** Runs `resolve`, whose error says what to write instead of options for all blocks or types that only some of them know. */
export function explainingShared<T>(
  models: readonly Model[],
  { path }: PopulateOptions,
  { context }: PopulateScope,
  resolve: () => T,
): T {
  try {
    return resolve()
  } catch (error) {
    if (!(error instanceof PopulusError) || error.key !== 'invalidParameter') throw error
    const { data, hint = '' } = error
    const part = PARTS.find(each => hint.startsWith(`at ${path}[${each}]`))
    const knows = models.find(model => visibleAttribute(model, String(data.name), context) !== undefined)
    if (part === undefined || knows === undefined) throw error
    const own = `${path}[on][${knows.uid}][${part}]`
    throw new PopulusError('invalidParameter', data, {
      hint: `at ${path}[${part}]; not all kinds have it; write ${own}`,
    })
  }
}
