/**
 * The value of an expression of a settings module, found without running it: literals, Strapi's `env` helper,
 * `process.env`, choices between them, and constants made of them.
 */
import type { Expression, Node, Property, VariableDeclaration } from 'acorn'
import type { Environment } from '../../config/sources/read-dotenv.ts'

/** The expression does not have this simple form; the message says where. */
export class NotLiteralError extends Error {}

export interface Scope {
  readonly env: Environment
  /** The constants of the module by name. */
  readonly constants: ReadonlyMap<string, Node>
  /** Called for each member of an object that is no plain value, and is left out. Without it, such a member fails. */
  readonly leaveOut?: (problem: string) => void
}

export function literalValue(node: Node, scope: Scope): unknown {
  const expression = node as Expression
  switch (expression.type) {
    case 'Literal':
      return expression.value
    case 'TemplateLiteral':
      return expression.quasis
        .map(({ value }, index) => value.cooked + inserted(expression.expressions[index]))
        .join('')
    case 'Identifier':
      return expression.name === 'undefined' ? undefined : constantValue(node, expression.name, scope)
    case 'UnaryExpression':
      return unaryValue(expression.operator, literalValue(expression.argument, scope), node)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return binaryValue(
        expression.operator,
        node,
        () => literalValue(expression.left, scope),
        () => literalValue(expression.right, scope),
      )
    case 'ConditionalExpression':
      return literalValue(literalValue(expression.test, scope) ? expression.consequent : expression.alternate, scope)
    case 'ArrayExpression':
      return expression.elements.map(element => (element === null ? undefined : literalValue(element, scope)))
    case 'ObjectExpression':
      return Object.fromEntries(expression.properties.flatMap(member => membersOf(member as Property, scope)))
    case 'MemberExpression':
      return processValue(node, scope)
    case 'CallExpression':
      return envValue(
        memberPath(expression.callee),
        expression.arguments.map(argument => literalValue(argument, scope)),
        { env: scope.env, node },
      )
    default:
      throw notLiteral(node)
  }
  function inserted(inner: Node | undefined): string {
    return inner === undefined ? '' : String(literalValue(inner, scope))
  }
}

/** The constants that statements declare. */
export function constantsOf(statements: readonly Node[]): Map<string, Node> {
  const declarations = statements
    .filter(({ type }) => type === 'VariableDeclaration')
    .filter(statement => (statement as VariableDeclaration).kind === 'const')
    .flatMap(statement => (statement as VariableDeclaration).declarations)
  return new Map(declarations.flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [[id.name, init]] : [])))
}

export function constantOf(node: Node, name: string, { constants }: Scope): Node {
  const found = constants.get(name)
  if (found === undefined) throw notLiteral(node)
  return found
}

/** The constant itself is out of sight inside its own value, so a circle of constants ends. */
function constantValue(node: Node, name: string, scope: Scope): unknown {
  const constants = new Map([...scope.constants].filter(([known]) => known !== name))
  return literalValue(constantOf(node, name, scope), { ...scope, constants })
}

function unaryValue(operator: string, value: unknown, node: Node): unknown {
  if (operator === '-') return -Number(value)
  if (operator === '!') return !value
  throw notLiteral(node)
}

function binaryValue(operator: string, node: Node, left: () => unknown, right: () => unknown): unknown {
  switch (operator) {
    case '||':
      return left() || right()
    case '&&':
      return left() && right()
    case '??':
      return left() ?? right()
    case '===':
    case '==':
      return left() === right()
    case '!==':
    case '!=':
      return left() !== right()
    case '*':
      return Number(left()) * Number(right())
    default:
      throw notLiteral(node)
  }
}

function membersOf(member: Property, scope: Scope): (readonly [string, unknown])[] {
  try {
    return [[keyOf(member), literalValue(member.value, scope)]]
  } catch (error) {
    if (scope.leaveOut === undefined || !(error instanceof NotLiteralError)) throw error
    scope.leaveOut(error.message)
    return []
  }
}

export function keyOf(member: Property): string {
  if (member.type !== 'Property' || member.computed || member.kind !== 'init') throw notLiteral(member)
  const { key } = member
  if (key.type !== 'Identifier' && key.type !== 'Literal') throw notLiteral(key)
  return key.type === 'Identifier' ? key.name : String(key.value)
}

/** `process.env.NAME` */
function processValue(node: Node, { env }: Scope): unknown {
  const [, name] = /^process\.env\.(\w+)$/.exec(memberPath(node)) ?? []
  if (name === undefined) throw notLiteral(node)
  return env[name]
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
export function memberPath(node: Node): string {
  const expression = node as Expression
  if (expression.type === 'Identifier') return expression.name
  if (expression.type !== 'MemberExpression' || expression.computed) return ''
  return `${memberPath(expression.object)}.${memberPath(expression.property)}`
}

export function notLiteral(node: Node): NotLiteralError {
  return new NotLiteralError(`line ${node.loc?.start.line ?? 1} is not a plain value`)
}
