/**
 * Fills the templates that Strapi's admin panel stores. A template is text with placeholders. Nothing is evaluated, a
 * value that looks like a placeholder is not filled again, and a placeholder without a value stays as it is.
 */

const PLACE = /<%=\s*([\w.]+)\s*%>/g

/**
 * With `{ URL: 'https://x.org', 'USER.username': 'ann' }`
 * - `Hi <%= USER.username %>: <%= URL %>` gives `Hi ann: https://x.org`
 * - `<%= process.env %>`, `<% x %>` and `${URL}` stay
 */
export function renderTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(PLACE, (place, name: string) => values.get(name) ?? place)
}
