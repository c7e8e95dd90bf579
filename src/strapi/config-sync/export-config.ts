/** Writes what the database has into the files of the plugin config-sync. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { changeRights } from '../../identity/records/change-rights.ts'
import type { OpenedDatabase } from './import-config.ts'
import { entryOf, exclusion, fileOf, listSyncFiles, readSyncFiles, type SyncFolder } from './read-sync-files.ts'
import type { SyncContent, SyncKind } from './sync-kind.ts'
import { syncKinds } from './sync-kinds.ts'

/** Returns one line for each file that was written or deleted. With `plan`, none is. */
export async function exportConfig(
  { database, schema }: OpenedDatabase,
  folder: SyncFolder,
  { plan = false }: { readonly plan?: boolean } = {},
): Promise<readonly string[]> {
  const known = (await listSyncFiles(folder)) ?? []
  const { stored, files } = await changeRights({ database }, async run => {
    const kinds = syncKinds({ database, schema, run, now: new Date() }, undefined)
    return { stored: await loadAll(kinds, folder), files: await readSyncFiles(folder, known, kinds) }
  })
  const lines: string[] = []
  for (const [file, content] of stored) {
    const { kind, name } = entryOf(file)
    if (isDeepStrictEqual(files.contents.get(kind)?.get(name), content)) continue
    if (!plan) await write(folder, file, content)
    lines.push(`${known.includes(file) ? 'changed' : 'new'}: ${file}`)
  }
  for (const file of surplusFiles(files.contents, stored)) {
    if (!plan) await rm(join(folder.path, file))
    lines.push(`deleted: ${file}`)
  }
  return lines
}

/** By file. */
async function loadAll(kinds: readonly SyncKind[], { options }: SyncFolder): Promise<ReadonlyMap<string, SyncContent>> {
  const stored = new Map<string, SyncContent>()
  for (const kind of kinds)
    for (const [name, content] of await kind.load())
      if (exclusion(options, kind.name, name) === undefined) stored.set(fileOf(kind.name, name), content)
  return stored
}

/** Files that could not be read are not deleted: they may be somebody's work. */
function surplusFiles(
  contents: ReadonlyMap<string, ReadonlyMap<string, SyncContent>>,
  stored: ReadonlyMap<string, SyncContent>,
): readonly string[] {
  const files = [...contents].flatMap(([kind, entries]) => [...entries.keys()].map(name => fileOf(kind, name)))
  return files.filter(file => !stored.has(file))
}

/** An interrupted export leaves no half file behind. */
async function write({ path, options }: SyncFolder, file: string, content: SyncContent): Promise<void> {
  await mkdir(path, { recursive: true })
  await writeFile(join(path, `.${file}.new`), JSON.stringify(content, null, options.minify ? undefined : 2))
  await rename(join(path, `.${file}.new`), join(path, file))
}
