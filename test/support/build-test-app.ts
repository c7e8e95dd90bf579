/** The application as `populus start` builds it, on a given project and database, without a socket. */
import { afterAll } from 'vitest'
import { type App, type AppOptions, buildApp } from '../../src/app.ts'
import {
  type ApiConfig,
  type Config,
  type DatabaseConfig,
  DEFAULT_API,
  DEFAULT_LIMITS,
  type Limits,
} from '../../src/config/config.ts'

export interface TestAppInput extends AppOptions {
  readonly folder: string
  readonly database: DatabaseConfig
  readonly dialect?: ApiConfig['dialect']
  readonly limits?: Partial<Limits>
  readonly secrets?: Partial<Config['secrets']>
  readonly cors?: Config['cors']
}

/** Closed by itself after the test file. */
export async function buildTestApp({
  folder,
  database,
  dialect = 'document',
  limits,
  secrets,
  cors = { origin: '*' },
  ...options
}: TestAppInput): Promise<App> {
  const app = await buildApp(
    {
      folder,
      host: '127.0.0.1',
      port: 0,
      database,
      api: { ...DEFAULT_API, dialect },
      limits: { ...DEFAULT_LIMITS, ...limits },
      cors,
      secrets: { jwt: undefined, apiTokenSalt: undefined, ...secrets },
      log: 'silent',
      development: true,
    },
    options,
  )
  afterAll(() => app.close())
  return app
}
