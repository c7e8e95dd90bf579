/** What a template of a mail may contain. */
import { z } from 'zod'
import type { MailTemplate } from '../../identity/users/mail-templates.ts'
import { badInput, checkInput, type InputProblem, line } from '../../input/check-input.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { EXPECTED_ADDRESS, isMailAddress } from './mail-address.ts'

const MOST_LINE = 255
const MOST_MESSAGE = 100_000

const address = () => line(MOST_LINE).refine(given => given === '' || isMailAddress(given), EXPECTED_ADDRESS)

const filled = (given: string) => given.trim() !== ''
const NON_EMPTY = { error: 'expected a non-empty string' }

const INPUT = z.strictObject({
  fromName: line(MOST_LINE).optional(),
  fromEmail: address().optional(),
  replyTo: address().optional(),
  subject: line(MOST_LINE).refine(filled, NON_EMPTY).optional(),
  message: z
    .string({ error: 'expected a string' })
    .max(MOST_MESSAGE, { error: `expected at most ${MOST_MESSAGE} characters` })
    .refine(filled, NON_EMPTY)
    .refine(given => !given.includes('\0'), { error: 'must not contain the NUL character' })
    .optional(),
})

/**
 * The template with what `body` names. Texts that stay as they are may have places that Strapi would refuse: a project may
 * have brought them.
 */
export function changedTemplate(before: MailTemplate, body: unknown, variables: readonly string[]): MailTemplate {
  const { fromName, fromEmail, replyTo, subject, message } = checkInput(INPUT, body)
  const after: MailTemplate = {
    from: { name: fromName ?? before.from.name, email: fromEmail ?? before.from.email },
    replyTo: replyTo ?? before.replyTo,
    subject: subject ?? before.subject,
    message: message ?? before.message,
  }
  const problems = (['subject', 'message'] as const)
    .filter(part => after[part] !== before[part])
    .flatMap(part => placeProblems(part, after[part], variables))
  if (problems.length > 0) throw badInput(problems)
  return after
}

function placeProblems(part: string, text: string, variables: readonly string[]): readonly InputProblem[] {
  const wrong = new Set(placesIn(text).filter(place => !isKnown(place, variables)))
  const problems = [...wrong].map(place => refusal(place, variables))
  const dollar = /\$\{[^{}]*\}/.exec(text)?.[0]
  if (dollar !== undefined) problems.push(`${shown(dollar)} is not replaced; write <%= ${variables[0]} %>`)
  return problems.map(message => ({ path: [part], message }))
}

/** `a <%= URL %> b <% x %>` -> `['= URL ', ' x ']` */
function placesIn(text: string): readonly string[] {
  const places: string[] = []
  let end = 0
  for (let start = text.indexOf('<%'); start >= 0; start = text.indexOf('<%', end)) {
    const close = text.indexOf('%>', start + 2)
    if (close < 0) break
    places.push(text.slice(start + 2, close))
    end = close + 2
  }
  return places
}

function isKnown(place: string, variables: readonly string[]): boolean {
  return place.startsWith('=') && variables.includes(place.slice(1).trim())
}

function refusal(place: string, variables: readonly string[]): string {
  const written = shown(`<%${place}%>`)
  if (!place.startsWith('=')) return `${written}: code is not run; write <%= ${variables[0]} %>`
  const nearest = nearestName(place.slice(1).trim(), variables)
  return nearest === undefined
    ? `${written}: not known; available: ${variables.join(', ')}`
    : `${written}: did you mean ${nearest}?`
}

const MOST_SHOWN = 60

function shown(place: string): string {
  return place.length > MOST_SHOWN ? `${place.slice(0, MOST_SHOWN)}…` : place
}
