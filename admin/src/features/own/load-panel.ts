/** Loads the module of a project and looks at what it exports. Throws an error that says what is wrong with it. */
import type { Panel } from '../../../../src/admin-api/panel/define-panel.ts'

export async function loadPanel(address: string): Promise<Panel> {
  const { default: panel } = (await import(/* @vite-ignore */ address)) as { readonly default: unknown }
  return checkedPanel(panel)
}

type Loose = Readonly<Record<string, unknown>>

const KINDS = ['fields', 'columns', 'pages', 'widgets']
const NAME = /^[a-z0-9-]+$/

export function checkedPanel(panel: unknown): Panel {
  if (!isObject(panel)) throw new TypeError('the default export is not an object')
  const unknown = Object.keys(panel).find(name => !KINDS.includes(name))
  if (unknown !== undefined) throw new TypeError(`there is no ${unknown}, only ${KINDS.join(', ')}`)
  return {
    fields: functions('fields', panel.fields),
    columns: functions('columns', panel.columns),
    pages: places('pages', panel.pages),
    widgets: places('widgets', panel.widgets),
  }
}

/** Without names that every object has. */
function functions<Part>(kind: string, given: unknown = {}): Readonly<Record<string, Part>> {
  if (!isObject(given)) throw new TypeError(`${kind} is not an object`)
  for (const [name, part] of Object.entries(given))
    if (typeof part !== 'function') throw new TypeError(`${kind}.${name} is not a function`)
  return Object.assign(Object.create(null), given) as Readonly<Record<string, Part>>
}

function places(kind: 'pages' | 'widgets', given: unknown = []): NonNullable<Panel['pages']> {
  if (!Array.isArray(given)) throw new TypeError(`${kind} is not a list`)
  const names = given.map((place: unknown, index) => checkedPlace(`${kind}[${index}]`, place))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TypeError(`${kind} has ${twice} twice`)
  return given as NonNullable<Panel['pages']>
}

function checkedPlace(where: string, place: unknown): string {
  if (!isObject(place)) throw new TypeError(`${where} is not an object`)
  const { name, title, render, isShown } = place
  if (typeof name !== 'string' || !NAME.test(name))
    throw new TypeError(`${where}.name is not made of small letters, digits and -`)
  if (typeof title !== 'string' && !isObject(title)) throw new TypeError(`${where}.title is missing`)
  if (typeof render !== 'function') throw new TypeError(`${where}.render is not a function`)
  if (isShown !== undefined && typeof isShown !== 'function') throw new TypeError(`${where}.isShown is not a function`)
  return name
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
