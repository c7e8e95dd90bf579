/** An address of the content API -> what it asks for, in one of the forms in which it can be written. */
import { z } from 'zod'
import type { AddressedQuery } from '../../admin-api/explain-api.ts'
import type { Json, JsonObject } from '../../admin-api/route-types.ts'
import { checkInput } from '../../input/check-input.ts'
import { parseSort } from '../../query/parse-parts.ts'
import { parsePopulate } from '../../query/parse-populate.ts'
import { parseText } from '../../query/parse-text.ts'
import type { QueryRules } from '../../query/query-style.ts'
import { isBlank, isList, isObject, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { PopulateBranch } from '../../query/read-request.ts'
import { managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { type ExplainedRequest, explainedRequest, URL_INPUT } from './explained-request.ts'

const addressInput = z.strictObject({ url: URL_INPUT })

/** Throws PopulusError for what no query may say. Names are not looked up. */
export async function addressedQuery(
  context: ManagementContext,
  rights: AdminRights,
  body: unknown,
): Promise<AddressedQuery> {
  const { url } = checkInput(addressInput, body)
  const request = await explainedRequest(url, context)
  managedType(context, rights, request.type.uid)
  const { limits, dialect } = context.api
  const { queryLength = limits.queryLength } = request
  const query = parseText(request.search, { ...limits, queryLength })
  return {
    type: request.type.uid,
    part: partOf(request),
    query: request.target === 'aggregate' ? plain(query) : inOneForm(query, 'the query', { ...limits, ...dialect }),
  }
}

function partOf({ target, entryId }: ExplainedRequest): string | null {
  if (typeof target !== 'string') return `${target.field}:${target.value}`
  if (target === 'aggregate') return target
  // No entry has an id that cannot be one.
  return target === 'entry' ? String(entryId ?? 0) : null
}

/** Of a query, or of the options of a populated attribute. */
function inOneForm(query: QueryObject, path: string, rules: QueryRules): JsonObject {
  const { fields, sort, populate, on, ...rest } = query
  const sorted = parseSort(sort, `${path}.sort`, rules).map(({ path: names, order }) => `${names.join('.')}:${order}`)
  return {
    ...(fields === undefined ? {} : { fields: listOf(fields) }),
    ...(isBlank(populate) ? {} : { populate: populated(populate, `${path}.populate`, rules) }),
    ...(isObject(on) ? { on: branches(on, `${path}.on`, rules) } : on === undefined ? {} : { on: plain({ on }).on! }),
    ...(sorted.length === 0 ? {} : { sort: sorted }),
    ...plain(rest),
  }
}

function populated(value: QueryValue, path: string, rules: QueryRules): Json {
  if (isObject(value)) return branches(value, path, rules)
  const { every, except, deep, branches: named } = parsePopulate(value, path, rules)
  if (!every && except.length === 0 && deep === undefined) return fromNames(named)
  return isList(value) ? listOf(value) : String(value)
}

function branches(value: QueryObject, path: string, rules: QueryRules): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, options]): readonly (readonly [string, Json])[] => {
      if (isObject(options)) return [[name, inOneForm(options, `${path}.${name}`, rules)]]
      return typeof options === 'string' && OFF.includes(options) ? [] : [[name, isDeep(options) ? options : true]]
    }),
  )
}

const OFF = ['false', 'f', '0', '']

function isDeep(value: QueryValue): value is string {
  return typeof value === 'string' && value.startsWith('deep')
}

/** Names and paths have no options but those below them. */
function fromNames(named: readonly PopulateBranch[]): JsonObject {
  return Object.fromEntries(
    named.map(({ name, options }) => {
      const below = options.kind === 'options' ? options.populate.branches : []
      return [name, below.length === 0 ? true : { populate: fromNames(below) }]
    }),
  )
}

function listOf(value: QueryValue): readonly string[] {
  return (isList(value) ? value : [value]).map(item => String(item ?? ''))
}

/** The values of a query are values of JSON. */
function plain(query: QueryObject): JsonObject {
  return query as JsonObject
}
