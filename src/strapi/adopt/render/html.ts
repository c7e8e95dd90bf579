/** Pages without scripts or external requests. Everything that is inserted into a template is escaped. */

/** Text that is HTML already. Only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Hole = string | number | Markup | readonly Markup[]

/** `` html`<p>${name}</p>` `` */
export function html(texts: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  return new Markup(texts.map((text, index) => (index === 0 ? text : written(holes[index - 1]!) + text)).join(''))
}

function written(hole: Hole): string {
  if (hole instanceof Markup) return hole.text
  if (typeof hole === 'object') return hole.map(({ text }) => text).join('')
  return String(hole).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

export const NOTHING = new Markup('')

export interface Column {
  readonly title: string
  /** Numbers are aligned to the right. */
  readonly numeric?: boolean
}

export function tableOf(columns: readonly Column[], rows: readonly (readonly (string | number | Markup)[])[]): Markup {
  const kind = ({ numeric }: Column) => new Markup(numeric === true ? ' class="number"' : '')
  const head = columns.map(column => html`<th scope="col"${kind(column)}>${column.title}</th>`)
  const body = rows.map(
    row => html`<tr>${row.map((cell, index) => html`<td${kind(columns[index]!)}>${cell}</td>`)}</tr>`,
  )
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

export function listOf(items: readonly (string | Markup)[]): Markup {
  return items.length === 0 ? NOTHING : html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
}

/** A section, or nothing if it would be empty. */
export function sectionOf(title: string, content: readonly Markup[]): Markup {
  const shown = content.filter(({ text }) => text !== '')
  if (shown.length === 0) return NOTHING
  const id = title.toLowerCase().replace(/\W+/g, '-')
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${shown}</section>`
}

/** A complete document. */
export function page(title: string, content: readonly Markup[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text
}

const STYLE = new Markup(`
:root { --ink: #1c2321; --soft: #5a6660; --line: #d9e0dc; --back: #fbfcfb; --card: #fff; --good: #1a7f4b; --warn: #9a5b00; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ece8; --soft: #a3b0a9; --line: #36403b; --back: #161b19; --card: #1d2421; --good: #5fcf95; --warn: #f0b45a; --bad: #ff8f86 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { margin: 0; font-size: 1.75rem }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem }
p, ul { margin: .5rem 0 }
ul { padding-left: 1.25rem }
.soft { color: var(--soft) }
.verdict { display: inline-block; margin: 1rem 0 0; padding: .5rem .9rem; border-radius: .5rem; border: 1px solid currentColor; font-weight: 600 }
.good { color: var(--good) } .warn { color: var(--warn) } .bad { color: var(--bad) }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); margin: .75rem 0 }
table { border-collapse: collapse; width: 100% }
th, td { padding: .45rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
tbody tr:last-child td { border-bottom: 0 }
th { font-size: .85rem; color: var(--soft); font-weight: 600 }
.number { text-align: right; font-variant-numeric: tabular-nums }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { margin: .25rem 0; padding: .6rem .8rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto }
details { margin: .75rem 0 } summary { cursor: pointer }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
`)
