/** The table of `docs/reference/settings.md`, generated from the settings schema. */
import { type ListedSetting, SETTINGS } from './settings.ts'

const START = '<!-- settings -->\n'
const END = '<!-- end of settings -->'

/** Returns the page with an up-to-date table. */
export function withSettingsTable(page: string): string {
  const [before, rest = ''] = page.split(START)
  const after = rest.slice(rest.indexOf(END))
  return `${before}${START}\n${settingsTable()}\n\n${after}`
}

function settingsTable(): string {
  return ['| setting | environment | default | meaning |', '|---|---|---|---|', ...SETTINGS.map(row)].join('\n')
}

function row({ path, env, otherwise, default: constant, meaning }: ListedSetting): string {
  const shown = otherwise ?? `\`${typeof constant === 'string' ? constant : JSON.stringify(constant)}\``
  return `| \`${path}\` |${env === undefined ? '' : ` \`${env}\``} | ${shown} | ${meaning} |`
}
