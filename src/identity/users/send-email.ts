/** Sends a mail for a caller, as Strapi's email plugin does. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import type { Attachment, FreeMail } from '../mail/mailer.ts'
import { bodyRecord, ownValue, textProblems } from './check-body.ts'
import { missing, type Problem, refuseProblems, wrongType } from './user-problem.ts'
import type { UserRequest, UsersContext } from './users-context.ts'

const ADDRESSES = ['to', 'cc', 'bcc'] as const
const TEXTS = ['from', 'replyTo', 'subject', 'text', 'html'] as const
const ATTACHMENT_TEXTS = ['filename', 'content', 'contentType', 'encoding', 'cid'] as const

/**
 * `{"to":"ann@example.org","subject":"Hello","text":"..."}` -> `{}`. Answers when the mail server has accepted the mail.
 * Other fields are ignored.
 */
export async function sendEmail(context: UsersContext, { body }: UserRequest): Promise<string> {
  const mail = readMail(bodyRecord(body))
  context.mail.checkReady()
  await context.mail.sendFree(mail)
  return '{}'
}

function readMail(body: JsonObject): FreeMail {
  const problems = [
    ...ADDRESSES.flatMap(name => addressProblems(name, ownValue(body, name))),
    ...TEXTS.flatMap(name => textProblems(name, ownValue(body, name), {})),
    ...attachmentProblems(ownValue(body, 'attachments')),
  ]
  refuseProblems(problems)
  const attachments = (ownValue(body, 'attachments') ?? []) as readonly JsonObject[]
  return {
    ...picked<Omit<FreeMail, 'attachments'>>(body, [...ADDRESSES, ...TEXTS]),
    attachments: attachments.map(given => picked<Attachment>(given, ATTACHMENT_TEXTS)),
  }
}

/** An address, several with commas between them, or a list of them. */
function addressProblems(name: string, given: unknown): readonly Problem[] {
  const isMissing = given === undefined || given === '' || (Array.isArray(given) && given.length === 0)
  if (isMissing) return name === 'to' ? [missing([name])] : []
  if (!Array.isArray(given)) return textProblems(name, given, {})
  return given.flatMap((item, index) =>
    typeof item === 'string' ? [] : [wrongType([name, `${index}`], 'string', item)],
  )
}

/** The content must be in the body: files of the server and addresses are never opened. */
function attachmentProblems(given: unknown): readonly Problem[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) return [wrongType(['attachments'], 'array', given)]
  return given.flatMap((item, index) => {
    const path = ['attachments', `${index}`]
    if (!isObject(item)) return [wrongType(path, 'object', item)]
    const wrong = ATTACHMENT_TEXTS.filter(name => !['undefined', 'string'].includes(typeof ownValue(item, name)))
    const content = ownValue(item, 'content') === undefined ? [missing([...path, 'content'])] : []
    return [...wrong.map(name => wrongType([...path, name], 'string', item[name])), ...content]
  })
}

/** Members that were checked before. */
function picked<T>(given: JsonObject, names: readonly string[]): T {
  return Object.fromEntries(names.flatMap(name => (Object.hasOwn(given, name) ? [[name, given[name]]] : []))) as T
}
