/** What a project's code reads and writes content with. */
import { createSanitizers } from '../sanitize/create-sanitizers.ts'
import type { StrapiEntities, StrapiHost } from '../strapi-types.ts'
import { createDatabaseObject } from './database-object.ts'
import { databaseQueries } from './database-queries.ts'
import { createEntityService } from './entity-service.ts'
import type { Lifecycles } from './lifecycle-events.ts'
import { createStore } from './store/create-store.ts'
import { storedContent } from './stored-content.ts'
import { transformResponse } from './transform-response.ts'

export function createEntities(host: StrapiHost): StrapiEntities {
  const { schema, models } = host
  const lifecycles = host.lifecycles as Lifecycles
  const stored = storedContent(host.content)
  const scope = { schema, stored, lifecycles }
  const query = databaseQueries(scope)
  lifecycles.readResult = (uid, id) => query(uid).findOne({ where: { id } })
  const sanitizers = createSanitizers(schema)
  const { defaultSanitizeOutput } = sanitizers.sanitize.sanitizers
  lifecycles.shown = (uid, entry) => defaultSanitizeOutput(models.contentTypes[uid]!, entry)
  return {
    entityService: createEntityService({ ...scope, query, media: host.media }),
    db: createDatabaseObject(scope, models, query),
    store: createStore(stored),
    ...sanitizers,
    transformResponse: (resource, meta, model) => transformResponse(models, resource, meta, model),
  }
}
