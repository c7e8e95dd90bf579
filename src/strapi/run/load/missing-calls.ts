/** Finds calls in a file that Strapi has and we do not, before they are made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'
import { transform } from 'sucrase'
import type { Strapi } from '../strapi-types.ts'

/** `strapi.webhookStore`, `strapi.plugin('graphql')`, ... as the file writes them. */
export function missingCalls(folder: string, file: string, strapi: Strapi): readonly string[] {
  const program = programOf(folder, file)
  const found = new Set<string>()
  visit(program, node => {
    const path = pathOf(node)
    if (path !== null && path.length > 1 && path[0] === 'strapi') check(path.slice(1), strapi, found)
  })
  return [...found]
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

function check([first = '', second]: readonly string[], strapi: Strapi, found: Set<string>): void {
  const plugin = /^plugins?\.(.+)$/.exec(`${first}.${second}`)?.[1]
  const part = first in strapi ? (strapi as unknown as Record<string, object | undefined>)[first] : undefined
  if (!(first in strapi)) found.add(`strapi.${first}`)
  else if (plugin !== undefined && plugin !== 'undefined' && !(plugin in strapi.plugins)) {
    found.add(`strapi.plugin('${plugin}')`)
  } else if (second !== undefined && CLOSED.includes(first) && part && !(second in part)) {
    found.add(`strapi.${first}.${second}`)
  }
}

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
}

/** `strapi.plugins['email'].services` gives `strapi, plugins, email, services`, and so does `strapi.plugin('email')`. */
function pathOf(node: AnyNode): readonly string[] | null {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'ChainExpression') return pathOf(node.expression)
  if (node.type === 'CallExpression') {
    const callee = pathOf(node.callee)
    const [argument] = node.arguments
    const isPlugin = callee?.join('.') === 'strapi.plugin' && typeof argument?.value === 'string'
    return isPlugin ? [...callee!, String(argument!.value)] : null
  }
  if (node.type !== 'MemberExpression') return null
  const owner = pathOf(node.object)
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
