/** Folders of small Strapi projects. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../support/databases.ts'

export type ProjectFiles = Readonly<Record<string, string>>

/** A project with the files; `package.json` depends on Strapi 4.26.2 unless it is among them. */
export function projectFolder(files: ProjectFiles): string {
  const folder = temporaryFolder()
  const manifest = JSON.stringify({ name: 'shop', dependencies: { '@strapi/strapi': '4.26.2' } })
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export function typeFile(name: string, attributes: object, more: object = {}): ProjectFiles {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name }
  const schema = { kind: 'collectionType', collectionName: `${name}s`, info, attributes, ...more }
  return { [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify(schema) }
}
