/** What the plugin strapi-plugin-slugify fills, as a setting. */
import { z } from 'zod'
import { type Kind, value } from './setting.ts'

const slugify = z.strictObject({
  /** By the singular name of a type: the field to fill, and the fields that it is made from. */
  contentTypes: z.record(
    z.string(),
    z.object({ field: z.string().min(1), references: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]) }),
  ),
  /** Those of `@sindresorhus/slugify` 1.1, which the plugin uses. It ignores others. */
  slugifyOptions: z.object({
    separator: z.string().optional(),
    lowercase: z.boolean().optional(),
    decamelize: z.boolean().optional(),
    preserveLeadingUnderscore: z.boolean().optional(),
    customReplacements: z.array(z.tuple([z.string().min(1), z.string()])).optional(),
  }),
  /** Makes the slug again even if a body has one. */
  shouldUpdateSlug: z.boolean(),
  /** Makes a slug of the fields that have a value, if others have none. */
  skipUndefinedReferences: z.boolean(),
})

export function slugifySettings(): Kind<z.output<typeof slugify> | null> {
  const test = (given: unknown) => given === null || slugify.safeParse(given).success
  return value(`null, or an object with ${Object.keys(slugify.shape).join(', ')}`, test)
}
