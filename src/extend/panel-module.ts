/** Makes the file `populus/panel` of a project ready for browsers. It runs there and never here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportDeclaration, type ModuleDeclaration, type Program, parse, type Statement } from 'acorn'
import { transform } from 'sucrase'
import { StartError } from '../errors.ts'
import { sha256 } from '../util/sha256.ts'
import { ownFile } from './own-file.ts'

/** What administrators' browsers load. */
export interface PanelModule {
  /** Relative to the project. */
  readonly file: string
  readonly code: string
  /** Changes with the code. */
  readonly version: string
}

/** `undefined` for a project without such a file. Throws StartError for one that no browser could load. */
export async function loadPanelModule(folder: string): Promise<PanelModule | undefined> {
  const file = await ownFile(folder, 'panel')
  if (file === undefined) return undefined
  const code = browserCode(file, await readFile(join(folder, file), 'utf8'))
  return { file, code, version: sha256(code, 'base64url').slice(0, 16) }
}

/** Lines stay where they are. */
function browserCode(file: string, text: string): string {
  const code = file.endsWith('.ts') ? withoutTypes(file, text) : text
  const { body } = parsed(file, code)
  const problems = body.flatMap(statement => problemOf(statement, code))
  if (!body.some(isDefaultExport)) problems.push('it has no default export')
  if (problems.length > 0) throw new StartError(`${file} cannot be used`, problems)
  return body
    .filter(statement => statement.type === 'ImportDeclaration')
    .toReversed()
    .reduce((rest, one) => rest.slice(0, one.start) + helpers(one, rest) + rest.slice(one.end), code)
}

function withoutTypes(file: string, text: string): string {
  try {
    return transform(text, { transforms: ['typescript'], disableESTransforms: true }).code
  } catch (error) {
    throw new StartError(`${file} cannot be used`, [(error as Error).message])
  }
}

function parsed(file: string, code: string): Program {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch (error) {
    throw new StartError(`${file} cannot be used`, [(error as Error).message])
  }
}

type Part = Statement | ModuleDeclaration

/** A browser finds no packages and no other files of the project. */
function problemOf(statement: Part, code: string): readonly string[] {
  if (!('source' in statement) || !statement.source) return []
  const name = String(statement.source.value)
  const line = `line ${code.slice(0, statement.start).split('\n').length}`
  if (name !== 'populus/panel')
    return [`${line}: it imports ${name}, but it must be one file; a bundler can make one of several`]
  if (statement.type !== 'ImportDeclaration') return [`${line}: populus/panel can be imported, not exported`]
  const others = statement.specifiers.filter(one => importedName(one) !== 'definePanel')
  return others.map(one => `${line}: populus/panel has no ${importedName(one)}, only definePanel and types`)
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type !== 'ImportSpecifier') return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : String(specifier.imported.value)
}

function isDefaultExport(statement: Part): boolean {
  if (statement.type === 'ExportDefaultDeclaration') return true
  if (statement.type !== 'ExportNamedDeclaration') return false
  return statement.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')
}

/** `import { definePanel } from 'populus/panel'`, as the little that it means. */
function helpers({ specifiers, start, end }: ImportDeclaration, code: string): string {
  const lines = code.slice(start, end).replace(/[^\n]/g, '')
  return specifiers.map(({ local }) => `const ${local.name} = panel => panel;`).join(' ') + lines
}
