/** The files `queries/<name>.json` of a project. */
import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '../../errors.ts'
import { JsonMistake, parseJsonFile } from '../../schema/load/parse-json-file.ts'
import { PROJECT_PARTS, partPath } from '../../util/project-parts.ts'
import { type CheckContext, checkedQuery } from './check-named-query.ts'
import type { NamedQuery } from './named-query.ts'
import { queryPathOwner } from './query-path-owner.ts'
import { BadDefinition } from './read-definition.ts'

const QUERIES_FOLDER = PROJECT_PARTS.queries.path

/** By name. Throws a StartError that lists every problem of every file. */
export async function loadQueryFiles(folder: string, context: CheckContext): Promise<ReadonlyMap<string, NamedQuery>> {
  const files = await filesOf(folder)
  if (files.length === 0) return new Map()
  const problems: string[] = []
  const owner = queryPathOwner(context.schema)
  if (owner !== undefined)
    problems.push(
      `${QUERIES_FOLDER}/${files[0]}: the content type ${owner.uid} uses the path of named queries; give it another plural name`,
    )
  const queries = new Map<string, NamedQuery>()
  for (const file of files) {
    const name = file.replace(/\.json$/, '')
    try {
      queries.set(name, checkedQuery(name, await contentOf(folder, file), context))
    } catch (error) {
      problems.push(...linesOf(`${QUERIES_FOLDER}/${file}`, error))
    }
  }
  if (problems.length > 0) throw new StartError('The named queries cannot be used:', problems)
  return queries
}

/** In the order of their names. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(partPath(folder, 'queries'), { withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
  return files.map(({ name }) => name).sort()
}

async function contentOf(folder: string, file: string): Promise<unknown> {
  return parseJsonFile(await readFile(partPath(folder, 'queries', file), 'utf8'))
}

function linesOf(file: string, error: unknown): readonly string[] {
  if (error instanceof JsonMistake) return [`${file} is not JSON: ${error.message}`]
  if (!(error instanceof BadDefinition)) throw error
  return error.problems.map(({ path, message }) =>
    path.length === 0 ? `${file}: ${message}` : `${file}: ${path.join('.')}: ${message}`,
  )
}
