/** The packages that a project's code gets from us, whatever version is installed: they work with the `strapi` of this server. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { HttpError } from 'http-errors'
import { envHelper } from '../../files/env-helper.ts'
import { NotSupportedError } from '../entities/not-supported.ts'
import * as strapiErrors from '../errors/strapi-errors.ts'
import type { Factories } from '../requests/factories.ts'
import { parseMultipartData } from '../requests/koa-body.ts'
import type { Loose, StrapiEntities } from '../strapi-types.ts'

export interface ProvidedInput {
  readonly folder: string
  readonly factories: Factories
  /** Asked for when one of its functions is called. */
  readonly entities: () => StrapiEntities
}

export function providedModules({ folder, factories, entities }: ProvidedInput): (name: string) => unknown {
  const utils = strapiUtils(folder, entities)
  const main = Object.assign(
    () => {
      throw new NotSupportedError("require('@strapi/strapi')()")
    },
    { factories },
  )
  const modules: Readonly<Record<string, unknown>> = { '@strapi/strapi': main, '@strapi/utils': utils }
  return name => modules[name]
}

/** What the package of Strapi 4.26.2 has beyond what we have. */
const STRAPI_UTILS: ReadonlySet<string> = new Set(
  [
    'contentTypes convertQueryParams escapeQuery file forEachAsync generateTimestampCode',
    'getAbsoluteAdminUrl getAbsoluteServerUrl getCommonBeginning getConfigUrls hooks importDefault',
    'isCamelCase isKebabCase isOperator isOperatorOfType joinBy keysDeep mapAsync nameToCollectionName',
    'nameToSlug pagination parseType pipeAsync providerFactory reduceAsync relations removeUndefined',
    'setCreatorFields startsWithANumber stringEquals stringIncludes template templateConfiguration',
    'toKebabCase toRegressedEnumValue traverse traverseEntity webhook',
  ].flatMap(line => line.split(' ')),
)

/** Members that we do not have come from the installed package: most of them are plain functions. */
function strapiUtils(folder: string, entities: () => StrapiEntities): Loose {
  const installed = lazily(() => requireOf(folder)('@strapi/utils'))
  const own = ownUtils(folder, { entities, installed })
  return new Proxy(own, {
    get: (target, name) => {
      if (name in target || typeof name === 'symbol' || name === '__esModule' || name === 'then') return target[name]
      if (name === 'default') return target
      const found = installed()?.[name]
      // Code from Strapi 3 imports what Strapi 4 does not have either, such as `sanitizeEntity`.
      if (found === undefined && STRAPI_UTILS.has(name)) throw new NotSupportedError(`${name} of @strapi/utils`)
      return found
    },
    has: (target, name) => name in target || name in (installed() ?? {}),
  })
}

interface UtilsInput {
  readonly entities: () => StrapiEntities
  readonly installed: () => Loose
}

function ownUtils(folder: string, { entities, installed }: UtilsInput): Loose {
  const later = (pick: (from: StrapiEntities) => Loose, names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, (...values: unknown[]) => pick(entities())[name](...values)]))
  const errors = { ...strapiErrors, HttpError }
  return {
    errors,
    sanitize: { contentAPI: later(({ sanitize }) => sanitize.contentAPI, ['input', 'output', 'query']) },
    validate: { contentAPI: later(({ validate }) => validate.contentAPI, ['input', 'query']) },
    parseMultipartData,
    env: envHelper(process.env),
    policy: { createPolicy: (policy: object) => ({ validator: () => undefined, ...policy }) },
    /** Strapi's has more than the package: `strapiID`, `notNil`, and messages of its own. */
    get yup() {
      return installed()?.yup ?? requireOf(folder)('yup')
    },
    handleYupError: (error: strapiErrors.YupError, message?: string) => {
      throw new strapiErrors.YupValidationError(error, message)
    },
    validateYupSchema:
      (schema: Loose, options: Loose = {}) =>
      async (body: unknown, message?: string) => {
        try {
          return await schema.validate(body, { strict: true, abortEarly: false, ...options })
        } catch (error) {
          throw new strapiErrors.YupValidationError(error as strapiErrors.YupError, message)
        }
      },
    validateYupSchemaSync:
      (schema: Loose, options: Loose = {}) =>
      (body: unknown, message?: string) => {
        try {
          return schema.validateSync(body, { strict: true, abortEarly: false, ...options })
        } catch (error) {
          throw new strapiErrors.YupValidationError(error as strapiErrors.YupError, message)
        }
      },
  }
}

function requireOf(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'package.json'))
}

/** `undefined` if it is not installed. */
function lazily(load: () => Loose): () => Loose {
  let loaded: { readonly value: Loose } | undefined
  return () => {
    try {
      loaded ??= { value: load() }
    } catch {
      loaded = { value: undefined }
    }
    return loaded.value
  }
}
