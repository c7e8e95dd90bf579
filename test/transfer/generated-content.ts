/** As much content as a test wants, written to a file without being kept in memory. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { typeName } from '../../src/transfer/export-format.ts'
import { selectTypes } from '../../src/transfer/transferred-types.ts'
import { temporaryFolder } from '../support/databases.ts'

const type = (name: string, attributes: object) => ({
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: true },
  attributes,
})

export const BULK_FILES = {
  'src/api/label/content-types/label/schema.json': type('label', { name: { type: 'string' } }),
  'src/api/post/content-types/post/schema.json': type('post', {
    title: { type: 'string' },
    slug: { type: 'uid' },
    body: { type: 'text' },
    seo: { type: 'component', component: 'shared.seo' },
    labels: { type: 'relation', relation: 'manyToMany', target: 'api::label.label' },
    before: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
  }),
  'src/components/shared/seo.json': {
    collectionName: 'components_shared_seos',
    info: { displayName: 'seo' },
    attributes: { summary: { type: 'string' } },
  },
}

export const bulkSchema = (): Schema => buildSchema(BULK_FILES).schema

const LABELS = 100

/** A file with this many entries; its name. */
export function generateFile(entries: number): string {
  const file = join(temporaryFolder(), 'bulk.ndjson')
  const handle = openSync(file, 'w')
  const write = (line: object) => writeSync(handle, `${JSON.stringify(line)}\n`)
  const types = ['api::label.label', 'api::post.post']
  write({ format: 'populus-content', version: 1, types: types.map(uid => ({ uid })) })
  for (let id = 1; id <= LABELS; id++) write({ type: types[0], id, attributes: { name: `label ${id}` } })
  for (let id = 1; id <= entries - LABELS; id++) write({ type: types[1], id, attributes: post(id) })
  closeSync(handle)
  return file
}

function post(id: number): object {
  return {
    title: `post ${id}`,
    slug: `post-${id}`,
    body: `${id} `.repeat(60),
    publishedAt: '2024-05-01T12:00:00.000Z',
    seo: { id, summary: `about ${id}` },
    labels: [0, 1, 2].map(step => ({ type: 'api::label.label', id: ((id + step * 7) % LABELS) + 1 })),
    before: id === 1 ? null : { type: 'api::post.post', id: id - 1 },
  }
}

/** The header of a file for some types of a schema. */
export function headerFor(schema: Schema, ...names: string[]): object {
  const selection = selectTypes(schema, names)
  const model = (of: (typeof selection.types)[number] | (typeof selection.components)[number]) => ({
    uid: of.uid,
    attributes: Object.fromEntries(selection.attributesOf(of).map(attribute => [attribute.name, typeName(attribute)])),
  })
  return {
    format: 'populus-content',
    version: 1,
    types: selection.types.map(model),
    components: selection.components.map(model),
  }
}
