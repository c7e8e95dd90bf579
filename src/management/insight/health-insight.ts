/** How the database and the processes of the server are. */
import type { HealthInsight } from '../../admin-api/insight-api.ts'
import type { ManagementContext } from '../management-context.ts'
import { allFigures } from './insight-source.ts'

export async function healthInsight({ database, insight }: ManagementContext): Promise<HealthInsight> {
  const begun = performance.now()
  await database.catchUp()
  const milliseconds = Number((performance.now() - begun).toPrecision(3))
  return {
    database: {
      kind: database.dialect.name,
      milliseconds,
      refusal: database.refusal()?.message ?? null,
      replicas: (database.replicas?.() ?? []).map(({ address, state, lag, share }) => ({ address, state, lag, share })),
    },
    processes: (await allFigures(insight)).map(({ process }) => process),
  }
}
