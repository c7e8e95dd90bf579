/** The report as a page. */
import type {
  AdoptReport,
  CodePart,
  DatabasePart,
  Finding,
  NextStep,
  PluginEntry,
  SchemaPart,
  SettingsPart,
  Verdict,
} from '../adopt-report.ts'
import { html, listOf, type Markup, NOTHING, page, sectionOf, tableOf } from './html.ts'
import { VERDICTS } from './verdict-texts.ts'

export function htmlReport(report: AdoptReport): string {
  const { project, verdict, findings, differences, populus } = report
  return page(`${project.name}: adoption report`, [
    html`<h1>${project.name}</h1>
<p class="soft">Strapi ${project.strapi} · ${project.language} · ${project.environment} · report of Populus ${populus}</p>
<p class="verdict ${COLORS[verdict]}">${VERDICTS[verdict]}</p>`,
    sectionOf('What to solve', [findingTable(findings)]),
    sectionOf('Next', [html`<ol>${report.next.map(step)}</ol>`]),
    sectionOf('Schema', schemaSection(report.schema)),
    sectionOf('Database', databaseSection(report.database)),
    sectionOf('Code of the project', codeSection(report.code)),
    sectionOf('Plugins', [pluginTable(report.plugins)]),
    sectionOf('Settings', settingsSection(report.settings)),
    sectionOf('Differences from Strapi to expect', [
      differences.length === 0
        ? NOTHING
        : tableOf(
            [{ title: 'Difference' }, { title: 'In this project' }],
            differences.map(({ what, why }) => [what, why]),
          ),
    ]),
  ])
}

const COLORS: Readonly<Record<Verdict, string>> = { ready: 'good', partly: 'warn', blocked: 'bad' }

const code = (text: string): Markup => html`<code>${text}</code>`

function findingTable(findings: readonly Finding[]): Markup {
  if (findings.length === 0) return NOTHING
  return tableOf(
    [{ title: '' }, { title: 'What' }, { title: 'What to do' }],
    findings.map(({ blocks, what, advice }) => [
      blocks ? html`<strong class="bad">blocks</strong>` : html`<span class="warn">partly</span>`,
      what,
      advice,
    ]),
  )
}

function step({ command, what }: NextStep): Markup {
  return command === null ? html`<li>${what}</li>` : html`<li><pre>${command}</pre>${what}</li>`
}

function schemaSection({ types, components, customFields, problems, warnings }: SchemaPart): readonly Markup[] {
  return [
    listOf(problems),
    types.length === 0
      ? NOTHING
      : tableOf(
          [
            { title: 'Content type' },
            { title: 'Kind' },
            { title: 'Table' },
            { title: 'Attributes', numeric: true },
            { title: 'Entries', numeric: true },
            { title: 'Drafts', numeric: true },
            { title: 'Locales', numeric: true },
          ],
          types.map(({ uid, kind, table, attributes, rows }) => [
            code(uid),
            kind,
            code(table),
            attributes,
            rows?.entries ?? '',
            rows?.drafts ?? '',
            rows?.locales ?? '',
          ]),
        ),
    components.length === 0
      ? NOTHING
      : html`<details><summary>${components.length} components</summary>${listOf(components.map(({ uid }) => code(uid)))}</details>`,
    customFields.length === 0
      ? NOTHING
      : tableOf(
          [{ title: 'Custom field' }, { title: 'Place' }, { title: 'Read as' }, { title: 'Decided by' }],
          customFields.map(({ field, place, readAs, decidedBy }) => [code(field), place, readAs, decidedBy]),
        ),
    listOf(warnings),
  ]
}

function databaseSection(database: DatabasePart): readonly Markup[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Address', database.address ?? database.client],
    ['Named by', database.from],
    ['State', database.state],
    ['Product', database.product],
    ['Tables', database.tables === null ? null : String(database.tables)],
    ['Made by', madeBy(database)],
    ['Time zone', database.timezone],
    ['Locales', database.locales.length === 0 ? null : database.locales.join(', ')],
    ['Files', database.files.map(({ provider, count }) => `${count} stored by ${provider}`).join(', ') || null],
    ['Logins', database.loginProviders.join(', ') || null],
  ]
  return [
    html`<dl>${facts.map(([name, fact]) => (fact === null ? NOTHING : html`<dt>${name}</dt><dd>${fact}</dd>`))}</dl>`,
    listOf(database.problems.map(line => html`<span class="bad">${line}</span>`)),
    listOf(database.notes),
    folded(`${database.missing.length} tables or columns are missing and read as empty`, database.missing),
    folded(`${database.unused.length} tables or columns are not used`, database.unused),
    folded(`${database.indexes.length} indexes that would make it faster`, database.indexes),
  ]
}

function madeBy({ origin, strapiSince }: DatabasePart): string | null {
  if (origin === null) return null
  return origin === 'populus' ? 'Populus' : `Strapi ${strapiSince} or later`
}

function folded(title: string, lines: readonly string[]): Markup {
  return lines.length === 0 ? NOTHING : html`<details><summary>${title}</summary>${listOf(lines.map(code))}</details>`
}

function codeSection({ files, closed }: CodePart): readonly Markup[] {
  if (files.length === 0) return []
  return [
    tableOf(
      [{ title: 'File' }, { title: 'State' }, { title: 'What it does' }, { title: 'Closed' }],
      files.map(({ file, state, what, closes }) => [
        code(file),
        html`<span class="${state === 'runs' ? 'good' : 'warn'}">${state}</span>`,
        what,
        closes.join(', '),
      ]),
    ),
    closed.length === 0
      ? NOTHING
      : html`<h3>Closed routes, answered with 501</h3>${tableOf(
          [{ title: 'Route' }, { title: 'Because of' }],
          closed.map(({ method, path, file }) => [code(`${method} ${path}`), code(file)]),
        )}`,
  ]
}

function pluginTable(plugins: readonly PluginEntry[]): Markup {
  if (plugins.length === 0) return NOTHING
  return tableOf(
    [{ title: 'Plugin' }, { title: 'Version' }, { title: 'Here' }, { title: 'What that means' }],
    plugins.map(({ name, version, fate, what }) => [
      code(name),
      version,
      html`<span class="${fate === 'blocks' || fate === 'unknown' ? 'warn' : 'good'}">${fate}</span>`,
      what,
    ]),
  )
}

function settingsSection({ taken, notTaken, missingSecrets, warnings, problems }: SettingsPart): readonly Markup[] {
  return [
    listOf(problems.map(line => html`<span class="bad">${line}</span>`)),
    taken.length === 0
      ? NOTHING
      : html`<h3>Taken</h3>${tableOf(
          [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }],
          taken.map(({ setting, value, place }) => [code(setting), value ?? 'not shown', place]),
        )}`,
    notTaken.length === 0
      ? NOTHING
      : html`<h3>Not taken</h3>${tableOf(
          [{ title: 'Setting' }, { title: 'Noticeable' }, { title: 'What that means' }],
          notTaken.map(({ place, matters, what }) => [place, matters ? 'yes' : 'no', what]),
        )}`,
    listOf(missingSecrets.map(({ variable, loss }) => `${variable} is missing: ${loss}`)),
    listOf(warnings),
  ]
}
