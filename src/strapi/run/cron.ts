/** `strapi.cron`: tasks at fixed times. */
import { Cron } from 'croner'
import type { Strapi } from './strapi-types.ts'

export interface CronTasks {
  /** As in `config/server`: by expression, or by name with `{ task, options }`. */
  add(tasks: unknown): CronTasks
  remove(name: string): CronTasks
  start(): CronTasks
  stop(): CronTasks
  readonly jobs: readonly Job[]
}

type RunTask = (context: { readonly strapi: Strapi }, now: Date) => unknown

interface Job {
  readonly name: string | undefined
  readonly options: unknown
  readonly run: () => unknown
  timer?: Cron | undefined
}

export interface CronHost {
  readonly strapi: () => Strapi
  /** Whether this server runs the tasks now: one of several on a database does. */
  readonly isOurs: () => Promise<boolean>
  /** Gets what a task throws: no task may end the server. */
  readonly failed: (error: unknown, name: string) => void
}

export function createCron(host: CronHost): CronTasks {
  const { strapi } = host
  let jobs: Job[] = []
  let running = false
  const cron: CronTasks = {
    add: tasks => {
      for (const [name, task] of Object.entries(tasks ?? {})) {
        const job = jobOf(name, task, strapi)
        jobs.push(job)
        if (running) schedule(job, host)
      }
      return cron
    },
    remove: name => {
      for (const job of jobs.filter(({ name: known }) => known === name)) job.timer?.stop()
      jobs = jobs.filter(({ name: known }) => known !== name)
      return cron
    },
    start: () => {
      for (const job of jobs) schedule(job, host)
      running = true
      return cron
    },
    stop: () => {
      for (const job of jobs) job.timer?.stop()
      running = false
      return cron
    },
    get jobs() {
      return jobs
    },
  }
  return cron
}

function jobOf(
  name: string,
  task: RunTask | { readonly task?: RunTask; readonly options?: unknown } | null,
  strapi: () => Strapi,
): Job {
  if (typeof task === 'function') {
    return { name: undefined, options: name, run: () => task({ strapi: strapi() }, new Date()) }
  }
  const { task: run, options } = task ?? {}
  if (typeof run !== 'function') throw new Error(`Could not schedule a cron job for "${name}": no function found.`)
  return { name, options, run: () => run.call(task, { strapi: strapi() }, new Date()) }
}

/** Options are an expression, a moment, or an object with `rule`, `tz`, `start` and `end`. */
function schedule(job: Job, { isOurs, failed }: CronHost): void {
  const { options, name } = job
  const { rule, tz, start, end } = isPlain(options) ? options : ({ rule: options } as TimesObject)
  const settings = {
    unref: true,
    catch: (error: unknown) => failed(error, name ?? String(rule)),
    ...(tz === undefined ? {} : { timezone: String(tz) }),
    ...(start === undefined ? {} : { startAt: new Date(start) }),
    ...(end === undefined ? {} : { stopAt: new Date(end) }),
  }
  if (typeof rule !== 'string' && !(rule instanceof Date)) throw new Error(`the times of ${name} are not an expression`)
  job.timer = new Cron(rule, settings, async () => {
    if (await isOurs()) await job.run()
  })
}

interface TimesObject {
  readonly rule?: unknown
  readonly tz?: unknown
  readonly start?: string | number | Date
  readonly end?: string | number | Date
}

function isPlain(options: unknown): options is TimesObject {
  return typeof options === 'object' && options !== null && !(options instanceof Date)
}
