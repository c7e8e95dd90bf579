/** The list of scalar attribute types. */
import type { ScalarType } from '../schema.ts'
import type { AttributeType } from './attribute-type.ts'
import { boolean } from './boolean.ts'
import { array } from './json/array.ts'
import { blocks } from './json/blocks.ts'
import { json } from './json/json.ts'
import { biginteger } from './number/biginteger.ts'
import { decimal } from './number/decimal.ts'
import { float } from './number/float.ts'
import { integer } from './number/integer.ts'
import { email } from './text/email.ts'
import { enumeration } from './text/enumeration.ts'
import { password } from './text/password.ts'
import { richtext } from './text/richtext.ts'
import { string } from './text/string.ts'
import { text } from './text/text.ts'
import { uid } from './text/uid.ts'
import { date } from './time/date.ts'
import { datetime } from './time/datetime.ts'
import { time } from './time/time.ts'
import { timestamp } from './time/timestamp.ts'

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
