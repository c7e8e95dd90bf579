/** What the types of attributes are called by people, and what each is for. */
import type { OfferedType } from './attribute-options.ts'

export const TYPE_TEXTS = {
  string: ['builder.isString', 'builder.isStringHint'],
  text: ['builder.isText', 'builder.isTextHint'],
  richtext: ['builder.isRichtext', 'builder.isRichtextHint'],
  blocks: ['builder.isBlocks', 'builder.isBlocksHint'],
  integer: ['builder.isInteger', 'builder.isIntegerHint'],
  biginteger: ['builder.isBiginteger', 'builder.isBigintegerHint'],
  decimal: ['builder.isDecimal', 'builder.isDecimalHint'],
  float: ['builder.isFloat', 'builder.isFloatHint'],
  boolean: ['builder.isBoolean', 'builder.isBooleanHint'],
  date: ['builder.isDate', 'builder.isDateHint'],
  datetime: ['builder.isDatetime', 'builder.isDatetimeHint'],
  time: ['builder.isTime', 'builder.isTimeHint'],
  email: ['builder.isEmail', 'builder.isEmailHint'],
  password: ['builder.isPassword', 'builder.isPasswordHint'],
  enumeration: ['builder.isEnumeration', 'builder.isEnumerationHint'],
  uid: ['builder.isUid', 'builder.isUidHint'],
  json: ['builder.isJson', 'builder.isJsonHint'],
  media: ['builder.isMedia', 'builder.isMediaHint'],
  relation: ['builder.isRelation', 'builder.isRelationHint'],
  component: ['builder.isComponent', 'builder.isComponentHint'],
  dynamiczone: ['builder.isDynamiczone', 'builder.isDynamiczoneHint'],
} as const satisfies Readonly<Record<OfferedType, readonly [string, string]>>
