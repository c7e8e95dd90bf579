/** Which database the project has, and what is in it. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { StartError } from '../../../errors.ts'
import type { Schema } from '../../../schema/schema.ts'
import { databaseText } from '../../../tables/open-database.ts'
import { type DatabaseSurvey, isMissing, surveyDatabase } from '../../../tables/survey/survey-database.ts'
import type { DatabasePart } from '../adopt-report.ts'

/** What was found, or why nothing could be looked at. */
export type Looked =
  | { readonly state: 'opened'; readonly survey: DatabaseSurvey }
  | {
      readonly state: 'missing' | 'unreachable' | 'unknown'
      readonly problem: string
      readonly advice: readonly string[]
    }

/** Why no database can be opened at all. */
export interface Refusal {
  readonly problem: string
  readonly advice: readonly string[]
}

export async function lookAtDatabase(
  config: Config,
  schema: Schema | undefined,
  refusal: Refusal | undefined,
): Promise<Looked> {
  if (refusal !== undefined) return { state: 'unknown', ...refusal }
  if (isMissing(config.database)) return missing(config)
  try {
    return { state: 'opened', survey: await surveyDatabase(config, schema ?? NO_TYPES) }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const problem = [firstLine(error), ...error.problems].join(': ')
    return {
      state: 'unreachable',
      problem,
      advice: ['start the database server, or correct the address and the password'],
    }
  }
}

/** Names the files that may be meant. */
function missing({ folder, database }: Config): Looked {
  const found = ['', '.tmp', 'database', 'data', '.data'].flatMap(place => databaseFiles(join(folder, place)))
  const advice =
    found.length === 0
      ? [
          'name the database with the content: --database sqlite:PATH or --database postgres://user:password@host:5432/name',
        ]
      : found.map(file => `perhaps it is this one: --database sqlite:${relative(folder, file)}`)
  return { state: 'missing', problem: `the file ${databaseText(database)} does not exist`, advice }
}

function databaseFiles(place: string): readonly string[] {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter(name => /(?<!\.populus)\.(db|sqlite3?)$/i.test(name))
    .map(name => join(place, name))
}

const NO_TYPES: Schema = Object.freeze({ types: new Map(), components: new Map() })

/** The headline of a StartError, whose problems follow it. */
export const firstLine = ({ message }: Error): string => message.split('\n')[0]!

interface Source {
  readonly config: Config
  /** `mysql`, if that is what the project's file says. */
  readonly client: string
  readonly from: string | undefined
}

export function databasePart(looked: Looked, { config, client, from }: Source): DatabasePart {
  const { database } = config
  const known = looked.state !== 'unknown'
  const survey = looked.state === 'opened' ? looked.survey : undefined
  const content = survey?.content
  return {
    client,
    address: known ? databaseText(database) : null,
    from: from?.replace(/ \(.*/, '') ?? 'the default',
    state: survey === undefined ? looked.state : stateOf(survey),
    product: survey?.product ?? null,
    tables: survey?.tables ?? null,
    origin: content === undefined ? null : survey!.origin === 'ours' ? 'populus' : 'strapi4',
    strapiSince: content?.traces.since ?? null,
    timezone: known && database.client === 'postgres' ? database.timezone : null,
    locales: content?.traces.locales ?? [],
    files: content?.traces.files ?? [],
    loginProviders: content?.traces.loginProviders ?? [],
    missing: content?.missing ?? [],
    unused: content?.surplus ?? [],
    notes: content === undefined ? [] : [...content.notes, ...traceNotes(content.traces, database)],
    problems: looked.state === 'opened' ? surveyProblems(looked.survey) : [looked.problem],
    solutions: looked.state === 'opened' ? solutions(looked.survey) : looked.advice,
    webhooks: content?.traces.webhooks ?? 0,
    indexes: content?.advice ?? [],
  }
}

function stateOf({ origin }: DatabaseSurvey): DatabasePart['state'] {
  if (origin === 'empty') return 'empty'
  return origin === 'strapi4' || origin === 'ours' ? 'opened' : 'refused'
}

const ORIGINS: Readonly<Partial<Record<DatabaseSurvey['origin'], string>>> = {
  empty: 'it has no tables, so the content of the project is somewhere else',
  v3: 'it was created by Strapi v3, whose tables are different',
  v5: 'it was created by Strapi v5, whose tables are different',
  foreign: 'it has tables, but neither Strapi nor Populus created them',
}

function surveyProblems({ origin, content }: DatabaseSurvey): readonly string[] {
  const problem = ORIGINS[origin]
  return [...(problem === undefined ? [] : [problem]), ...(content?.problems ?? [])]
}

function solutions({ origin, content }: DatabaseSurvey): readonly string[] {
  if (ORIGINS[origin] !== undefined)
    return [
      'name a database of Strapi v4: --database sqlite:PATH or --database postgres://user:password@host:5432/name',
    ]
  if ((content?.problems.length ?? 0) === 0) return []
  return ['decide what happens to the drafts: populus migrate --drafts publish, or populus migrate --drafts delete']
}

type Traces = NonNullable<DatabaseSurvey['content']>['traces']

function traceNotes({ unordered, future }: Traces, database: Config['database']): readonly string[] {
  const notes: string[] = []
  if (unordered.length > 0)
    notes.push(
      `Related entries without a position, from before Strapi 4.5, come in the order of their rows: ${unordered.join(', ')}`,
    )
  if (future.length > 0 && database.client === 'postgres')
    notes.push(
      `${future.join(', ')} have times in the future if they are in ${database.timezone}: set database.timezone to the time zone of the process that ran Strapi`,
    )
  return notes
}
