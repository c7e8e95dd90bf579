/** An explanation for a terminal. */
import type { ExplainedCost, MissingPart, ReadPart } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import type { Explained } from '../../management/explain/explain-request.ts'

export function explanationLines({ answer, reads, missing, hints, statements, cost }: Explained): readonly string[] {
  const status = answer instanceof PopulusError ? `${answer.status} ${answer.message}` : '200'
  return [
    `Status: ${status}`,
    ...section('Reads', reads === null ? [] : treeLines(reads)),
    ...section('Left out', leftOut(missing)),
    ...section('Hints', hints),
    ...section(
      'Statements',
      statements.map(({ text, rows, level }) => `${level}. ${text} -- ${rows} ${rows === 1 ? 'row' : 'rows'}`),
    ),
    ...(cost === null ? [] : section('Cost', costLines(cost))),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)]
}

/** `author (api::author.author): name, slug` */
function treeLines({ name, type, fields, parts, counted, shows, required }: ReadPart): readonly string[] {
  const shown =
    shows === 'exists' ? 'whether there are any' : counted === true ? 'their number' : ['id', ...fields].join(', ')
  const title = name === null ? type : `${name} (${type}${required === true ? ', required' : ''})`
  return [`${title}: ${shown}`, ...parts.flatMap(treeLines).map(line => `  ${line}`)]
}

/** What the query could ask for takes one line: most queries leave out most of it on purpose. */
function leftOut(missing: readonly MissingPart[]): readonly string[] {
  const pathsOf = (reason: MissingPart['reason']) =>
    missing.filter(part => part.reason === reason).map(({ path }) => path)
  const listed = (title: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`${title}: ${paths.join(', ')}`]
  return [
    ...missing.filter(({ reason }) => reason !== 'not-selected' && reason !== 'not-populated').flatMap(missingLines),
    ...listed('Not in fields', pathsOf('not-selected')),
    ...listed('Not in populate', pathsOf('not-populated')),
  ]
}

function missingLines({ path, message, remedy }: MissingPart): readonly string[] {
  const help = remedy?.command ?? remedy?.query
  return [path === '' ? message : `${path}: ${message}`, ...(help === undefined ? [] : [`  ${help}`])]
}

function costLines({ estimated, rows, bytes, time }: ExplainedCost): readonly string[] {
  return [
    `estimated ${estimated.points} points (limit ${estimated.limit})`,
    `${rows.read} rows read (limit ${rows.limit})`,
    `${bytes.sent} bytes sent (limit ${bytes.limit})`,
    `${time.milliseconds} ms (limit ${time.limit} for a statement)`,
  ]
}
