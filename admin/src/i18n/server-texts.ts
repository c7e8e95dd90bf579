/** What the server says, in the language of the panel. It is recognised by the code of the error, or by its words. */

import { fill, lookUp, type Sources, type Values } from './look-up.ts'
import { ERROR_TEMPLATES, PROBLEM_TEMPLATES } from './server-templates.ts'

/** The server's own words, in English, if there is no translation. */
export function errorText(sources: Sources, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const key = `errors.${code}`
  const text = lookUp(sources, key)
  if (code === '' || text === key) return problemText(sources, message)
  const values = valuesIn(message, ERROR_TEMPLATES[code] ?? '{message}')
  return values === undefined ? message : fill(text, values)
}

/** What is wrong with one value. */
export function problemText(sources: Sources, message: string): string {
  for (const [template, key] of PROBLEM_TEMPLATES) {
    const values = valuesIn(message, template)
    if (values !== undefined) return fill(lookUp(sources, `errors.${key}`), values)
  }
  return message
}

/** - `valuesIn('at most 5 files', 'at most {limit} files')` gives `{ limit: '5' }`; nothing if it says something else */
function valuesIn(message: string, template: string): Values | undefined {
  const [start = '', ...rest] = template.split(/\{(\w+)\}/g)
  if (!message.startsWith(start)) return undefined
  const values: Record<string, string> = {}
  let at = start.length
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', after = ''] = rest.slice(index, index + 2)
    const isLast = index + 2 === rest.length
    const end = isLast ? message.length - after.length : message.indexOf(after, at)
    if (end < at || !message.startsWith(after, end)) return undefined
    values[name] = message.slice(at, end)
    at = end + after.length
  }
  return at === message.length ? values : undefined
}
