/** Plans the whole content of a project as checked rows and links. */
import { ISO_LOCALES } from '../../content/locales/iso-locales.ts'
import { LOCALE_UID, modelOf, type RelationAttribute, ROLE_UID, type Schema } from '../../schema/schema.ts'
import { planLinks } from './plan-links.ts'
import { planRow } from './plan-row.ts'
import type { ContentEntry, ProjectContent } from './read-content.ts'
import { SeedDraft } from './seed-draft.ts'
import type { SeedPlan, SeedRow } from './seed-plan.ts'

const PERMISSION_UID = 'plugin::users-permissions.permission'

/** What the database contains before seeding. */
export interface ExistingRows {
  /** Roles by type, such as `public`. */
  readonly roles: ReadonlyMap<string, SeedRow>
  readonly localeCodes: ReadonlySet<string>
}

interface PlannedEntry extends ContentEntry {
  readonly row: SeedRow
}

/** Throws a StartError that lists every mistake in every content file. */
export function planContent(schema: Schema, content: ProjectContent, existing: ExistingRows): SeedPlan {
  const draft = new SeedDraft(schema, defaultLocaleOf(content) ?? content.locales[0]?.code ?? 'en')
  const entries = content.entries.map(entry => planEntry(draft, entry))
  for (const entry of entries) planLinks(draft, entry.row, entry.source, entry.place)
  planLocalizations(draft, entries)
  planLocales(draft, content, existing)
  planPermissions(draft, content, existing)
  return draft.finish()
}

function planEntry(draft: SeedDraft, entry: ContentEntry): PlannedEntry {
  const row = planRow(draft, entry.type, entry.source, entry.place)
  if (typeof entry.source.$key === 'string') draft.addKey(row, entry.source.$key, entry.place)
  return { ...entry, row }
}

/** Every ordered pair of an entry's translations is a link. */
function planLocalizations(draft: SeedDraft, entries: readonly PlannedEntry[]): void {
  const groups = new Map<SeedRow, SeedRow[]>()
  for (const { row, type, source, place } of entries) {
    if (source.translationOf === undefined) continue
    const reference = `@${type.singularName}/${String(source.translationOf)}`
    const original = draft.resolve(reference, type.uid, `${place}, translationOf`)
    if (original !== undefined) groups.set(original, [...(groups.get(original) ?? [original]), row])
  }
  for (const group of groups.values()) planTranslations(draft, group)
}

function planTranslations(draft: SeedDraft, group: readonly SeedRow[]): void {
  for (const parent of group) {
    const attribute = parent.model.attributes.get('localizations')
    const others = group.filter(row => row !== parent)
    others.forEach((child, index) => {
      if (attribute?.kind === 'relation') draft.addLink({ attribute, parent, child, order: index + 1 })
      else draft.addProblem(parent.model.uid, 'is not localized, so nothing in it can be a translation')
    })
  }
}

function planLocales(draft: SeedDraft, content: ProjectContent, existing: ExistingRows): void {
  const model = modelOf(draft.schema, LOCALE_UID)
  for (const { code, name = ISO_LOCALES.get(code)! } of content.locales) {
    if (!existing.localeCodes.has(code)) planRow(draft, model, { code, name }, 'locales.json')
  }
}

/** The locale that `locales.json` marks as the default. */
export function defaultLocaleOf({ locales }: ProjectContent): string | undefined {
  return locales.find(({ isDefault }) => isDefault)?.code
}

function planPermissions(draft: SeedDraft, content: ProjectContent, existing: ExistingRows): void {
  const model = modelOf(draft.schema, PERMISSION_UID)
  const attribute = model.attributes.get('role') as RelationAttribute
  for (const [type, actions] of Object.entries(content.permissions)) {
    const role = existing.roles.get(type)
    if (role === undefined) draft.addProblem('permissions.json', `there is no ${ROLE_UID} of type "${type}"`)
    else {
      for (const action of actions) {
        const row = planRow(draft, model, { action }, 'permissions.json')
        draft.addLink({ attribute, parent: row, child: role, order: 1 })
      }
    }
  }
}
