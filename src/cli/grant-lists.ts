/** Reads the lists that `populus grant` and `populus revoke` accept. */
import type { GrantInput } from '../management/roles/resolve-grant.ts'
import type { CommandArguments } from './command.ts'
import { splitList } from './split-list.ts'

export function grantLists(flags: CommandArguments['flags']): Omit<GrantInput, 'role' | 'type'> {
  return {
    actions: splitList(flags.actions),
    fields: splitList(flags.fields),
    filterFields: splitList(flags['filter-fields']),
    sortFields: splitList(flags['sort-fields']),
    writeFields: splitList(flags['write-fields']),
  }
}
