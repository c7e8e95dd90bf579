/**
 * Reads the value that a small settings module exports, without running it. It accepts only literals, and calls of
 * Strapi's `env` helper with literal arguments.
 */
import { type Expression, type Node, type Program, type Property, parse } from 'acorn'
import type { Environment } from './read-dotenv.ts'

/** The module does not have this simple form; the message says where. */
export class NotLiteralError extends Error {}

/**
 * - `module.exports = { rest: { maxLimit: 50 } };` gives `{ rest: { maxLimit: 50 } }`
 * - `export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 50) } })` gives the same if `MAX` is not set
 * - `module.exports = require('./other')` throws NotLiteralError
 */
export function parseLiteralModule(text: string, env: Environment): unknown {
  const exported = exportedBy(programOf(text))
  const isFunction = exported.type === 'ArrowFunctionExpression' && exported.body.type !== 'BlockStatement'
  return literalValue(isFunction ? (exported.body as Expression) : exported, env)
}

function programOf(text: string): Program {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  } catch (error) {
    throw new NotLiteralError((error as Error).message)
  }
}

/** The single expression that the module exports. Anything else in the module could change the value. */
function exportedBy({ body }: Program): Expression {
  const statements = body.filter(statement => !('directive' in statement))
  const exported = statements.map(exportOf)
  const other = statements.find((_, index) => index > 0 || exported[index] === undefined)
  if (other !== undefined) throw notLiteral(other)
  if (exported[0] === undefined) throw new NotLiteralError('it exports nothing')
  return exported[0]
}

/** What `export default ...` or `module.exports = ...` exports; `undefined` for any other statement. */
function exportOf(statement: Program['body'][number]): Expression | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration as Expression
  const assignment = statement.type === 'ExpressionStatement' ? statement.expression : undefined
  const isExport = assignment?.type === 'AssignmentExpression' && memberPath(assignment.left) === 'module.exports'
  return isExport ? assignment.right : undefined
}

function literalValue(node: Node, env: Environment): unknown {
  const expression = node as Expression
  switch (expression.type) {
    case 'Literal':
      return expression.value
    case 'TemplateLiteral':
      if (expression.expressions.length > 0) throw notLiteral(node)
      return expression.quasis[0]?.value.cooked
    case 'Identifier':
      if (expression.name !== 'undefined') throw notLiteral(node)
      return undefined
    case 'UnaryExpression':
      if (expression.operator !== '-') throw notLiteral(node)
      return -Number(literalValue(expression.argument, env))
    case 'ArrayExpression':
      return expression.elements.map(element => (element === null ? undefined : literalValue(element, env)))
    case 'ObjectExpression':
      return Object.fromEntries(expression.properties.map(member => propertyOf(member as Property, env)))
    case 'CallExpression':
      return envValue(
        memberPath(expression.callee),
        expression.arguments.map(argument => literalValue(argument, env)),
        { env, node },
      )
    default:
      throw notLiteral(node)
  }
}

function propertyOf(member: Property, env: Environment): readonly [string, unknown] {
  if (member.type !== 'Property' || member.computed || member.kind !== 'init') throw notLiteral(member)
  const { key } = member
  if (key.type !== 'Identifier' && key.type !== 'Literal') throw notLiteral(key)
  return [key.type === 'Identifier' ? key.name : String(key.value), literalValue(member.value, env)]
}

/** `env('NAME', fallback)`, `env.int('NAME', fallback)` and similar calls. */
function envValue(
  callee: string,
  [name, fallback]: readonly unknown[],
  { env, node }: { readonly env: Environment; readonly node: Node },
): unknown {
  const convert = CONVERSIONS.get(callee)
  if (convert === undefined || typeof name !== 'string') throw notLiteral(node)
  const given = env[name]
  return given === undefined ? fallback : convert(given)
}

const CONVERSIONS = new Map<string, (text: string) => unknown>([
  ['env', text => text],
  ['env.int', text => Number.parseInt(text, 10)],
  ['env.float', text => Number.parseFloat(text)],
  ['env.bool', text => text === 'true'],
  ['env.array', text => text.split(',').map(item => item.trim())],
])

/** `module.exports` for the expression of that form; empty for anything that is not dot-separated names. */
function memberPath(node: Node): string {
  const expression = node as Expression
  if (expression.type === 'Identifier') return expression.name
  if (expression.type !== 'MemberExpression' || expression.computed) return ''
  return `${memberPath(expression.object)}.${memberPath(expression.property)}`
}

function notLiteral(node: Node): NotLiteralError {
  return new NotLiteralError(`line ${node.loc?.start.line ?? 1} is not a plain value`)
}
