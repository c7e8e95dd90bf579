/** Puts the types into the sections of the menu. */
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'

export interface MenuSection {
  readonly key: string
  /** A text of the panel, or a name of the project. */
  readonly heading:
    | { readonly key: 'shell.favourites' | 'shell.collectionTypes' | 'shell.singleTypes'; readonly text?: undefined }
    | { readonly text: string }
  readonly types: readonly TypeInfo[]
}

/** Sections without a type are left out. A favourite is listed at the top only. */
export function menuSections(
  types: readonly TypeInfo[],
  favourites: readonly string[],
  text: string,
): readonly MenuSection[] {
  const wanted = text.trim().toLowerCase()
  const shown = types
    .filter(({ displayName }) => displayName.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  const rest = shown.filter(({ uid }) => !favourites.includes(uid))
  const loose = rest.filter(({ group }) => group === null)
  const groups = [...new Set(rest.flatMap(({ group }) => (group === null ? [] : [group])))].toSorted((a, b) =>
    a.localeCompare(b),
  )
  const sections: readonly MenuSection[] = [
    {
      key: 'favourites',
      heading: { key: 'shell.favourites' },
      types: shown.filter(({ uid }) => favourites.includes(uid)),
    },
    {
      key: 'collections',
      heading: { key: 'shell.collectionTypes' },
      types: loose.filter(({ kind }) => kind === 'collectionType'),
    },
    { key: 'singles', heading: { key: 'shell.singleTypes' }, types: loose.filter(({ kind }) => kind === 'singleType') },
    ...groups.map(group => ({
      key: `group ${group}`,
      heading: { text: group },
      types: rest.filter(type => type.group === group),
    })),
  ]
  return sections.filter(section => section.types.length > 0)
}
