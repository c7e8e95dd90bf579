/** Refuses information about a file that the database could not store. */
import type { ContentContext } from '../../content/content-context.ts'
import { PopulusError } from '../../errors.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { checkValue } from '../../schema/rules/check-value.ts'
import { isScalar } from '../../schema/schema.ts'
import { namedProblems, problemsText } from '../../util/named-problems.ts'
import { fileType } from '../files/file-rows.ts'
import type { FileInfo } from './received-file.ts'

/** The rules are those of the attributes, so they are the same as for content. */
export function checkInfo({ schema, settings }: Pick<ContentContext, 'schema' | 'settings'>, info: FileInfo): void {
  const { attributes } = fileType(schema)
  const surroundings = { strictTypes: settings.strictTypes, taken: new Set<string>() }
  const errors = Object.entries(info).flatMap(([name, value]) => {
    const attribute = attributes.get(name)
    if (typeof value !== 'string' || !isScalar(attribute)) return []
    const rule = ATTRIBUTE_TYPES[attribute.type].rule(attribute, false)
    const found = checkValue(rule, { value, original: value, path: `fileInfo.${name}` }, surroundings)
    return found.map(({ message }) => ({ path: ['fileInfo', name], message, name: 'ValidationError' }))
  })
  if (errors.length > 0)
    throw new PopulusError('invalidValues', { message: problemsText(errors) }, { details: namedProblems(errors) })
}
