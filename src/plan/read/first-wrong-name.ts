/**
 * Which of several wrong names is reported. Strapi goes through a part of a query once per reason: names that do not exist come
 * first, then zones, morph relations and relations. Hidden names count among those that do not exist, so that nobody learns of them.
 */
import { PopulusError } from '../../errors.ts'
import type { Model } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { invalidParameter, visibleAttribute } from '../visibility.ts'

const REASONS = ['unknown', 'zone', 'morph', 'linked'] as const

class WrongName extends PopulusError {
  readonly rank: number

  constructor({ data, hint }: PopulusError, reason: (typeof REASONS)[number]) {
    super('invalidParameter', data, { hint })
    this.rank = REASONS.indexOf(reason)
  }
}

export function wrongName(name: string, model: Model, path: string, context: PlanContext): PopulusError {
  const kind = visibleAttribute(model, name, context)?.kind
  const reason = kind === 'zone' || kind === 'morph' ? kind : kind === undefined ? 'unknown' : 'linked'
  return new WrongName(invalidParameter(name, model, path, context), reason)
}

/** Resolves all items, or throws the error that is reported first. */
export function resolveNames<T, R>(items: readonly T[], resolve: (item: T, index: number) => R): readonly R[] {
  let first: unknown
  const resolved: R[] = []
  for (const [index, item] of items.entries()) {
    try {
      resolved.push(resolve(item, index))
    } catch (error) {
      if (first === undefined || rankOf(error) < rankOf(first)) first = error
    }
  }
  if (first !== undefined) throw first
  return resolved
}

/** Other errors come after all names. */
function rankOf(error: unknown): number {
  return error instanceof WrongName ? error.rank : REASONS.length
}
