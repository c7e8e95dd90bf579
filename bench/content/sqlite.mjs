/**
 * SQLite files with the content of a size: made once, kept in the cache, and copied for whatever changes them. Unless it is for us, a copy
 * is without the indexes that are ours alone, because Strapi drops them.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { extendedProject, makeExtended } from './extended.mjs'
import { dropOurIndexes, fillSqlite } from './fill-sqlite.mjs'
import { growingProject, makeGrowing } from './growing.mjs'
import { EXTENDED, GROWING, makeTables, USUAL, versionOf } from './kinds.mjs'
import { contentTables } from './tables.mjs'

/** `flag` is what `populus start --database` takes, `folder` the project. */
export async function sqliteContent(size, say) {
  const make = async filename => {
    say(`making ${size} articles on SQLite ...`)
    await makeTables(`sqlite:${filename}`)
    fillSqlite(filename, contentTables(size))
  }
  return { ...(await keptFile(USUAL, size, make)), folder: project }
}

export async function sqliteExtended(size, say) {
  const make = async filename => {
    say(`making ${size} articles and more on SQLite ...`)
    await makeExtended({ flag: `sqlite:${filename}`, size, fill: async tables => fillSqlite(filename, tables) })
  }
  return { ...(await keptFile(EXTENDED, size, make)), folder: extendedProject() }
}

export async function sqliteGrowing(size, say) {
  const make = async filename => {
    say(`making ${size} articles with indexes on SQLite ...`)
    await makeGrowing({ flag: `sqlite:${filename}`, size, fill: async tables => fillSqlite(filename, tables) })
  }
  return { ...(await keptFile(GROWING, size, make)), folder: growingProject() }
}

/** In place of what an older version of the benchmark made. */
async function keptFile(kind, size, make) {
  const prefix = `sqlite-${kind.name}${size}-`
  const folder = join(cache, `${prefix}${versionOf(kind)}`)
  const filename = join(folder, 'content.db')
  if (!existsSync(filename)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    await make(join(unfinished, 'content.db'))
    renameSync(unfinished, folder)
    for (const other of readdirSync(cache)) {
      if (other.startsWith(prefix) && join(cache, other) !== folder) {
        rmSync(join(cache, other), { recursive: true, force: true })
      }
    }
  }
  return { flag: `sqlite:${filename}`, copy: options => copyFile(folder, filename, options) }
}

async function copyFile(folder, filename, { forUs = false } = {}) {
  const place = join(folder, forUs ? 'copy-for-us' : 'copy')
  const copy = join(place, 'content.db')
  const remove = () => rmSync(place, { recursive: true, force: true })
  remove()
  mkdirSync(place)
  copyFileSync(filename, copy)
  if (!forUs) dropOurIndexes(copy)
  stopLater(async () => remove())
  return { client: 'sqlite', filename: copy }
}
