/** The project of `--growth`: the usual one, where anybody may write and aggregate articles, and with indexes for parts of their texts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../paths.mjs'
import { startPopulus } from '../servers/populus.mjs'
import { copyOf } from './extended.mjs'
import { contentTables } from './tables.mjs'

const ARTICLE = 'src/api/article/content-types/article/schema.json'
const PERMISSIONS = 'content/permissions.json'
const CONFIG = 'populus.config.json'
/** On a busy machine, nothing is ended before its cost is known. */
const LIMITS = { statementTimeout: 300_000 }
const RIGHTS = ['api::article.article.create', 'api::article.article.aggregate']
const TEXTS = ['title', 'slug', 'summary', 'body', 'category']

/** Without the indexes, which are ours alone, it is that of Strapi. */
export function growingProject({ parts = true } = {}) {
  const folder = copyOf(project)
  change(join(folder, PERMISSIONS), rights => rights.public.push(...RIGHTS))
  change(join(folder, CONFIG), config => Object.assign(config, { limits: LIMITS }))
  if (parts) change(join(folder, ARTICLE), addIndexes)
  return folder
}

/** Fills an empty database. The indexes are made last, from all the content. */
export async function makeGrowing({ flag, size, fill }) {
  for (const parts of [false, true]) {
    const server = await startPopulus({ database: flag, folder: growingProject({ parts }) })
    await server.stop()
    if (!parts) await fill(contentTables(size))
  }
}

function addIndexes({ attributes }) {
  for (const name of TEXTS) attributes[name].index = 'contains'
}

function change(file, edit) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  edit(content)
  writeFileSync(file, JSON.stringify(content))
}
