/** Where content is in the panel, for links: `<Link {...contentPlace(type)}>` leads to the list of a type. */

export interface ContentType {
  readonly uid: string
  readonly kind: 'collectionType' | 'singleType'
}

/** What the router needs. All of these addresses are known to it; which one it is depends on the type. */
interface Place {
  readonly to: '/content-manager/collection-types/$uid'
  readonly params: { readonly uid: string }
  readonly search: object
}

/** A single type has one place. `id` is that of an entry, or `create` for a new one. */
export function contentPlace({ uid, kind }: ContentType, id?: number | string, search: object = {}): Place {
  const isList = id === undefined
  const to =
    kind === 'singleType'
      ? '/content-manager/single-types/$uid'
      : id === 'create'
        ? '/content-manager/collection-types/$uid/create'
        : `/content-manager/collection-types/$uid${isList ? '' : '/$id'}`
  return { to, params: { uid, ...(isList ? {} : { id: String(id) }) }, search } as unknown as Place
}

/** The part of an address that names a translation, as Strapi writes it. */
export function localeSearch(locale: string | null, relatedEntityId?: number): object {
  if (locale === null) return {}
  const related = relatedEntityId === undefined ? {} : { relatedEntityId: String(relatedEntityId) }
  return { plugins: { i18n: { locale, ...related } } }
}
