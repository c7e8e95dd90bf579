/** `populus locales list|add|default|remove`: the languages of the content. */
import { StartError } from '../../../errors.ts'
import { addLocale, listLocales, resolveLocale, updateLocale } from '../../../management/locales/manage-locales.ts'
import { localeUses, removeLocale } from '../../../management/locales/remove-locale.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function localesList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const rows = await withManagement(given, terminal, async context => {
    const locales = await listLocales(context)
    return Promise.all(
      locales.map(async ({ code, name, isDefault }) => {
        const uses = await localeUses(context, code)
        return [code, name, isDefault ? 'yes' : '', String(uses.reduce((sum, { entries }) => sum + entries, 0))]
      }),
    )
  })
  printTable(terminal.print, { head: ['CODE', 'NAME', 'DEFAULT', 'ENTRIES'], rows, empty: 'No locales.' })
}

export async function localesAdd(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [code = ''] = given.positionals
  const { name } = given.flags
  const isDefault = given.flags.default !== undefined
  const input = { code, isDefault, ...(name === undefined ? {} : { name }) }
  const added = await withManagement(given, terminal, context => addLocale(context, input))
  terminal.print(`Added ${added.name}${isDefault ? ', the default from now on' : ''}`)
}

export async function localesDefault(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [code = ''] = given.positionals
  const { name } = await withManagement(given, terminal, async context =>
    updateLocale(context, (await resolveLocale(context, code)).id, { isDefault: true }),
  )
  terminal.print(`${name} is the default: queries without locale are about it`)
}

export async function localesRemove(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [code = ''] = given.positionals
  const confirmed = numberOf(given.flags['delete-entries'])
  await withManagement(given, terminal, async context => {
    const { id, isDefault } = await resolveLocale(context, code)
    const uses = isDefault ? [] : await localeUses(context, code)
    const count = uses.reduce((sum, { entries }) => sum + entries, 0)
    if (count !== confirmed) throw needsConfirmation(code, count, uses)
    await removeLocale(context, id, { confirmed })
  })
  terminal.print(`Removed the locale ${code}${confirmed === 0 ? '' : ` and its ${confirmed} entries`}`)
}

function numberOf(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,15}$/.test(text)) throw new StartError(`--delete-entries: expected a number, got ${text}`)
  return Number(text)
}

function needsConfirmation(
  code: string,
  count: number,
  uses: readonly { readonly uid: string; readonly entries: number }[],
): StartError {
  return new StartError(`The locale ${code} has ${count} entries`, [
    ...uses.map(({ uid, entries }) => `${entries} of ${uid}`),
    count === 0
      ? `populus locales remove ${code} removes it`
      : `populus locales remove ${code} --delete-entries ${count} deletes them with it`,
  ])
}
