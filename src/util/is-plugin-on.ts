/**
 * What `config/plugins` of a Strapi project says about an installed plugin: `{ deep: false }` and
 * `{ deep: { enabled: false } }` switch it off, anything else leaves it on.
 */
export function isPluginOn(given: unknown): boolean {
  if (typeof given === 'boolean') return given
  return (given as { readonly enabled?: unknown } | null | undefined)?.enabled !== false
}
