/** Serves a project while it is worked on: a change to its files becomes a new app behind the same socket. */
import { setTimeout as pause } from 'node:timers/promises'
import { type App, buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { answerStarting } from '../http/held-port.ts'
import { SharedSocket } from '../http/shared-socket.ts'
import type { DevLog } from './dev-log.ts'
import { type FollowedFiles, followFiles } from './follow-files.ts'
import { freshenTypes } from './fresh-types.ts'
import { watchRequest } from './request-line.ts'

export interface DevInput {
  readonly folder: string
  /** Reads the settings again. Throws StartError. */
  readonly loadConfig: () => Promise<Config>
  /** Whether changes of files can help against a problem of the first start. */
  readonly canMend: (problem: StartError) => boolean
  readonly log: DevLog
  /** The file that `populus types` has written, if it has. */
  readonly typesFile: string
  /** Whether the first app may lack rules or code that guarded the database. */
  readonly guards: 'check' | 'accept'
  /** Called for every app that begins to serve. */
  readonly served: (config: Config, address: string) => void
  /** Called when the settings are first known, and again if they had problems. */
  readonly begins: (config: Config) => void
}

interface Built {
  readonly app: App
  readonly config: Config
}

export interface Started extends Built {
  readonly address: string
}

const WAITING =
  'Nothing is served yet. Populus tries again as soon as a file of the project is saved. Press Ctrl-C to stop.'
/** Content files are not followed, and a database may be started later. */
const TRY_EVERY_MILLISECONDS = 3000

export class DevServer {
  readonly #input: DevInput
  readonly #ending = new Set<Promise<void>>()
  /** What the present app reported when it was built. */
  #said: ReadonlySet<string> = new Set()
  #files: FollowedFiles | undefined
  #socket: SharedSocket | undefined
  #address = ''
  /** Why the port cannot be used. */
  #noPort: unknown
  #serving: Built | undefined
  #first: Config | undefined
  /** Why the last change could not be served. */
  #refused: string | null = null
  #isClosing = false

  constructor(input: DevInput) {
    this.#input = input
  }

  /** Waits until the project can be served. Throws StartError if changes of its files would not help. */
  async start(): Promise<Started> {
    let isReady = () => {}
    const ready = new Promise<void>(resolve => {
      isReady = resolve
    })
    const { app, config } = await this.#firstApp(ready)
    try {
      this.#socket!.replace(this.#handlerOf(app, config))
      await this.#serve(app, config)
      isReady()
      return { app, config, address: this.#address }
    } catch (error) {
      this.#files?.close()
      await app.close()
      throw error
    }
  }

  async #firstApp(ready: Promise<void>): Promise<Built> {
    const { loadConfig, folder, canMend, log } = this.#input
    for (let shown = ''; ; ) {
      try {
        // Generates the secrets of a new project. What is written from then on, while the first app is built, is a change.
        await this.#listen(await loadConfig())
        this.#files = await followFiles(folder, async paths => {
          await ready
          await this.#change(paths)
        })
        return await this.#build()
      } catch (error) {
        this.#files?.close()
        if (!(error instanceof StartError) || error === this.#noPort || !canMend(error)) {
          await this.#socket?.close(0)
          throw error
        }
        if (error.message !== shown) log.problem(`${error.message}\n${WAITING}`)
        shown = error.message
        await changeOrPause(folder)
      }
    }
  }

  /** Before anything is done to the database. Until there is an app, requests are answered with 503. */
  async #listen(config: Config): Promise<void> {
    if (this.#socket !== undefined) return
    this.#input.begins(config)
    const socket = new SharedSocket(config, answerStarting)
    this.#address = await socket.listen(config).catch((error: unknown) => {
      this.#noPort = error
      throw error
    })
    this.#first = config
    this.#socket = socket
  }

  /** Finishes the running requests, then closes the databases. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#files?.close()
    if (this.#serving === undefined) return
    const { app, config } = this.#serving
    await Promise.all([this.#socket?.close(config.server.stopSeconds), app.close(), ...this.#ending])
  }

  /** For the panel, which writes schema files. */
  async #takeOver(work: () => Promise<void>): Promise<string | null> {
    this.#refused = null
    await this.#files!.hold(work)
    return this.#refused
  }

  /** A change that cannot be served is shown, and the present app stays. */
  async #change(paths: readonly string[]): Promise<void> {
    const { log } = this.#input
    const begun = performance.now()
    try {
      const { app, config } = await this.#build()
      if (this.#isClosing) return await app.close()
      const former = this.#serving!
      this.#socket!.replace(this.#handlerOf(app, config))
      await this.#serve(app, config)
      this.#end(former.app)
      log.info(`${paths.join(', ')} changed; live after ${Math.round(performance.now() - begun)} ms`)
      this.#sayWhatStays(config)
    } catch (error) {
      // A file that is written again at this moment was probably half written.
      if (await this.#files!.hasNews()) return
      this.#refused = explain(error)
      log.problem(`${this.#refused}\nThe previous version of the project is still being served.`)
    }
  }

  async #build(): Promise<Built> {
    const { loadConfig, log } = this.#input
    // Who removes a rule while it is served means it.
    const guards = this.#serving === undefined ? this.#input.guards : 'accept'
    const config = await loadConfig()
    const takeOver = (work: () => Promise<void>) => this.#takeOver(work)
    const app = await buildApp(config, { note: log.info, logStream: log, guards, takeOver })
    for (const line of app.report) if (!this.#said.has(line)) log.info(line)
    this.#said = new Set(app.report)
    return { app, config }
  }

  async #serve(app: App, config: Config): Promise<void> {
    const { typesFile, log, served } = this.#input
    this.#serving = { app, config }
    served(config, this.#address)
    try {
      const written = await freshenTypes(config, typesFile)
      if (written !== undefined) log.info(`Wrote ${written}`)
    } catch (error) {
      // The next change writes them.
      if (await this.#files!.hasNews()) return
      log.problem(`The types could not be written: ${explain(error)}`)
    }
  }

  #handlerOf(app: App, { log: level }: Config) {
    const { log } = this.#input
    return (...[request, response]: Parameters<App['handle']>) => {
      if (level !== 'silent') watchRequest(request, response, seen => log.request(seen))
      app.handle(request, response)
    }
  }

  #end(app: App): void {
    const ending = app
      .close()
      .catch((error: unknown) => this.#input.log.problem(`The previous app could not be closed: ${String(error)}`))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  /** The socket is opened once. */
  #sayWhatStays({ host, port }: Config): void {
    const first = this.#first!
    if (host !== first.host || port !== first.port)
      this.#input.log.info('The new host and port are used when populus dev is started again.')
  }
}

async function changeOrPause(folder: string): Promise<void> {
  const stop = new AbortController()
  const files = await followFiles(folder, async () => stop.abort())
  // Rejects when it is stopped.
  await pause(TRY_EVERY_MILLISECONDS, undefined, { signal: stop.signal }).catch(() => undefined)
  files.close()
}

/** Problems that the person can fix are shown without a stack trace. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
