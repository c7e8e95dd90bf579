/** The list of scalar attribute types. */
import type { ScalarType } from '../schema.ts'
import type { AttributeType } from './attribute-type.ts'
import { boolean } from './boolean.ts'
import { date } from './date.ts'
import { datetime, timestamp } from './datetime.ts'
import { array, blocks, json } from './json.ts'
import { biginteger, decimal, float, integer } from './number.ts'
import { email, enumeration, password, richtext, string, text, uid } from './string.ts'
import { time } from './time.ts'

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
