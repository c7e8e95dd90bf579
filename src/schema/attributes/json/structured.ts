/** Shared by the types that hold JSON. A filter value is compared as JSON text. */
import type { AttributeType } from '../attribute-type.ts'
import { ANY_JSON } from '../seed-form.ts'

type OfEachType = 'type' | 'rule' | 'example'

export const STRUCTURED: Omit<AttributeType, OfEachType> = {
  column: 'json',
  output: 'json',
  search: 'never',
  cast: text => JSON.stringify(text),
  store: value => JSON.stringify(value),
  seed: ANY_JSON,
}
