/** Looks at the code of a project's module without running it: what it exports, and values that are written out. */

import { createRequire } from 'node:module'
import type { CallExpression, Expression, Node, Program } from 'acorn'
import { withoutComments } from '../../../util/text/without-comments.ts'

/** Projects without code need no parsers, which take 3 MB. */
const load = createRequire(import.meta.url)

/** A value that only running the code would tell. */
export const UNKNOWN: unique symbol = Symbol('unknown')

export interface ParsedModule {
  /** What it exports as a whole; `undefined` if it exports only names, or nothing. */
  readonly exported: Node | undefined
  /** `exports.find = ...`, `export const find = ...` */
  readonly names: readonly string[]
  /** The values of constants and functions by name. */
  readonly constants: ReadonlyMap<string, Node>
  readonly body: readonly Node[]
}

/** `null` if the code cannot be parsed. */
export function parseModule(text: string, file: string): ParsedModule | null {
  const program = programOf(text, file)
  if (program === null) return null
  const body = program.body as readonly Node[]
  const constants = constantsOf(body)
  const exports = body.flatMap(statement => exportsOf(statement))
  const whole = exports.find(({ name }) => name === null)?.node
  return {
    exported: whole === undefined ? undefined : resolved(whole, constants),
    names: exports.flatMap(({ name }) => (name === null ? [] : [name])),
    constants,
    body,
  }
}

function programOf(text: string, file: string): Program | null {
  const { parse } = load('acorn') as typeof import('acorn')
  const { transform } = load('sucrase') as typeof import('sucrase')
  try {
    const plain = file.endsWith('.ts')
      ? transform(text, { transforms: ['typescript'], disableESTransforms: true }).code
      : text
    try {
      return parse(plain, { ecmaVersion: 'latest', sourceType: 'module' })
    } catch {
      return parse(plain, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true })
    }
  } catch {
    return null
  }
}

// The shapes of syntax trees, as far as they are looked at here.
interface AnyNode extends Node {
  readonly [key: string]: unknown
}
const any = (node: unknown): AnyNode => node as AnyNode

function constantsOf(body: readonly Node[]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const statement of body) {
    const inner = statement.type === 'ExportNamedDeclaration' ? any(any(statement).declaration ?? statement) : statement
    if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration') {
      found.set(String(any(any(inner).id).name), inner)
    } else if (inner.type === 'VariableDeclaration') {
      for (const declarator of any(inner).declarations as AnyNode[]) {
        if (any(declarator.id).type === 'Identifier' && declarator.init) {
          found.set(String(any(declarator.id).name), declarator.init as Node)
        }
      }
    }
  }
  return found
}

interface Export {
  /** `null` for the whole module. */
  readonly name: string | null
  readonly node: Node
}

function exportsOf(statement: Node): readonly Export[] {
  if (statement.type === 'ExportDefaultDeclaration') {
    return [{ name: null, node: any(statement).declaration as Node }]
  }
  if (statement.type === 'ExportNamedDeclaration') {
    return [...constantsOf([statement])].map(([name, node]) => ({ name, node }))
  }
  const expression = statement.type === 'ExpressionStatement' ? any(any(statement).expression) : undefined
  if (expression?.type !== 'AssignmentExpression') return []
  const path = pathOf(expression.left as Node)
  const node = expression.right as Node
  if (path === 'module.exports' || path === 'exports.default' || path === 'module.exports.default') {
    return [{ name: null, node }]
  }
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(path) ?? []
  return name === undefined ? [] : [{ name, node }]
}

function resolved(node: Node, constants: ReadonlyMap<string, Node>): Node {
  const target = node.type === 'Identifier' ? constants.get(String(any(node).name)) : undefined
  return target ?? node
}

/** `factories.createCoreController` for such an expression; empty for anything but dotted names. */
function pathOf(node: Node): string {
  if (node.type === 'Identifier') return String(any(node).name)
  if (node.type !== 'MemberExpression' || any(node).computed === true) return ''
  return `${pathOf(any(node).object as Node)}.${pathOf(any(node).property as Node)}`
}

/** The arguments of a call of `factories.<name>` or `<name>`; `null` for anything else. */
export function argumentsOf(node: Node | undefined, name: string): readonly Node[] | null {
  if (node?.type !== 'CallExpression') return null
  const path = pathOf((node as CallExpression).callee)
  return path === name || path.endsWith(`.${name}`) ? ((node as CallExpression).arguments as Node[]) : null
}

/** What a function returns, or the expression itself; `undefined` if there is not exactly one answer. */
export function resultOf(node: Node | undefined, module: ParsedModule): Node | undefined {
  if (node === undefined) return undefined
  const target = resolved(node, module.constants)
  if (!isFunction(target)) return target
  const body = any(target).body as AnyNode
  if (body.type !== 'BlockStatement') return resolved(body, module.constants)
  const statements = body.body as Node[]
  const returns = statements.filter(({ type }) => type === 'ReturnStatement')
  if (returns.length !== 1 || !any(returns[0]).argument) return undefined
  return resolved(any(returns[0]).argument as Node, new Map([...module.constants, ...constantsOf(statements)]))
}

function isFunction(node: Node): boolean {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type)
}

/** True for `() => {}`, and for a function that only returns its parameter. */
export function isEmptyFunction(node: Node): boolean {
  if (!isFunction(node)) return false
  const { body, params } = any(node) as unknown as { body: AnyNode; params: AnyNode[] }
  const parameter = params[0]?.type === 'Identifier' ? params[0].name : undefined
  if (body.type !== 'BlockStatement') return body.type === 'Identifier' && body.name === parameter
  return (body.body as AnyNode[]).every(statement => {
    const returned = statement.type === 'ReturnStatement' ? any(statement.argument ?? {}) : undefined
    return returned !== undefined && (returned.type === undefined || returned.name === parameter)
  })
}

/** The names of the members of an object; `null` if it is not written out. */
export function keysOf(node: Node | undefined): readonly string[] | null {
  if (node?.type !== 'ObjectExpression') return null
  const keys = (any(node).properties as AnyNode[]).map(member => {
    if (member.type !== 'Property' || member.computed === true) return null
    const key = any(member.key)
    return String(key.type === 'Identifier' ? key.name : key.value)
  })
  return keys.every(key => key !== null) ? (keys as string[]) : null
}

/** The value of what is written out; UNKNOWN where it is not. */
export function staticValue(node: Node | undefined, module: ParsedModule): unknown {
  if (node === undefined) return undefined
  const expression = resolved(node, module.constants) as Expression
  switch (expression.type) {
    case 'Literal':
      return expression.value
    case 'TemplateLiteral':
      return expression.expressions.length === 0 ? expression.quasis[0]?.value.cooked : UNKNOWN
    case 'UnaryExpression':
      return expression.operator === '!' ? !staticValue(expression.argument, module) : UNKNOWN
    case 'ArrayExpression':
      return expression.elements.map(element => (element === null ? null : staticValue(element, module)))
    case 'ObjectExpression': {
      const keys = keysOf(expression)
      if (keys === null) return UNKNOWN
      const values = (expression.properties as unknown as AnyNode[]).map(member =>
        staticValue(any(member.value), module),
      )
      return Object.fromEntries(keys.map((key, index) => [key, values[index]]))
    }
    default:
      return UNKNOWN
  }
}

/** The text without comments of both kinds. */
export function withoutRemarks(text: string): string {
  return withoutComments(text).replace(/(^|\s)\/\/.*$/gm, '')
}
