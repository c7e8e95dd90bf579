/** What the server says is translated in the panel: errors by their codes, problems of values by their words. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ERROR_TEMPLATES, PROBLEM_TEMPLATES } from '../../admin/src/i18n/server-templates.ts'
import { errorText, problemText } from '../../admin/src/i18n/server-texts.ts'
import { ERRORS } from '../../src/errors.ts'
import { ATTRIBUTE_TYPES } from '../../src/schema/attributes/registry.ts'
import { lengthTests, storable } from '../../src/schema/rules/scalar-tests.ts'
import type { ScalarAttribute } from '../../src/schema/schema.ts'

const textsOf = (language: string) => ({
  errors: JSON.parse(
    readFileSync(new URL(`../../admin/src/i18n/${language}/errors.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>,
})
const english = textsOf('en')
const sources = [textsOf('de'), english]
const codes = new Map(Object.entries(ERRORS).map(([key, { code }]) => [code as string, key]))

/** The panel shows these in English. A new error is translated, or named here with the reason. */
const IN_ENGLISH: Readonly<Record<string, RegExp>> = {
  'about the text of a query, which the panel writes itself':
    /^(invalidParameter|badValue|badFormat|mixedPagination|rootPagination|badWithCount|populateWithPagination|nestedPagination|unknownName|badRequest|queryInBoth|badParameters|tooMany(Parameters|Populates|Filters|Aggregates|DeepLevels|Hops|ToManyHops|RelatedKeys|Entries|Wildcards|Words|Levels|Names|Fields|Passwords)|listTooLong|queryToo(Deep|Complex)|answerTooLong|patternTooLong|tooExpensive|missingData|bodyTooDeep|malformedBody|badForm|clientGone)$/,
  'says in its own words what is wrong':
    /^(invalidValues|badRelation|badInput|badFileTarget|badResumable|foreignComponent|projectRefused|providerNotSupported)$/,
  'for programs, and for the people of a website':
    /^(localeMissing|localeInvalid|range\w+|sizeNotAllowed|sizesBusy|resumable(TooLong|Offset|Version)|noUser|provider(Disabled|Failed|Refused)|namedQueriesOnly|rulesBesideCode|wrongLogin|notConfirmed|blocked|registerDisabled|noDefaultRole|identifierTaken|passwordsDiffer|wrongConfirmation|notSignedIn|userNotFound|roleNotFound|badUser|emptyBody|publicRoleStays|noTokenSecret|badCallback|noCsrfHeader|changesGone|changesOff|tooManyStreams|guardNotRun|projectFailed|hooksTooDeep)$/,
  'cannot be caused by the panel': /^preferencesTooLarge$/,
}

describe('errors of the server', () => {
  it('are translated, or named above', () => {
    const named = (key: string) => Object.values(IN_ENGLISH).some(pattern => pattern.test(key))
    const missing = [...codes].filter(([code, key]) => !(code in english.errors) && !named(key))
    expect(missing).toEqual([])
  })

  it('are not translated after they are gone', () => {
    const own = new Set(['offline', 'unexpected', ...PROBLEM_TEMPLATES.map(([, key]) => key)])
    expect(Object.keys(english.errors).filter(code => !codes.has(code) && !own.has(code))).toEqual([])
  })

  it.each(Object.entries(ERROR_TEMPLATES).filter(([code]) => code !== 'unexpected'))(
    'have the words by which %s is recognised',
    (code, template) => {
      expect(ERRORS[codes.get(code) as keyof typeof ERRORS].message).toBe(template)
    },
  )

  it('have an entry for every translation with parts', () => {
    const withParts = Object.entries(english.errors).filter(([code, text]) => codes.has(code) && text.includes('{'))
    expect(withParts.map(([code]) => code).filter(code => !(code in ERROR_TEMPLATES))).toEqual([])
  })

  it('are shown in the language, with their parts', () => {
    const error = Object.assign(new Error('The storage for files (s3) is not available'), { code: 'S421' })
    expect(errorText(sources, error)).toBe('Der Dateispeicher (s3) ist nicht verfügbar.')
  })

  it('are shown as they are if the panel does not know them', () => {
    expect(errorText(sources, Object.assign(new Error('A new error'), { code: 'X999' }))).toBe('A new error')
    expect(errorText(sources, Object.assign(new Error('Other words'), { code: 'S421' }))).toBe('Other words')
  })
})

/** With every limit that an attribute can have. */
const LIMITED = { min: 2, max: 3, minLength: 2, maxLength: 3, regex: '^a', enum: ['a', 'b'] }

const rules = Object.entries(ATTRIBUTE_TYPES).map(([type, { rule }]) => {
  const attribute = { kind: 'scalar', type, name: 'value', required: true, unique: true, definition: LIMITED }
  return [type, rule(attribute as unknown as ScalarAttribute, false)] as const
})

/** Of texts that no keyboard writes. */
const STRANGE = new Set([...storable('text'), ...storable('json')].map(test => test.message('x')))

describe('problems of values', () => {
  it.each(rules)('are translated: %s', (_, rule) => {
    const messages = rule.tests.map(test => test.message('x')).filter(message => !STRANGE.has(message))
    expect(messages.filter(message => problemText(sources, message) === message)).toEqual([])
  })

  it.each([
    ['title must be at least 3 characters', 'Mindestens 3 Zeichen eingeben.'],
    ['title must be defined.', 'Dieser Wert ist erforderlich.'],
    ['kind must be one of the following values: a, b', 'Einen dieser Werte wählen: a, b.'],
    ['This attribute must be unique', 'Ein anderer Eintrag hat diesen Wert schon.'],
    ['something else', 'something else'],
  ])('%s', (message, text) => {
    expect(problemText(sources, message)).toBe(text)
  })

  it('are translated for lists of parts', () => {
    const messages = lengthTests({ min: 2, max: 3 }, true).map(test => test.message('blocks'))
    expect(messages.map(message => problemText(sources, message))).toEqual([
      'Mindestens 2 hinzufügen.',
      'Höchstens 3 sind möglich.',
    ])
  })
})
