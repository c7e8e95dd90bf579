/** The panel in a real browser, on a real server with the example project and one administrator. */
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { buildAdmin } from '../../../scripts/build-admin.mjs'
import type { App } from '../../../src/app.ts'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { copyOfBlog } from '../../cli/run-populus.ts'
import { theBrowser } from '../../support/browser.ts'
import { buildTestApp, type TestAppInput } from '../../support/build-test-app.ts'
import type { Client } from '../../support/databases.ts'
import { startDevProject } from '../../support/dev-project.ts'
import { startedDatabase } from '../../support/prepared-database.ts'

export const BLOG = fileURLToPath(new URL('../../../examples/blog', import.meta.url))

/** Milliseconds. Machines that run much else are slow. */
const PATIENCE = 90_000

const WIDE = { width: 1280, height: 800 } as const

const SECRETS = { jwt: 'one secret', apiTokenSalt: 'another', admin: 'a third one' }

export const ADMINISTRATOR = {
  email: 'ana@example.com',
  password: 'Correct-horse-1',
  firstname: 'Ana',
  lastname: 'Lee',
} as const

/** `PANEL_DATABASE=postgres` runs all tests of the panel on PostgreSQL. */
const USUAL_CLIENT = (process.env.PANEL_DATABASE ?? 'sqlite') as Client

export interface PanelOptions extends Partial<TestAppInput> {
  /** `PANEL_DATABASE` if absent. */
  readonly client?: Client
  /** A free one if absent. */
  readonly port?: number
  /** False: the server has no administrator yet. */
  readonly administrator?: boolean
  /** True: in a copy of the example, so that uploads do not end up in the project. */
  readonly uploads?: boolean
  /** The schema files of a project under `populus dev`, instead of the example. */
  readonly dev?: Readonly<Record<string, unknown>>
  /** By a name, as passkeys need it: addresses have none. */
  readonly byName?: boolean
  /** Changes the database before the server starts; the tables are those of the example. */
  readonly prepare?: (storage: Storage) => Promise<void>
}

export interface PageOptions {
  readonly signedIn?: boolean
  /** In a browser profile of its own, with empty storage. Others share one, so that the panel's files are loaded once. */
  readonly fresh?: boolean
  /** Of another session than the usual one. */
  readonly cookie?: string
  /** False: the browser is never idle, so that nothing is loaded before it is needed. */
  readonly idle?: boolean
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** What a test may expect in the console, because it caused it: a refused request, for example. */
export type Expected = RegExp

/** One server and one browser for a test file. Every page is watched for errors and for requests to other hosts. */
export class Panel {
  app!: App
  address!: string
  database!: DatabaseConfig
  /** Of the administrator's session; also good for requests of the test itself. */
  cookie!: string
  private browser!: Browser
  /** Closed after each test. */
  private contexts: BrowserContext[] = []
  /** One for each session, for the whole file. */
  private readonly shared = new Map<string, BrowserContext>()
  private problems: string[] = []
  private expected: Expected[] = []

  async start({ dev, client = USUAL_CLIENT, administrator = true, byName, ...options }: PanelOptions): Promise<void> {
    await buildAdmin()
    this.browser = await theBrowser()
    const code = dev === undefined ? await this.serve(client, options) : await this.develop(client, dev)
    if (byName) this.address = this.address.replace('127.0.0.1', 'localhost')
    if (!administrator) return
    await this.send('POST', '/first-admin', { code, ...ADMINISTRATOR })
    this.cookie = await this.signIn(ADMINISTRATOR)
  }

  private async develop(client: Client, files: Readonly<Record<string, unknown>>): Promise<string> {
    const { address, code } = await startDevProject(client, files)
    this.address = address
    return code
  }

  private async serve(client: Client, { uploads = false, prepare, port, ...options }: PanelOptions) {
    const folder = uploads ? await copyOfBlog() : BLOG
    const database = await startedDatabase(client, options.folder ?? BLOG)
    if (prepare !== undefined) await prepareStorage(database, prepare)
    this.database = database
    this.app = await buildTestApp({ folder, database, secrets: SECRETS, ...options })
    this.address = (await this.app.listen(port)).address
    return this.app.firstAdminCode()
  }

  /** A request to the management API, as the administrator. */
  async send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.address}/admin/api${path}`, {
      method,
      headers: {
        'x-populus-admin': '1',
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** The cookie of a new session. */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<string> {
    const response = await this.send('POST', '/login', { email, password, cookie: true })
    expect(response.status).toBe(200)
    return response.headers.get('set-cookie')!.split(';')[0]!
  }

  /** A new tab on the page at `path` below `/admin`. */
  async open(path: string, options: PageOptions = {}): Promise<Page> {
    const { signedIn = true, fresh = false, idle = true, cookie = this.cookie } = options
    const { theme = 'light', width = 1280, height = 800 } = options
    const isShared = signedIn && !fresh
    const context = isShared ? await this.sharedProfile(cookie) : await this.profile(signedIn ? cookie : undefined)
    if (!isShared) this.contexts.push(context)
    const page = await context.newPage()
    this.watch(page)
    if (!idle) await page.addInitScript('window.requestIdleCallback = () => 0')
    if (theme === 'dark') await page.emulateMedia({ colorScheme: theme })
    if (width !== WIDE.width || height !== WIDE.height) await page.setViewportSize({ width, height })
    await page.goto(`/admin${path}`)
    return page
  }

  private async sharedProfile(cookie: string): Promise<BrowserContext> {
    const known = this.shared.get(cookie)
    if (known !== undefined) return known
    const context = await this.profile(cookie)
    this.shared.set(cookie, context)
    return context
  }

  private async profile(cookie: string | undefined): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      baseURL: this.address,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: WIDE,
      locale: 'en-GB',
    })
    if (cookie !== undefined) {
      const [name, value] = cookie.split('=') as [string, string]
      const domain = new URL(this.address).hostname
      await context.addCookies([{ name, value, domain, path: '/admin', httpOnly: true }])
    }
    return context
  }

  /** Errors in the console that match are no problem in this test. */
  expect(...patterns: Expected[]): void {
    this.expected.push(...patterns)
  }

  /** After each test: closes its pages, and fails it for what went wrong in them. */
  async finish(): Promise<void> {
    const pages = [...this.shared.values()].flatMap(context => context.pages())
    await Promise.all([...this.contexts.map(context => context.close()), ...pages.map(page => page.close())])
    const found = this.problems.filter(problem => !this.expected.some(pattern => pattern.test(problem)))
    this.contexts = []
    this.problems = []
    this.expected = []
    expect(found).toEqual([])
  }

  private watch(page: Page): void {
    page.setDefaultTimeout(PATIENCE)
    page.on('console', message => message.type() === 'error' && this.problems.push(message.text()))
    page.on('pageerror', error => this.problems.push(`${error.name}: ${error.message}`))
    page.on('request', request => {
      const { protocol, host } = new URL(request.url())
      if (/^(https?|wss?):$/.test(protocol) && host !== new URL(this.address).host)
        this.problems.push(`a request to another host: ${request.url()}`)
    })
  }
}

async function prepareStorage(database: DatabaseConfig, prepare: (storage: Storage) => Promise<void>): Promise<void> {
  const { schema } = await loadSchema(BLOG)
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
  await prepare(storage)
  await storage.database.close()
}

/** For the top of a test file. */
export function startPanel(options: PanelOptions = {}): Panel {
  const panel = new Panel()
  // The panel is built first if its files have changed.
  beforeAll(() => panel.start(options))
  afterEach(() => panel.finish())
  return panel
}
