/** The report as lines for a terminal. */
import type { AdoptReport, CodePart, DatabasePart, SchemaPart, SettingsPart } from '../adopt-report.ts'
import { VERDICTS } from './verdict-texts.ts'

export function textReport(report: AdoptReport): readonly string[] {
  const { project, findings, differences, plugins, next } = report
  return [
    `${project.name}: Strapi ${project.strapi}, ${project.language}, ${project.environment}`,
    VERDICTS[report.verdict],
    ...section(
      'What to solve',
      findings.map(({ blocks, what }) => `${blocks ? 'blocks' : 'partly'}: ${what}`),
    ),
    ...section('Schema', schemaLines(report.schema)),
    ...section('Database', databaseLines(report.database)),
    ...section('Code of the project', codeLines(report.code)),
    ...section(
      'Plugins',
      plugins.map(({ name, version, fate, what }) => `${fate}: ${name} ${version}. ${what}`),
    ),
    ...section('Settings', settingsLines(report.settings)),
    ...section(
      'Differences from Strapi to expect',
      differences.map(({ what, why }) => `${what} (${why})`),
    ),
    ...section(
      'Next',
      next.flatMap(({ command, what }) => (command === null ? [what] : [command, `  ${what}`])),
    ),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map(line => `  ${line}`)]
}

function schemaLines({ types, components, customFields, problems, warnings }: SchemaPart): readonly string[] {
  const own = types.filter(({ kind }) => kind !== 'built-in')
  const width = Math.max(0, ...types.map(({ uid }) => uid.length))
  return [
    ...problems.map(line => `problem: ${line}`),
    ...(problems.length > 0 ? [] : [`${own.length} content types, ${components.length} components`]),
    ...types.map(({ uid, kind, rows }) => {
      const counts =
        rows === null
          ? kind
          : [
              `${rows.entries} ${rows.entries === 1 ? 'entry' : 'entries'}`,
              ...(rows.drafts === null ? [] : [`${rows.drafts} of them drafts`]),
              ...(rows.locales === null ? [] : [`${rows.locales} locales`]),
            ].join(', ')
      return `${uid.padEnd(width)}  ${counts}`
    }),
    ...customFieldLines(customFields),
    ...warnings.map(line => `note: ${line}`),
  ]
}

const REASONS = { column: ', like its column', plugin: '', assumption: ', which is an assumption' } as const

/** One line for each field, however many attributes use it. */
function customFieldLines(fields: SchemaPart['customFields']): readonly string[] {
  const places = new Map<string, string[]>()
  for (const { place, field, readAs, decidedBy } of fields) {
    const line = `custom field ${field} is read as ${readAs}${REASONS[decidedBy]}`
    places.set(line, [...(places.get(line) ?? []), place.replace(', ', '.')])
  }
  return [...places].map(([line, all]) => {
    const [first, ...rest] = all
    return `${line}: ${first}${rest.length === 0 ? '' : ` and ${rest.length} more`}`
  })
}

function databaseLines(database: DatabasePart): readonly string[] {
  const { client, address, from, state, product, tables, origin, strapiSince, locales, files } = database
  const made = origin === 'populus' ? 'made by Populus' : `made by Strapi ${strapiSince} or later`
  return [
    `${address ?? client} (from ${from})`,
    ...(origin === null ? [STATES[state]] : [`${product}, ${tables} tables, ${made}`]),
    ...database.problems.map(line => `problem: ${line}`),
    ...(database.timezone === null ? [] : [`date-times are read as ${database.timezone}`]),
    ...(locales.length === 0 ? [] : [`locales: ${locales.join(', ')}`]),
    ...files.map(({ provider, count }) => `${count} files stored by ${provider}`),
    ...(database.webhooks === 0 ? [] : [`${database.webhooks} webhooks, which are not called`]),
    ...(database.loginProviders.length === 0 ? [] : [`users also log in with ${database.loginProviders.join(', ')}`]),
    ...database.notes.map(line => `note: ${line}`),
    ...shortened(database.missing, 'more tables and columns are missing'),
    ...shortened(database.unused, 'more tables and columns are not used'),
  ]
}

const STATES: Readonly<Record<DatabasePart['state'], string>> = {
  opened: 'opened',
  missing: 'does not exist',
  empty: 'has no tables',
  refused: 'cannot be used',
  unreachable: 'cannot be opened',
  unknown: 'is not opened',
}

const SHOWN = 10

/** JSON and HTML have all of them. */
function shortened(lines: readonly string[], rest: string): readonly string[] {
  if (lines.length <= SHOWN) return lines
  return [...lines.slice(0, SHOWN), `${lines.length - SHOWN} ${rest}`]
}

function codeLines({ files, closed }: CodePart): readonly string[] {
  return [
    ...files.map(({ file, state, what, closes }) => {
      return `${state}: ${file}: ${what}${closes.length === 0 ? '' : `. Closed: ${closes.join(', ')}`}`
    }),
    ...(closed.length === 0 ? [] : [`Closed, answered with 501: ${closed.length} routes`]),
    ...closed.map(({ method, path, file }) => `  ${method.padEnd(6)} ${path}  (${file})`),
  ]
}

function settingsLines({ taken, notTaken, missingSecrets, warnings, problems }: SettingsPart): readonly string[] {
  return [
    ...problems.map(line => `problem: ${line}`),
    ...taken.map(({ setting, value, place }) => `taken: ${setting}${value === null ? '' : ` ${value}`} (${place})`),
    ...notTaken.filter(({ matters }) => matters).map(({ place, what }) => `not taken: ${place} (${what})`),
    ...missingSecrets.map(({ variable, loss }) => `missing: ${variable} (${loss})`),
    ...warnings.map(line => `note: ${line}`),
  ]
}
