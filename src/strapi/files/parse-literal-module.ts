/** Reads the value that a small settings module exports, without running it. `literal-value.ts` says what it accepts. */
import { type Expression, type Node, type Program, type Property, parse, type ReturnStatement } from 'acorn'
import type { Environment } from '../../config/sources/read-dotenv.ts'
import {
  constantOf,
  constantsOf,
  keyOf,
  literalValue,
  memberPath,
  NotLiteralError,
  notLiteral,
  type Scope,
} from './literal-value.ts'

/**
 * - `module.exports = { rest: { maxLimit: 50 } };` gives `{ rest: { maxLimit: 50 } }`
 * - `export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 50) } })` gives the same if `MAX` is not set
 * - `module.exports = require('./other')` throws NotLiteralError
 */
export function parseLiteralModule(text: string, env: Environment): unknown {
  const { body } = programOf(text)
  const statements = body.filter(statement => !('directive' in statement))
  // Anything else in the module could change the value.
  const other = statements.find((statement, index) => index > 0 || exportOf(statement) === undefined)
  if (other !== undefined) throw notLiteral(other)
  const { expression, scope } = exportedBy(body, env)
  return literalValue(expression, scope)
}

export interface LiteralMember {
  /** `undefined` if the module exports no such member. */
  readonly value: unknown
  /** Why values inside it were left out. */
  readonly leftOut: readonly string[]
}

/**
 * One member of what a module exports: `['upload', 'config']` of `config/plugins`. What the rest of the module does is
 * ignored, because each plugin has its own member.
 */
export function parseLiteralMember(text: string, path: readonly string[], env: Environment): LiteralMember {
  const leftOut: string[] = []
  const { expression, scope } = exportedBy(programOf(text).body, env)
  const found = memberAt(expression, path, scope)
  const leaveOut = (problem: string) => void leftOut.push(problem)
  return { value: found === undefined ? undefined : literalValue(found, { ...scope, leaveOut }), leftOut }
}

function memberAt(node: Node, path: readonly string[], scope: Scope): Node | undefined {
  const expression = node as Expression
  if (expression.type === 'Identifier') {
    const constants = new Map([...scope.constants].filter(([known]) => known !== expression.name))
    return memberAt(constantOf(node, expression.name, scope), path, { ...scope, constants })
  }
  const [name, ...rest] = path
  if (name === undefined) return node
  if (expression.type !== 'ObjectExpression') throw notLiteral(node)
  const members = expression.properties.filter(member => member.type === 'Property' && !member.computed) as Property[]
  const member = members.findLast(candidate => keyOf(candidate) === name)
  return member === undefined ? undefined : memberAt(member.value, rest, scope)
}

function programOf(text: string): Program {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  } catch (error) {
    throw new NotLiteralError((error as Error).message)
  }
}

interface Exported {
  readonly expression: Node
  readonly scope: Scope
}

/** The expression that the module exports, or that the exported function returns. */
function exportedBy(body: Program['body'], env: Environment): Exported {
  const expression = body.map(exportOf).find(found => found !== undefined)
  if (expression === undefined) throw new NotLiteralError('it exports nothing')
  const constants = constantsOf(body)
  const named = expression.type === 'Identifier' ? (constants.get(expression.name) ?? expression) : expression
  const isFunction = named.type === 'ArrowFunctionExpression' || named.type === 'FunctionExpression'
  if (!isFunction) return { expression: named, scope: { env, constants } }
  const inner = (named as Expression & { body: Node }).body
  if (inner.type !== 'BlockStatement') return { expression: inner, scope: { env, constants } }
  const statements = (inner as Node & { body: readonly Node[] }).body
  const other = statements.find(({ type }) => type !== 'VariableDeclaration' && type !== 'ReturnStatement')
  if (other !== undefined) throw notLiteral(other)
  const returned = statements.find(({ type }) => type === 'ReturnStatement') as ReturnStatement | undefined
  if (!returned?.argument) throw notLiteral(inner)
  return {
    expression: returned.argument,
    scope: { env, constants: new Map([...constants, ...constantsOf(statements)]) },
  }
}

/** What `export default ...` or `module.exports = ...` exports; `undefined` for any other statement. */
function exportOf(statement: Program['body'][number]): Expression | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration as Expression
  const assignment = statement.type === 'ExpressionStatement' ? statement.expression : undefined
  const isExport = assignment?.type === 'AssignmentExpression' && memberPath(assignment.left) === 'module.exports'
  return isExport ? assignment.right : undefined
}
