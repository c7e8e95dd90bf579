// Every regular expression of the server and the panel takes time in proportion to the text, whatever the text is: recheck proves it,
// or the expression is listed below with the reason why nobody can give it a long text. A proof takes up to seconds, so the proven
// expressions are kept in linear-regexes.json, which this writes. PROVE_REGEXES=all proves them again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { root } from './run.mjs'

/** Of files that a developer writes, or of values that the server makes itself. */
const ALLOWED = {
  'src/describe/typescript/write-types.ts': 'looks for names of the schema in types that were written here',
  'src/extend/own-code.ts': 'looks for names in files of the project',
  'src/schema/checks/check-attributes.ts': 'the pattern of an attribute, which the schema file sets',
  'src/schema/rules/text-tests.ts': 'the pattern of an attribute, which the schema file sets',
  'src/schema/snake-case.ts': 'names of the schema and of files; names of roles are cut',
  'src/strapi/run/slugify/slug-text.ts': 'the separator is a setting; a run of it without an end is linear',
  'src/strapi/run/project-settings.ts': 'names of files of the project',
  'src/util/process/code-loader.ts': 'code of the project',
}
const PROVEN = join(root, 'scripts/linear-regexes.json')
const TIMEOUT = 60_000

function* sourceFiles(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sourceFiles(path)
    else if (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)) yield path
  }
}

/** Literals, and what is given to `RegExp`; `source` is undefined if only the running program knows it. */
function* regexesOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  if (!MAY_HAVE_ONE.test(text)) return
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const constants = new Map()
  const found = []
  const visit = node => {
    const line = () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) constants.set(node.name.text, node.initializer)
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ line: line(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, 'RegExp')) {
      const [source, flags] = node.arguments ?? []
      found.push({ line: line(), source: textOf(source, constants), flags: textOf(flags, constants) ?? '' })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const regex of found) yield { ...regex, path }
}

/** To read a file as a program takes longer. */
const MAY_HAVE_ONE = /RegExp|(?:^|[=(,:[!&|?{};>\s])\/[^/*]/m

const isNamed = (node, name) => ts.isIdentifier(node) && node.text === name

/** The text of an expression that is made of constants of the same file. */
function textOf(node, constants) {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return textOf(constants.get(node.text), constants)
  if (!ts.isTemplateExpression(node)) return undefined
  const parts = node.templateSpans.map(span => [textOf(span.expression, constants), span.literal.text])
  if (parts.some(([value]) => value === undefined)) return undefined
  return node.head.text + parts.flat().join('')
}

/** Without quantifiers that repeat, the time does not depend on the text at all, but for the place where it matches. */
function isSimple(source) {
  const plain = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  return !/[*+{]/.test(plain) && (plain.match(/\?/g) ?? []).length < 10
}

const regexes = ['src', 'admin/src'].flatMap(folder => [...sourceFiles(folder)]).flatMap(path => [...regexesOf(path)])
const known = new Set(process.env.PROVE_REGEXES === 'all' ? [] : JSON.parse(readFileSync(PROVEN, 'utf8')))
const proven = new Set()
const used = new Set()
const problems = []
for (const { path, line, source, flags } of regexes) {
  const key = `/${source}/${flags}`
  if (source !== undefined && isSimple(source)) continue
  if (known.has(key)) proven.add(key)
  if (proven.has(key)) continue
  const verdict =
    source === undefined
      ? 'is made while the program runs'
      : verdictOf(await check(source, flags, { checker: 'automaton', timeout: TIMEOUT }))
  if (verdict === undefined) proven.add(key)
  else if (ALLOWED[path] === undefined)
    problems.push(`${path}:${line} ${source === undefined ? 'new RegExp' : key}: ${verdict}`)
  else used.add(path)
}
for (const path of Object.keys(ALLOWED))
  if (!used.has(path)) problems.push(`${path} needs no exception in scripts/check-regexes.mjs any more`)
const kept = `${JSON.stringify([...proven].sort(), null, 2)}\n`
if (kept !== readFileSync(PROVEN, 'utf8')) writeFileSync(PROVEN, kept)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(
    'Each of these can take more time than in proportion to a text. Write it without overlapping repetitions.',
  )
  process.exitCode = 1
}

/**
 * Why an expression is not proven; `undefined` if it is.
 * @param {import('recheck').Diagnostics} result
 */
function verdictOf(result) {
  if (result.status === 'safe') return undefined
  return result.status === 'vulnerable' ? result.complexity.summary : result.error.kind
}
