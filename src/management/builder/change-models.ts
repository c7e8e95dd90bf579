/** The Content-Type Builder: plans changes of schema files, and makes them. Both take the same road. */
import { relative, sep } from 'node:path'
import type {
  ConfirmedChanges,
  ModelFile,
  PlanRisk,
  SchemaApplied,
  SchemaFilesInfo,
  SchemaPlan,
} from '../../admin-api/builder-api.ts'
import type { JsonObject } from '../../admin-api/route-types.ts'
import { PopulusError, StartError } from '../../errors.ts'
import { badInput } from '../../input/check-input.ts'
import { uidOf } from '../../project/edited-files.ts'
import { kindOf } from '../../project/new-model.ts'
import { filesVersion, projectFiles, type StagedEdit, stageEdit } from '../../project/stage-edit.ts'
import { writeTogether } from '../../project/staged-files.ts'
import { isObject } from '../../schema/json-value.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import { parseSchemaPath } from '../../schema/load/schema-files.ts'
import { type Finding, SchemaError } from '../../schema/load/schema-report.ts'
import {
  type MigrationOrder,
  migrateDatabase,
  type Rehearsal,
  rehearseMigration,
} from '../../tables/migrate/migrate-database.ts'
import { namesAfter } from '../../tables/renames/attribute-names.ts'
import { attributeRenames } from '../../tables/renames/attribute-renames.ts'
import { keptText } from '../../tables/renames/kept-parts.ts'
import type { ManagementContext } from '../management-context.ts'
import type { SchemaBuilder } from './builder-context.ts'
import { checkChanges } from './change-input.ts'
import { checkRoles, followRights, type ModelStep, offeredRoles } from './follow-rights.ts'

export async function listSchemaFiles(context: ManagementContext): Promise<SchemaFilesInfo> {
  const files = await clearly(() => projectFiles(builderOf(context).config))
  const models = Object.entries(files).flatMap(([path, content]): readonly ModelFile[] =>
    isObject(content) && parseSchemaPath(path).kind !== 'extension'
      ? [{ uid: uidOf(path, content), kind: kindOf(content, path), path, content: content as JsonObject }]
      : [],
  )
  return { version: filesVersion(files), models }
}

export async function planChanges(context: ManagementContext, body: unknown): Promise<SchemaPlan> {
  const builder = builderOf(context)
  return clearly(async () => {
    const { edit, step, rehearsal } = await prepare(context, builder, checkChanges(body))
    return { ...shownPlan(builder, edit, rehearsal), roles: await offeredRoles(context.admin, step) }
  })
}

/** Throws PopulusError `lossNotConfirmed` with the plan's risks if one of them was not confirmed. */
export async function applyChanges(context: ManagementContext, body: unknown): Promise<SchemaApplied> {
  const builder = builderOf(context)
  const input = checkChanges(body)
  return clearly(async () => {
    const { edit, step, rehearsal, order } = await prepare(context, builder, input)
    const risks = risksOf(rehearsal)
    // What becomes of drafts is a choice.
    const open = risks.filter(({ key, kind }) => kind === 'drafts' || input.confirmed?.includes(key) !== true)
    if (open.length > 0) throw new PopulusError('lossNotConfirmed', {}, { details: { confirm: risks } })
    await checkRoles(context.admin, input.roles ?? [])
    let done: readonly string[] = []
    const problem = await builder.takeOver(async () => {
      // Another change may have been faster.
      await checkVersion(builder, input)
      await writeTogether(edit.files, async () => {
        const { schema } = await loadProjectSchema(builder.config)
        done = (await migrateDatabase(builder.config, schema, order)).done
        await followRights(context.admin, step, input.roles ?? [])
      })
    })
    return { created: edit.created, done, problem }
  })
}

function builderOf({ builder }: ManagementContext): SchemaBuilder {
  if (builder === undefined) throw new PopulusError('builderOff')
  return builder
}

interface Prepared {
  readonly edit: StagedEdit
  readonly step: ModelStep
  readonly rehearsal: Rehearsal
  readonly order: MigrationOrder
}

async function prepare(
  { schema: bound }: ManagementContext,
  builder: SchemaBuilder,
  input: ConfirmedChanges,
): Promise<Prepared> {
  const { config } = builder
  const { changes, drafts } = input
  await checkVersion(builder, input)
  const edit = await stageEdit(config, changes)
  const { schema: present } = await loadProjectSchema(config)
  const renames = attributeRenames(edit.renames, { present: bound, schema: edit.schema })
  // Whoever confirms the risks agrees to change a database that Strapi made.
  const order: MigrationOrder = {
    apply: true,
    renames,
    attributes: edit.renames,
    conversions: 'all',
    drafts: drafts ?? null,
    adopted: true,
    decided: true,
  }
  const step: ModelStep = { before: present, after: edit.schema, names: namesAfter(edit.schema, edit.renames) }
  return { edit, step, order, rehearsal: await rehearseMigration(config, { present, schema: edit.schema }, order) }
}

async function checkVersion({ config }: SchemaBuilder, { version }: ConfirmedChanges): Promise<void> {
  if (version !== filesVersion(await projectFiles(config))) throw new PopulusError('schemaFilesChanged')
}

function shownPlan(
  { config }: SchemaBuilder,
  { files, created }: StagedEdit,
  rehearsal: Rehearsal,
): Omit<SchemaPlan, 'roles'> {
  return {
    files: files.map(({ path, text, before }) => ({
      path: relative(config.folder, path).split(sep).join('/'),
      before: before ?? null,
      after: text,
    })),
    created,
    statements: rehearsal.statements,
    notes: rehearsal.drafts.length > 0 ? [] : rehearsal.refused.map(({ what }) => what),
    confirm: risksOf(rehearsal),
  }
}

function risksOf({ origin, drafts, unread, statements }: Rehearsal): readonly PlanRisk[] {
  const risk = (kind: PlanRisk['kind'], place: string, count: number, name = place): PlanRisk => ({
    key: [kind, name, count].join(' '),
    ...{ kind, place, count },
  })
  return [
    ...(origin === 'strapi4' && statements.length > 0 ? [risk('adopted', '', statements.length)] : []),
    ...drafts.map(({ table, count }) => risk('drafts', table, count)),
    ...unread.map(part =>
      risk('unread', part.name === null ? part.table : `${part.table}.${part.name}`, part.count, keptText(part)),
    ),
  ]
}

/** What the files or the database do not allow is a mistake in the request. */
async function clearly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SchemaError) throw badInput(error.findings.map(placed))
    if (error instanceof StartError) throw badInput([{ path: [], message: oneLine(error) }])
    throw error
  }
}

/** `['api::tag.tag', 'attributes', 'name', 'type']` */
function placed({ place: { file, path }, text }: Finding) {
  return { path: [file.endsWith('.json') ? uidOf(file, {}) : file, ...path.map(String)], message: text }
}

function oneLine({ message, problems }: StartError): string {
  return [message.split('\n')[0], ...problems].join('; ')
}
