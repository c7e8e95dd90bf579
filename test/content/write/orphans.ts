/** Rows that should not be: components without a parent or with two, links with one end, orders that are no order. */
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { query } from './write-app.ts'

/** The tables of the project, by the uids that rows name. */
const MODELS: Readonly<Record<string, string>> = {
  'parts.link': 'components_parts_links',
  'parts.head': 'components_parts_heads',
  'blocks.text': 'components_blocks_texts',
  'blocks.people': 'components_blocks_peoples',
  'api::item.item': 'items',
  'api::person.person': 'people',
  'api::label.label': 'labels',
  'api::setting.setting': 'settings',
  'api::home.home': 'homes',
}
const HOLDERS = ['items', 'people', 'settings', 'homes', 'components_parts_heads', 'components_blocks_peoples']

interface LinkColumns {
  readonly table: string
  readonly ends: readonly [column: string, table: string][]
  /** Columns that number the rows of each value of another one. */
  readonly orders: readonly [order: string, owner: string][]
}

const link = (table: string, ends: LinkColumns['ends'], orders: LinkColumns['orders'] = []): LinkColumns => ({
  table,
  ends,
  orders,
})
const ITEM = ['item_id', 'items'] as [string, string]
const OTHER = ['inv_item_id', 'items'] as [string, string]
const PERSON = ['person_id', 'people'] as [string, string]
const LABEL = ['label_id', 'labels'] as [string, string]

const LINKS: readonly LinkColumns[] = [
  link('items_owner_links', [ITEM, PERSON], [['item_order', 'person_id']]),
  link('items_pair_links', [ITEM, PERSON]),
  link(
    'items_tags_links',
    [ITEM, LABEL],
    [
      ['label_order', 'item_id'],
      ['item_order', 'label_id'],
    ],
  ),
  link('items_parts_links', [ITEM, LABEL], [['label_order', 'item_id']]),
  link('items_heap_links', [ITEM, LABEL], [['label_order', 'item_id']]),
  link('items_buddy_links', [ITEM, OTHER]),
  link('items_next_links', [ITEM, OTHER]),
  link('items_up_links', [ITEM, OTHER], [['item_order', 'inv_item_id']]),
  link(
    'items_friends_links',
    [ITEM, OTHER],
    [
      ['item_order', 'item_id'],
      ['inv_item_order', 'inv_item_id'],
    ],
  ),
  link('items_localizations_links', [ITEM, OTHER], [['item_order', 'item_id']]),
  link('people_boss_links', [PERSON, ['inv_person_id', 'people']]),
  link('settings_labels_links', [['setting_id', 'settings'], LABEL], [['label_order', 'setting_id']]),
  link(
    'components_parts_links_others_links',
    [['link_id', 'components_parts_links'], LABEL],
    [['label_order', 'link_id']],
  ),
  link('components_parts_links_to_links', [['link_id', 'components_parts_links'], PERSON]),
  link('components_blocks_peoples_people_links', [['people_id', 'components_blocks_peoples'], PERSON]),
  link('components_blocks_peoples_lead_links', [['people_id', 'components_blocks_peoples'], PERSON]),
]

/** One line for each thing that is wrong. */
export async function orphansOf(database: DatabaseConfig): Promise<readonly string[]> {
  const found: string[] = []
  const ids = new Map<string, ReadonlySet<number>>()
  for (const table of Object.values(MODELS)) {
    ids.set(table, new Set((await query(database, `select id from ${table}`)).map(([id]) => Number(id))))
  }
  found.push(...(await wrongComponents(database, ids)))
  for (const columns of LINKS) found.push(...(await wrongLinks(database, columns, ids)))
  const files = await query(database, 'select related_type, related_id, file_id from files_related_morphs')
  for (const [type, id, file] of files) {
    if (file === null || !ids.get(MODELS[String(type)]!)?.has(Number(id))) found.push(`file of ${type} ${id}`)
  }
  return found
}

async function wrongComponents(
  database: DatabaseConfig,
  ids: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<readonly string[]> {
  const found: string[] = []
  const parents = new Map<string, number>()
  for (const holder of HOLDERS) {
    const columns = '"entity_id", "field", "component_type", "component_id", "order"'
    const rows = await query(database, `select ${columns} from ${holder}_components order by entity_id, field, "order"`)
    const counted = new Map<string, number>()
    for (const [entity, field, type, id, order] of rows) {
      const table = MODELS[String(type)]!
      const place = `${holder} ${entity} ${field}`
      const count = (counted.get(place) ?? 0) + 1
      counted.set(place, count)
      if (order !== null && Number(order) !== count) found.push(`${place}: order ${order} instead of ${count}`)
      if (order === null && count > 1) found.push(`${place}: two where one should be`)
      if (!ids.get(holder)?.has(Number(entity))) found.push(`${place}: no such entry`)
      if (!ids.get(table)?.has(Number(id))) found.push(`${place}: no ${type} ${id}`)
      parents.set(`${table} ${id}`, (parents.get(`${table} ${id}`) ?? 0) + 1)
    }
  }
  for (const [table, known] of ids) {
    if (!table.startsWith('components_')) continue
    for (const id of known) {
      const count = parents.get(`${table} ${id}`) ?? 0
      if (count !== 1) found.push(`${table} ${id} has ${count} parents`)
    }
  }
  return found
}

async function wrongLinks(
  database: DatabaseConfig,
  { table, ends, orders }: LinkColumns,
  ids: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<readonly string[]> {
  const found: string[] = []
  const columns = [...ends.map(([column]) => column), ...orders.map(([order]) => order)]
  const rows = await query(database, `select ${columns.map(name => `"${name}"`).join(', ')} from ${table}`)
  const places = new Set<string>()
  for (const row of rows) {
    for (const [index, [column, target]] of ends.entries()) {
      if (!ids.get(target)?.has(Number(row[index]))) found.push(`${table}: no ${column} ${row[index]}`)
    }
    for (const [index, [order, owner]] of orders.entries()) {
      const value = row[ends.length + index]
      const place = `${order} ${row[columns.indexOf(owner)]} ${value}`
      if (value === null || places.has(place)) found.push(`${table}: ${place} twice, or no order`)
      places.add(place)
    }
    const pair = `pair ${row[0]} ${row[1]}`
    if (places.has(pair)) found.push(`${table}: ${pair} twice`)
    places.add(pair)
  }
  return found
}
