/** The `strapi` of a project's code, as far as it concerns content, on a database without a web server. */
import { join } from 'node:path'
import { DEFAULT_USERS } from '../../../src/config/config.ts'
import type { ContentContext } from '../../../src/content/content-context.ts'
import { contentContext } from '../../../src/contexts.ts'
import type { FreeMail } from '../../../src/identity/mail/mailer.ts'
import { createPasswords } from '../../../src/identity/sign-in/password-hash.ts'
import type { UsersContext } from '../../../src/identity/users/users-context.ts'
import { mediaContext } from '../../../src/media/open-media.ts'
import { CleanUp } from '../../../src/media/upload/clean-up.ts'
import { createOutgoing } from '../../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../../src/schema/load/load-schema.ts'
import { createEntities } from '../../../src/strapi/run/entities/create-entities.ts'
import { createLifecycles } from '../../../src/strapi/run/entities/lifecycles.ts'
import { createPlugins } from '../../../src/strapi/run/plugins/create-plugins.ts'
import { strapiModels } from '../../../src/strapi/run/strapi-models.ts'
import { CALLER, type StrapiAuth, type StrapiHost } from '../../../src/strapi/run/strapi-types.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { CHEAP_PASSWORDS, testConfig } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, freshDatabase, temporaryFolder } from '../../support/databases.ts'

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
  const passwords = createPasswords(config.limits, CHEAP_PASSWORDS)
  const content = contentContext(config, storage, passwords)
  const models = strapiModels(schema)
  const lifecycles = createLifecycles(models)
  const mails: FreeMail[] = []
  const users = usersOf(content, passwords, mails)
  const media = mediaContext({ ...config, folder: temporaryFolder() }, content, new CleanUp(() => undefined))
  cleanUp(async () => {
    await media.work.close()
    media.journal.close()
  })
  const host = { config, schema, content, users, media, models, lifecycles } as unknown as StrapiHost
  const entities = createEntities(host)
  const plugins = createPlugins(host, entities)
  const plugin = (name: string) => ({ service: (service: string) => plugins[name]?.services[service] })
  const getModel = (uid: string) => models.contentTypes[uid] ?? models.components[uid]
  return { ...entities, transform: entities.transformResponse, plugin, getModel, authOf, host, mails }
}

/** `ctx.state.auth` of somebody with these rights. */
function authOf(actions: readonly string[]): Partial<StrapiAuth> {
  const access = { fingerprint: actions.join(), everything: false, actions: new Set(actions), fields: new Map() }
  return { [CALLER]: { ...access, userId: null } }
}

function usersOf(content: ContentContext, passwords: UsersContext['passwords'], mails: FreeMail[]): UsersContext {
  return {
    content,
    passwords,
    secret: 'a-secret',
    config: DEFAULT_USERS,
    mail: {
      facts: { delivery: 'log', server: null, from: null, replyTo: null },
      checkReady: () => undefined,
      send: async () => undefined,
      sendFree: async mail => void mails.push(mail),
    },
    outgoing: createOutgoing(),
    serverUrl: 'https://cms.example.org',
    prefix: '/api',
    later: work => void work(),
    clock: Date.now,
  }
}
