/** `populus releases list|show|create|add|set`: entries that are published and unpublished together. */
import type { ReleaseInfo } from '../../../admin-api/release-api.ts'
import { StartError } from '../../../errors.ts'
import { entryOf } from '../../../management/entries/entry-of.ts'
import { managedType } from '../../../management/entries/managed-type.ts'
import { addToRelease, createRelease, updateRelease } from '../../../management/releases/change-release.ts'
import { checkRelease } from '../../../management/releases/check-release.ts'
import { listReleases, showRelease } from '../../../management/releases/show-release.ts'
import { everyRight } from '../../../management/rights/admin-rights.ts'
import { resolveType } from '../../../transfer/transferred-types.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { withOptionNames } from '../../terminal/option-names.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function releasesList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { state } = given.flags
  const found = await withPanel(given, terminal, context =>
    listReleases(context, everyRight(context.schema), state === undefined ? {} : { state }),
  )
  printTable(terminal.print, {
    head: ['ID', 'NAME', 'STATE', 'TIME', 'ENTRIES'],
    rows: found.map(({ id, name, state: is, at, doneAt, count }) => [id, name, is, doneAt ?? at ?? '', String(count)]),
    empty: 'There are no releases.',
  })
}

/** With what would happen to each entry now. */
export async function releasesShow(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [id = ''] = given.positionals
  const { release, check } = await withPanel(given, terminal, async context => {
    const rights = everyRight(context.schema)
    return { release: await showRelease(context, rights, id), check: await checkRelease(context, rights, id) }
  })
  terminal.print(lineOf(release))
  for (const { uid, id: entry, message } of release.problems)
    terminal.print(`failed: ${uid === null ? message : `${uid} ${entry}: ${message}`}`)
  printTable(terminal.print, {
    head: ['ACTION', 'ENTRY', 'LOCALE', 'TITLE', 'STATE'],
    rows: release.items.map(({ action, uid, id: entry, locale, title }, index) => {
      const { state, problems } = check.items[index]!
      const reasons = [...new Set(problems.map(({ message }) => message))].join('; ')
      const now = release.state === 'done' ? 'done' : state
      return [action, `${uid} ${entry}`, locale ?? '', title, now === 'refused' ? `${now}: ${reasons}` : now]
    }),
    empty: 'It has no entries.',
  })
}

export async function releasesCreate(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [name = ''] = given.positionals
  const { at } = given.flags
  const body = { name, ...(at === undefined ? {} : { at }) }
  const release = await withPanel(given, terminal, context =>
    withOptionNames(OPTIONS, () => createRelease(context, everyRight(context.schema), body)),
  )
  terminal.print(lineOf(release))
}

export async function releasesAdd(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [id = '', name = '', entry = ''] = given.positionals
  const { locale, unpublish } = given.flags
  const release = await withPanel(given, terminal, async context => {
    const { schema } = context
    const rights = everyRight(schema)
    const { uid } = resolveType([...schema.types.values()], name)
    const { id: found } = await entryOf(context, managedType(context, rights, uid), { id: entry, locale })
    const body = { uid, ids: [found], action: unpublish === undefined ? 'publish' : 'unpublish' }
    return addToRelease(context, rights, { id, body })
  })
  terminal.print(lineOf(release))
}

export async function releasesSet(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [id = ''] = given.positionals
  const { at, name } = given.flags
  if (at === undefined && name === undefined) throw new StartError('Say what: --at 2027-01-31T08:00:00Z, or --name')
  const body = {
    ...(at === undefined ? {} : { at: at === 'none' ? null : at }),
    ...(name === undefined ? {} : { name }),
  }
  const release = await withPanel(given, terminal, context =>
    withOptionNames(OPTIONS, () => updateRelease(context, everyRight(context.schema), { id, body })),
  )
  terminal.print(lineOf(release))
}

const OPTIONS = { at: '--at', name: '--name' }

function lineOf({ id, name, state, at, doneAt, count }: ReleaseInfo): string {
  const time = doneAt ?? at
  return `${id}: ${name}, ${state}${time === null ? '' : ` ${time}`}, ${count} ${count === 1 ? 'entry' : 'entries'}`
}
