/** Finds calls in a file that Strapi has and we do not, before they are made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'
import { transform } from 'sucrase'
import type { Strapi } from '../strapi-types.ts'
import { STRAPI_PARTS } from './strapi-parts.ts'

/** `strapi.webhookStore`, `strapi.plugin('graphql')`, ... as the file writes them. `added`: what the project adds itself. */
export function missingCalls(
  folder: string,
  file: string,
  { strapi, added }: { readonly strapi: Strapi; readonly added: ReadonlySet<string> },
): readonly string[] {
  const program = programOf(folder, file)
  const found = new Set<string>()
  const aliases = aliasesIn(program)
  visit(program, node => {
    for (const path of [pathOf(node, aliases), ...partsTaken(node, aliases)])
      if (path !== null && path.length > 1 && path[0] === 'strapi' && !added.has(path[1]!))
        check(path.slice(1), strapi, found)
  })
  return [...found]
}

/** The members that a file gives to `strapi`: `io` for `strapi.io = new Server()`. */
export function addedMembers(folder: string, file: string): readonly string[] {
  const found: string[] = []
  visit(programOf(folder, file), node => {
    const path = node.type === 'AssignmentExpression' ? pathOf(node.left, new Map()) : null
    if (path?.length === 2 && path[0] === 'strapi') found.push(path[1]!)
  })
  return found
}

/** Other names of parts of `strapi`: `const { db } = strapi` and `const db = strapi.db`. */
type Aliases = ReadonlyMap<string, readonly string[]>

function aliasesIn(program: Node | null): Aliases {
  const aliases = new Map<string, readonly string[]>()
  visit(program, node => {
    if (node.type !== 'VariableDeclarator' || !node.init) return
    const path = pathOf(node.init, aliases)
    if (path === null || path[0] !== 'strapi') return
    if (node.id.type === 'Identifier' && node.id.name !== 'strapi') aliases.set(node.id.name, path)
    for (const [name, part] of takenBy(node.id)) aliases.set(name, [...path, part])
  })
  return aliases
}

/** `const { connection } = strapi.db` uses `strapi.db.connection`. */
function partsTaken(node: AnyNode, aliases: Aliases): readonly (readonly string[])[] {
  const path = node.type === 'VariableDeclarator' && node.init ? pathOf(node.init, aliases) : null
  return path === null ? [] : takenBy(node.id).map(([, part]) => [...path, part])
}

/** The names of variables with those of the members that they get. */
function takenBy(pattern: AnyNode): readonly (readonly [string, string])[] {
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap(({ type, computed, key, value }) => {
    const target = value as AnyNode | undefined
    const variable = target?.type === 'AssignmentPattern' ? target.left : target
    return type === 'Property' && !computed && variable?.type === 'Identifier' ? [[variable.name, key.name]] : []
  })
}

function programOf(folder: string, file: string): Node | null {
  const text = readFileSync(join(folder, file), 'utf8')
  try {
    const plain = transform(text, { transforms: ['typescript', 'imports'], disableESTransforms: true }).code
    return parse(plain, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true })
  } catch {
    return null
  }
}

/** Objects that have only what they list. Others, such as `strapi.config`, have whatever the project puts there. */
const CLOSED = ['db', 'entityService', 'server', 'cron', 'eventHub', 'requestContext']
/** Such objects in `strapi.db`. */
const CLOSED_IN_DB = ['entityManager', 'lifecycles', 'metadata']

function check(path: readonly string[], strapi: Strapi, found: Set<string>): void {
  const [first = '', second, third] = path
  const part = missingPart(path, strapi)
  if (part !== undefined) found.add(part)
  else if (first === 'db' && third !== undefined && CLOSED_IN_DB.includes(second!)) {
    const members = (strapi.db as unknown as Readonly<Record<string, object>>)[second!]!
    if (!(third in members)) found.add(`strapi.db.${second}.${third}`)
  } else checkMember(first, second, strapi, found)
}

function checkMember(first: string, second: string | undefined, strapi: Strapi, found: Set<string>): void {
  const plugin = /^plugins?\.(.+)$/.exec(`${first}.${second}`)?.[1]
  const part = first in strapi ? (strapi as unknown as Record<string, object | undefined>)[first] : undefined
  if (!(first in strapi)) found.add(`strapi.${first}`)
  else if (plugin !== undefined && plugin !== 'undefined' && !(plugin in strapi.plugins)) {
    found.add(`strapi.plugin('${plugin}')`)
  } else if (second !== undefined && CLOSED.includes(first) && part && !(second in part)) {
    found.add(`strapi.${first}.${second}`)
  }
}

