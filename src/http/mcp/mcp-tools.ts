/**
 * What an assistant can do. Every tool asks the content API, as the caller: rights, limits, hooks and records of what was done are
 * those of any other request.
 */
import { z } from 'zod'
import { queryText } from '../../client/client-query.ts'
import type { Access } from '../../plan/access.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { addressOf, describeFields, describeType, usableTypes } from './describe-types.ts'

export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the prefix of the API: `/articles/1?fields=title`. */
  readonly path: string
  readonly body?: object
}

export interface ToolAnswer {
  readonly status: number
  readonly text: string
}

export interface ToolContext {
  readonly schema: Schema
  readonly access: Access
  /** Asks the content API as the caller. */
  readonly ask: (request: ToolRequest) => Promise<ToolAnswer>
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly writes: boolean
  readonly input: z.ZodRawShape
  readonly run: (given: never, context: ToolContext) => Promise<ToolAnswer>
}

/** Keeps the types of the input and of what runs together. */
function tool<Shape extends z.ZodRawShape>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: Shape
    readonly run: (given: z.infer<z.ZodObject<Shape>>, context: ToolContext) => Promise<ToolAnswer>
  },
): Tool {
  return definition
}

const TYPE = z
  .string()
  .describe('The content type by the name in its address, such as articles; the tool schema lists them')
const ID = z
  .union([z.number(), z.string()])
  .describe('The id of the entry, or field:value of a unique field, such as slug:my-post')
const QUERY = z
  .record(z.string(), z.unknown())
  .describe(
    'fields, populate, filters ({"title":{"$containsi":"x"}}), sort ("title:asc"), pagination ({"page":1,"pageSize":10}), locale, publicationState ("preview" shows drafts)',
  )
  .optional()
const DATA = z
  .record(z.string(), z.unknown())
  .describe('The values by the names of the fields; relations and files by id')

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'schema',
    title: 'Content types',
    description:
      'Lists the content types that you may use; with a type, its fields, relations and components. Start here.',
    writes: false,
    input: { type: TYPE.optional() },
    run: async ({ type }, context) => {
      const { schema, access } = context
      if (type === undefined) return shown(usableTypes(schema, access).map(each => describeType(each, access)))
      return withType(type, context, async found =>
        shown({ ...describeType(found, access), ...describeFields(found, schema, access) }),
      )
    },
  }),
  tool({
    name: 'find',
    title: 'Find entries',
    description:
      'Reads a page of entries, or one entry by its id. Relations, files and components are only included if populate names them.',
    writes: false,
    input: { type: TYPE, id: ID.optional(), query: QUERY },
    run: ({ type, id, query }, context) =>
      withType(type, context, found =>
        id === undefined && !found.single
          ? context.ask({ method: 'POST', path: `/${addressOf(found)}/query`, body: { format: 'flat', ...query } })
          : context.ask({ method: 'GET', path: placeOf(found, id) + queryText({ format: 'flat', ...query }) }),
      ),
  }),
  tool({
    name: 'search',
    title: 'Search',
    description:
      'Finds entries by words in their text, the best first. Only for types for which the tool schema says search: true.',
    writes: false,
    input: { type: TYPE, text: z.string().describe('The words to look for'), query: QUERY },
    run: ({ type, text, query }, context) =>
      withType(type, context, found =>
        context.ask({
          method: 'POST',
          path: `/${addressOf(found)}/query`,
          body: { format: 'flat', ...query, search: text },
        }),
      ),
  }),
  tool({
    name: 'explain',
    title: 'Explain a query',
    description:
      'Shows how the answer to a query comes about, and why something is missing in it. Needs a token with full access.',
    writes: false,
    input: { type: TYPE, id: ID.optional(), query: QUERY },
    run: ({ type, id, query }, context) => {
      if (!context.access.everything) return Promise.resolve(refused('explain needs a token with full access'))
      return withType(type, context, found =>
        context.ask({ method: 'GET', path: placeOf(found, id) + queryText({ ...query, explain: '' }) }),
      )
    },
  }),
  tool({
    name: 'create',
    title: 'Create an entry',
    description: 'Creates an entry. If the type has drafts, pass publishedAt: null to keep it a draft.',
    writes: true,
    input: { type: TYPE, data: DATA, query: QUERY },
    run: ({ type, data, query }, context) =>
      withType(type, context, found => {
        const method = found.single ? 'PUT' : 'POST'
        return context.ask({ method, path: placeOf(found) + queryText({ format: 'flat', ...query }), body: { data } })
      }),
  }),
  tool({
    name: 'change',
    title: 'Change an entry',
    description: 'Changes the given fields of an entry, and leaves the others as they are.',
    writes: true,
    input: { type: TYPE, id: ID.optional(), data: DATA, query: QUERY },
    run: ({ type, id, data, query }, context) => put(type, id, { data, query }, context),
  }),
  tool({
    name: 'publish',
    title: 'Publish or unpublish',
    description: 'Publishes an entry of a type with drafts, or takes it back with published: false.',
    writes: true,
    input: { type: TYPE, id: ID.optional(), published: z.boolean().default(true) },
    run: ({ type, id, published }, context) =>
      put(type, id, { data: { publishedAt: published ? new Date().toISOString() : null }, query: undefined }, context),
  }),
]

interface Change {
  readonly data: object
  readonly query: object | undefined
}

function put(type: string, id: string | number | undefined, { data, query }: Change, context: ToolContext) {
  return withType(type, context, found => {
    if (id === undefined && !found.single) return Promise.resolve(refused('name the id of the entry'))
    return context.ask({
      method: 'PUT',
      path: placeOf(found, id) + queryText({ format: 'flat', ...query }),
      body: { data },
    })
  })
}

/** By its name in the address, its singular, or its uid. */
function withType(name: string, context: ToolContext, work: (type: ContentType) => Promise<ToolAnswer>) {
  const types = usableTypes(context.schema, context.access)
  const found = types.find(type => [addressOf(type), type.singularName, type.pluralName, type.uid].includes(name))
  if (found !== undefined) return work(found)
  const known = types.map(addressOf)
  const near = nearestName(name, known)
  const help =
    near === undefined ? `there are: ${known.join(', ') || 'none that you may use'}` : `did you mean ${near}?`
  return Promise.resolve(refused(`There is no content type ${name}; ${help}`))
}

/** Entries of single types have no id in their address. */
function placeOf(type: ContentType, id?: string | number): string {
  return `/${addressOf(type)}${type.single || id === undefined ? '' : `/${encodeURIComponent(id)}`}`
}

function shown(value: unknown): ToolAnswer {
  return { status: 200, text: JSON.stringify(value) }
}

function refused(text: string): ToolAnswer {
  return { status: 400, text }
}
