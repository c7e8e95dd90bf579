/** The list of scalar attribute types. */
import type { ScalarType } from '../schema.ts'
import { array } from './array.ts'
import type { AttributeType } from './attribute-type.ts'
import { biginteger } from './biginteger.ts'
import { blocks } from './blocks.ts'
import { boolean } from './boolean.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { email } from './email.ts'
import { enumeration } from './enumeration.ts'
import { float } from './float.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { password } from './password.ts'
import { richtext } from './richtext.ts'
import { string } from './string.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { timestamp } from './timestamp.ts'
import { uid } from './uid.ts'

export const ATTRIBUTE_TYPES: Readonly<Record<ScalarType, AttributeType>> = Object.freeze({
  string,
  text,
  richtext,
  blocks,
  email,
  password,
  uid,
  enumeration,
  integer,
  biginteger,
  float,
  decimal,
  date,
  time,
  datetime,
  timestamp,
  boolean,
  json,
  array,
})
