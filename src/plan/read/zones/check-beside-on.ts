/** With `on`, the options of the zone itself have no effect. Their names must still mean something. */
import type { PopulusError } from '../../../errors.ts'
import { attempt, isProblem, type PopulateOptions } from '../../../query/read-request.ts'
import type { Model } from '../../../schema/schema.ts'
import { type FilterScope, resolveFilters } from '../conditions/resolve-filters.ts'
import type { PopulateScope } from '../populate-scope.ts'
import { resolveFields } from '../resolve-fields.ts'
import { resolveSort } from '../sort/resolve-sort.ts'
import { noteLeftOut, noteUnknownBranches } from '../unknown-names.ts'

/** Every name must be known to one of the components. */
export function checkBesideOn(models: readonly Model[], options: PopulateOptions, scope: PopulateScope): void {
  const { context } = scope
  if (!context.dialect.idleOptionsAreErrors) return
  const { path, fields, sort, filters, populate } = options
  const quiet: FilterScope = { ...scope, defer: () => undefined }
  known(models, model => resolveFields(model, fields, `${path}[fields]`, context))
  known(models, model => resolveSort(model, sort, `${path}[sort]`, context))
  known(models, model => resolveFilters(model, filters, `${path}[filters]`, quiet))
  noteUnknownBranches(models, populate.branches, scope)
  noteLeftOut(models, options, scope)
}

function known(models: readonly Model[], resolve: (model: Model) => unknown): void {
  const problems: PopulusError[] = []
  for (const model of models) {
    const found = attempt(() => resolve(model))
    if (!isProblem(found)) return
    problems.push(found.error)
  }
  if (problems[0] !== undefined) throw problems[0]
}
