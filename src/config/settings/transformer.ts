/** What the plugin strapi-plugin-transformer does to bodies, as a setting. */
import { z } from 'zod'
import { type Kind, value } from './setting.ts'

const FILTER = z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.boolean())]))

const transformer = z.strictObject({
  /** `{ id, attributes: {...} }` becomes `{ id, ... }`. */
  removeAttributesKey: z.boolean(),
  /** `{ data: ... }` of a relation becomes what is in it. */
  removeDataKey: z.boolean(),
  /** `{...}` that is sent becomes `{ data: {...} }`. */
  wrapBodyWithDataKey: z.boolean(),
  /** Which types: all, only those of `uids`, or all but those. A value may hold the methods: `{ "GET": true }`. */
  mode: z.enum(['none', 'allow', 'deny']),
  uids: FILTER,
})

export type Transformer = Readonly<z.output<typeof transformer>>

export function transformerOptions(): Kind<Transformer | null> {
  const test = (given: unknown) => given === null || transformer.safeParse(given).success
  return value(`null, or an object with ${Object.keys(transformer.shape).join(', ')}`, test)
}
