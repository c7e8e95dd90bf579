/** The `strapi` of a project's code, as far as it concerns content, on a database without a web server. */
import { join } from 'node:path'
import { contentContext } from '../../../src/contexts.ts'
import { createPasswords } from '../../../src/identity/sign-in/password-hash.ts'
import { openStorage } from '../../../src/layout/open-storage.ts'
import { loadProjectSchema } from '../../../src/schema/load/load-schema.ts'
import { createEntities } from '../../../src/strapi/entities/create-entities.ts'
import { createLifecycles } from '../../../src/strapi/entities/lifecycles.ts'
import { strapiModels } from '../../../src/strapi/strapi-models.ts'
import { CALLER, type StrapiAuth, type StrapiHost } from '../../../src/strapi/strapi-types.ts'
import { CHEAP_PASSWORDS, testConfig } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, freshDatabase } from '../../support/databases.ts'

const PROJECT = join(import.meta.dirname, 'project')

export async function openStrapi(client: Client) {
  const config = testConfig({
    folder: PROJECT,
    database: await freshDatabase(client),
    dialect: 'strapi4',
    strapi: true,
  })
  const { schema: loaded } = await loadProjectSchema(config)
  const storage = await openStorage(config, loaded, { log: () => undefined })
  cleanUp(() => storage.database.close())
  const { schema } = storage
  const content = contentContext(config, storage, createPasswords(config.limits, CHEAP_PASSWORDS))
  const models = strapiModels(schema)
  const lifecycles = createLifecycles(models)
  const host = { config, schema, content, models, lifecycles } as unknown as StrapiHost
  const entities = createEntities(host)
  const getModel = (uid: string) => models.contentTypes[uid] ?? models.components[uid]
  return { ...entities, transform: entities.transformResponse, getModel, authOf, host }
}

/** `ctx.state.auth` of somebody with these rights. */
function authOf(actions: readonly string[]): Partial<StrapiAuth> {
  const access = { fingerprint: actions.join(), everything: false, actions: new Set(actions), fields: new Map() }
  return { [CALLER]: { ...access, userId: null } }
}
