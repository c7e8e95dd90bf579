/** A project of one content type, for several servers at once. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/databases.ts'

const ACTIONS = ['find', 'findOne', 'create', 'update'].map(action => `api::note.note.${action}`)

/** With so many entries to seed. Everybody may read, create and change notes. */
export async function noteProject(entries: number): Promise<string> {
  const folder = temporaryFolder()
  const types = join(folder, 'src/api/note/content-types/note')
  await mkdir(types, { recursive: true })
  await mkdir(join(folder, 'content'))
  const schema = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: false },
    attributes: { title: { type: 'string' }, body: { type: 'text' } },
  }
  const notes = Array.from({ length: entries }, (_, index) => ({
    $key: `n${index}`,
    title: `Note ${index}`,
    body: 'x',
  }))
  await writeFile(join(types, 'schema.json'), JSON.stringify(schema))
  await writeFile(join(folder, 'content/note.json'), JSON.stringify(notes))
  await writeFile(join(folder, 'content/permissions.json'), JSON.stringify({ public: ACTIONS }))
  return folder
}