/** `service`, `user`, `toggle` of `strapi.plugin('users-permissions').service('user').toggle` */
interface NamedPart {
  readonly kind: 'services' | 'controllers'
  readonly uid: string
  readonly member: string | undefined
}

const KINDS: Readonly<Record<string, NamedPart['kind']>> = {
  ...{ service: 'services', services: 'services', controller: 'controllers', controllers: 'controllers' },
}

function namedPart([first = '', second, third = '', fourth, fifth]: readonly string[]): NamedPart | undefined {
  if (first === 'plugin' || first === 'plugins') {
    const kind = KINDS[third]
    return kind === undefined || fourth === undefined
      ? undefined
      : { kind, uid: `plugin::${second}.${fourth}`, member: fifth }
  }
  const kind = KINDS[first]
  return kind === undefined || second === undefined ? undefined : { kind, uid: second, member: third || undefined }
}

/** A service or controller that Strapi has and we do not, or a member of one. */
function missingPart(path: readonly string[], strapi: Strapi): string | undefined {
  const named = namedPart(path)
  if (named === undefined || !/^(admin|plugin)::/.test(named.uid)) return undefined
  const { kind, uid, member } = named
  const [owner = '', rest = ''] = uid.split('::')
  const [plugin = '', name = ''] = owner === 'admin' ? [] : rest.split('.')
  const call = `strapi.${kind === 'services' ? 'service' : 'controller'}('${uid}')`
  const known = (strapi as unknown as Readonly<Record<string, object>>)[kind]!
  if (!(uid in known)) {
    const isStrapis = owner === 'admin' || STRAPI_PARTS[kind][plugin]?.includes(name) || STRAPI_PLUGINS.includes(plugin)
    return isStrapis ? call : undefined
  }
  const isOurs = kind === 'services' && STRAPI_PARTS.services[plugin]?.includes(name)
  return isOurs && member !== undefined && !(member in strapi.service(uid)) ? `${call}.${member}` : undefined
}

/** Those that are not here at all. */
const STRAPI_PLUGINS = ['content-manager', 'content-type-builder', 'content-releases', 'graphql', 'documentation']

/** The members that are looked at, whatever the type of the node. */
interface AnyNode extends Node {
  readonly name: string
  readonly value?: unknown
  readonly expression: AnyNode
  readonly callee: AnyNode
  readonly arguments: readonly AnyNode[]
  readonly object: AnyNode
  readonly property: AnyNode
  readonly computed: boolean
  /** Of a variable, of a pattern, of a part of a pattern. */
  readonly id: AnyNode
  readonly init: AnyNode | null
  readonly properties: readonly AnyNode[]
  readonly key: AnyNode
  readonly left: AnyNode
}

/** Calls that give a part by its name. */
const LOOKUPS = /^strapi\.((plugin|service|controller)|plugins?\.[^.]+\.(service|controller))$/

/** `strapi.plugins['email'].services` gives `strapi, plugins, email, services`, and so does `strapi.plugin('email')`. */
function pathOf(node: AnyNode, aliases: Aliases): readonly string[] | null {
  if (node.type === 'Identifier') return aliases.get(node.name) ?? [node.name]
  if (node.type === 'ChainExpression') return pathOf(node.expression, aliases)
  if (node.type === 'CallExpression') {
    const callee = pathOf(node.callee, aliases)
    const [argument] = node.arguments
    const isName = LOOKUPS.test(callee?.join('.') ?? '') && typeof argument?.value === 'string'
    return isName ? [...callee!, String(argument!.value)] : null
  }
  if (node.type !== 'MemberExpression') return null
  const owner = pathOf(node.object, aliases)
  const name = node.computed ? node.property.value : node.property.name
  return owner === null || typeof name !== 'string' ? null : [...owner, name]
}

function visit(node: unknown, see: (node: AnyNode) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const item of node) visit(item, see)
    return
  }
  if ('type' in node && typeof node.type === 'string') see(node as AnyNode)
  for (const [key, value] of Object.entries(node)) if (key !== 'loc' && key !== 'range') visit(value, see)
}
