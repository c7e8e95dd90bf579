/** `sanitize` and `validate` of `@strapi/utils`, by the rights that the core knows. */
import type { Access } from '../../../plan/access.ts'
import { type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import { onlyMembers } from '../entities/not-supported.ts'
import { CALLER, type StrapiAuth, type StrapiModel } from '../strapi-types.ts'
import { sanitizeInput, sanitizeOutput } from './sanitize-entity.ts'
import { sanitizeFields, sanitizeFilters, sanitizePopulate, sanitizeQuery, sanitizeSort } from './sanitize-query.ts'
import { ANYBODY, NOBODY, type SeenBy, throwInvalid } from './seen-by.ts'

/** `auth` is `ctx.state.auth`. */
interface Options {
  readonly auth?: Partial<StrapiAuth>
}

type Part = (model: Model, value: never, by: SeenBy) => unknown
type Call = (value: unknown, model: StrapiModel | undefined, options?: Options) => Promise<unknown>

const PARTS = {
  input: sanitizeInput,
  query: sanitizeQuery,
  filters: sanitizeFilters,
  sort: sanitizeSort,
  fields: sanitizeFields,
  populate: sanitizePopulate,
} satisfies Record<string, Part>

export function createSanitizers(schema: Schema) {
  const call =
    (name: string, part: Part, refuse: SeenBy['refuse']): Call =>
    async (value, model, { auth } = {}) => {
      if (model === undefined || model === null) throw new Error(`Missing schema in ${name}`)
      return part(modelOf(schema, model.uid), value as never, { schema, access: accessOf(auth), refuse })
    }
  const calls = (prefix: string, refuse: SeenBy['refuse']) =>
    Object.fromEntries(
      Object.entries(PARTS).map(([name, part]) => [name, call(`${prefix}.contentAPI.${name}`, part, refuse)]),
    )
  const output = call('sanitize.contentAPI.output', sanitizeOutput, () => undefined)
  const checks = Object.entries(calls('validate', throwInvalid)).map(([name, check]): [string, Call] => [
    name,
    async (...given) => {
      await check(...given)
    },
  ])
  return {
    sanitize: onlyMembers(
      {
        contentAPI: onlyMembers({ ...calls('sanitize', () => undefined), output }, 'sanitize.contentAPI'),
        sanitizers: onlyMembers(
          { defaultSanitizeOutput: (model: StrapiModel, entity: unknown) => output(entity, model) },
          'sanitize.sanitizers',
        ),
      },
      'sanitize',
    ),
    validate: onlyMembers({ contentAPI: onlyMembers(Object.fromEntries(checks), 'validate.contentAPI') }, 'validate'),
  }
}

/** Something in the place of `ctx.state.auth` that does not come from there grants nothing. */
function accessOf(auth: Options['auth']): Access {
  return auth === undefined || auth === null ? ANYBODY : (auth[CALLER] ?? NOBODY)
}
