/** Fills slugs before entries are stored, by the rules of strapi-plugin-slugify 2.3. */
import type { LifecycleEvent } from '../entities/lifecycle-events.ts'
import type { Slugify, SlugModel, SlugModels } from './slug-models.ts'
import { slugText } from './slug-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The stored entry; `null` if there is none. */
export type ReadStored = (model: SlugModel, id: number) => Promise<Values | null>

/** What `strapi.db.lifecycles.subscribe` takes. */
export function slugListener(settings: Slugify, { byUid }: SlugModels, readStored: ReadStored): object {
  const fill = async ({ action, model: { uid }, params }: LifecycleEvent) => {
    const model = byUid.get(uid)!
    const data = params.data as Record<string, unknown> | undefined
    if (!data || (data[model.field] && !settings.shouldUpdateSlug)) return
    const values = referredValues(model, data)
    if (values.length === 0) return
    if (values.length < model.references.length && !settings.skipUndefinedReferences) return
    if (
      action === 'beforeUpdate' &&
      !(await isChange(model, (params.where as Values | undefined)?.id, values, readStored))
    )
      return
    data[model.field] = slugText(values.join(' '), settings.slugifyOptions)
  }
  return { models: [...byUid.keys()], beforeCreate: fill, beforeUpdate: fill }
}

function referredValues({ references }: SlugModel, data: Values): readonly unknown[] {
  return references.map(name => data[name]).filter(value => value !== undefined && value !== null && value !== '')
}

/** A slug that is given by hand stays until one of the fields changes that it would be made from. */
async function isChange(
  model: SlugModel,
  id: unknown,
  values: readonly unknown[],
  readStored: ReadStored,
): Promise<boolean> {
  const stored = typeof id === 'number' ? await readStored(model, id) : null
  return stored === null || JSON.stringify(referredValues(model, stored)) !== JSON.stringify(values)
}
