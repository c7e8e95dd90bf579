/** Changes the rights of the role `public` on a SQLite file, again and again, until it is killed. */
import { grant, revoke } from '../../../dist/management/roles/grants.js'
import { loadSchema } from '../../../dist/schema/load/load-schema.js'
import { openStorage } from '../../../dist/tables/open-storage.js'

const [folder, filename, limits] = process.argv.slice(2)
const { schema: loaded } = await loadSchema(folder)
/** @type {any} */
const config = { database: { client: 'sqlite', filename }, limits: JSON.parse(limits) }
const { database, schema } = await openStorage(config, loaded, { log: () => undefined })
const author = { role: 'public', type: 'author' }
await revoke(database, schema, author)
process.stdout.write('begun\n')
for (;;) {
  await grant(database, schema, { ...author, actions: ['find'], fields: ['name'] })
  await revoke(database, schema, author)
}
