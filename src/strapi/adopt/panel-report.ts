/** The report about a project that is being served, for its panel. What it says of the database is left out: that one is open. */
import type { StrapiReport } from '../../admin-api/settings/strapi-api.ts'
import type { Config } from '../../config/config.ts'
import type { FindingKind } from './adopt-report.ts'
import { makeReport } from './report/make-report.ts'

/** A server that runs has a database, and its secrets. */
const SETTLED: ReadonlySet<FindingKind> = new Set(['database', 'settings'])

export async function panelReport({ folder, database }: Config): Promise<StrapiReport> {
  // The address of a PostgreSQL database may hold a password, and would be seen in the list of processes.
  const flags = database.client === 'sqlite' ? { database: `sqlite:${database.filename}` } : {}
  const { project, findings, code, plugins, settings, differences } = await makeReport({
    ...{ folder, flags, env: process.env },
  })
  return {
    strapi: project.strapi,
    dialect: project.dialect,
    findings: findings
      .filter(({ kind, blocks }) => !SETTLED.has(kind) && !blocks)
      .map(({ what, advice }) => ({ what, advice })),
    code: code.files.map(({ file, state, what }) => ({ file, state, what })),
    closed: code.closed,
    plugins,
    settings: settings.notTaken.filter(({ matters }) => matters).map(({ place, what }) => ({ place, what })),
    differences,
  }
}
