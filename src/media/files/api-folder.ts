/** The folder in which files from the content API appear in the library. Strapi's core store remembers its id. */
import { insertEntry } from '../../content/write/store/store-entry.ts'
import { takeLocks } from '../../content/write/write-locks.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import type { ScalarWrite } from '../../plan/write/write-plan.ts'
import { isObject } from '../../schema/json-value.ts'
import { type ContentType, isScalar } from '../../schema/schema.ts'
import { asId, name, sql, table, value } from '../../sql/fragment.ts'
import { CORE_STORE, readCoreStore, setCoreStore } from '../../tables/core-store.ts'

const FOLDER_UID = 'plugin::upload.folder'
const STORE_KEY = 'plugin_upload_api-folder'
const BASE_NAME = 'API Uploads'

export interface FolderPlace {
  /** `null` for the top of the library. */
  readonly folder: number | null
  readonly folderPath: string
}

export const LIBRARY_TOP: FolderPlace = Object.freeze({ folder: null, folderPath: '/' })

/** Creates the folder if it does not exist. Databases from before Strapi had folders have none. */
export async function apiFolder(scope: WriteScope, now: Date): Promise<FolderPlace> {
  const type = scope.schema.types.get(FOLDER_UID)
  if (type === undefined || type.table === null) return LIBRARY_TOP
  const known = await knownFolder(scope, type.table)
  if (known !== undefined) return known
  // Another server may be about to create it.
  takeLocks(scope, [STORE_KEY, type.table])
  return (await knownFolder(scope, type.table)) ?? createFolder(scope, type, type.table, now)
}

async function knownFolder(scope: WriteScope, folders: string): Promise<FolderPlace | undefined> {
  const stored = await readCoreStore(scope.ask, STORE_KEY)
  const id = isObject(stored) ? Number(stored.id) : Number.NaN
  if (!Number.isSafeInteger(id)) return undefined
  const [row] = await scope.ask(sql`select path from ${table(folders)} where ${name('id')} = ${asId(value(id))}`)
  return row === undefined ? undefined : { folder: id, folderPath: String(row[0]) }
}

async function createFolder(scope: WriteScope, type: ContentType, folders: string, now: Date): Promise<FolderPlace> {
  const [[largest] = []] = await scope.ask(sql`select max(path_id) from ${table(folders)}`)
  const pathId = Number(largest ?? 0) + 1
  const path = `/${pathId}`
  const values = { name: await freeName(scope, type, folders), pathId, path, createdAt: now, updatedAt: now }
  const scalars = Object.entries(values).flatMap(([key, given]): readonly ScalarWrite[] => {
    const attribute = type.attributes.get(key)
    return isScalar(attribute) ? [{ attribute, value: given, path: [key] }] : []
  })
  const id = await insertEntry(scope, { model: type, scalars, links: [], morphs: [], components: [], zones: [] })
  await setCoreStore(fragment => scope.change(CORE_STORE, fragment), STORE_KEY, { id })
  return { folder: id, folderPath: path }
}

/** `API Uploads`, or `API Uploads (1)` if the top of the library has such a folder already. */
async function freeName(scope: WriteScope, type: ContentType, folders: string): Promise<string> {
  const parent = type.attributes.get('parent')
  const link = parent?.kind === 'relation' && parent.link?.kind === 'table' ? parent.link : null
  const atTop =
    link === null ? sql`1 = 1` : sql`${name('id')} not in (select ${name(link.parentColumn)} from ${table(link.table)})`
  const rows = await scope.ask(sql`select ${name('name')} from ${table(folders)} where ${atTop}`)
  const taken = new Set(rows.map(([given]) => String(given)))
  let free = BASE_NAME
  for (let index = 1; taken.has(free); index++) free = `${BASE_NAME} (${index})`
  return free
}
