/** "Configure the view", as Strapi stores it, after a rename. */
import { mapMembers } from '../../schema/json-value.ts'
import type { AttributeNames } from './attribute-names.ts'

type Change = (stored: unknown) => unknown

export function followedView(names: AttributeNames, uid: string, stored: unknown): unknown {
  const name: Change = given => (typeof given === 'string' ? names.name(uid, given) : given)
  return changed(stored, {
    settings: settings => changed(settings, { mainField: name, defaultSortBy: name }),
    metadatas: fields =>
      mapMembers(fields, (from, field) => {
        const to = names.name(uid, from)
        return [to, followedField(names, { uid, from, to }, field)]
      }),
    layouts: layouts =>
      changed(layouts, {
        list: list => each(list, name),
        editRelations: list => each(list, name),
        edit: rows => each(rows, row => each(row, cell => changed(cell, { name }))),
      }),
  })
}

interface Moved {
  readonly uid: string
  readonly from: string
  readonly to: string
}

function followedField(names: AttributeNames, { uid, from, to }: Moved, stored: unknown): unknown {
  const attribute = names.model(uid)?.attributes.get(to)
  const target = attribute?.kind === 'relation' ? attribute.target : undefined
  // Strapi labels a field with the name of its attribute until somebody chooses another label.
  const label: Change = given => (given === from ? to : given)
  const mainField: Change = given => (typeof given === 'string' ? names.name(target, given) : given)
  const part: Change = given => changed(given, { label, mainField })
  return changed(stored, { edit: part, list: part })
}

/** Members that are absent stay absent. */
function changed(holder: unknown, changes: Readonly<Record<string, Change>>): unknown {
  return mapMembers(holder, (key, stored) => [key, Object.hasOwn(changes, key) ? changes[key]!(stored) : stored])
}

function each(list: unknown, change: Change): unknown {
  return Array.isArray(list) ? list.map(change) : list
}
