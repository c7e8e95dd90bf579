/** The body of a plan and of its application. What the changes mean is checked by the room that makes them. */
import { z } from 'zod'
import type { ConfirmedChanges } from '../../admin-api/builder-api.ts'
import { checkInput, flag, text, textList } from '../../input/check-input.ts'

const MOST_CHANGES = 100
const MOST_ATTRIBUTES = 500

const words = (most: number) =>
  z.string({ error: 'expected a string' }).max(most, { error: `expected at most ${most} characters` })

const attribute = z.strictObject({
  name: text(),
  was: text().optional(),
  definition: z.record(z.string(), z.unknown(), { error: 'expected an object' }),
})

const MODEL = {
  displayName: words(255).optional(),
  description: words(2000).optional(),
  icon: words(255).optional(),
  draftAndPublish: flag().optional(),
  localized: flag().optional(),
  attributes: z
    .array(attribute, { error: 'expected a list of attributes' })
    .max(MOST_ATTRIBUTES, { error: `expected at most ${MOST_ATTRIBUTES} attributes` }),
}

const KINDS = ['collectionType', 'singleType', 'component'] as const

const change = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('create'),
      model: z.strictObject({
        ...MODEL,
        kind: z.enum(KINDS, { error: `expected one of ${KINDS.join(', ')}` }),
        name: text(),
        plural: text().optional(),
        category: text().optional(),
      }),
    }),
    z.strictObject({ action: z.literal('update'), uid: text(), model: z.strictObject(MODEL) }),
    z.strictObject({ action: z.literal('delete'), uid: text() }),
  ],
  { error: 'expected create, update or delete' },
)

const INPUT = z.strictObject({
  version: text(),
  changes: z
    .array(change, { error: 'expected a list of changes' })
    .min(1, { error: 'expected at least one change' })
    .max(MOST_CHANGES, { error: `expected at most ${MOST_CHANGES} changes` }),
  drafts: z.enum(['publish', 'delete'], { error: 'expected publish or delete' }).optional(),
  confirmed: textList().optional(),
  roles: textList().optional(),
})

export function checkChanges(body: unknown): ConfirmedChanges {
  return checkInput(INPUT, body) as ConfirmedChanges
}
