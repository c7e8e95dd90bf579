/** The server's messages whose parts are shown in a translation. A test compares them with the server's own. */

/** By the code of the error. Messages without parts need no entry. */
export const ERROR_TEMPLATES: Readonly<Record<string, string>> = {
  Q120: 'The query string is longer than {limit} bytes (setting limits.queryLength)',
  Q125: 'The body is larger than {limit} bytes (setting limits.bodySize)',
  Q171: 'The form has more than {limit} files (setting limits.formFiles)',
  C214: 'The database has no table {table} yet',
  C231: 'The image has {width} x {height} pixels, together more than {limit} (setting limits.imagePixels)',
  C233: 'Files of the type {mime} are not allowed (settings media.allow and media.deny)',
  C243: '{name} exceeds size limit of {limit}.',
  C244: '{attribute} accepts only {allowed}, but {name} is {mime}',
  M507: 'The opened database has no table for {type}',
  M513: 'The draft is larger than {limit} bytes (setting admin.draftSize)',
  S420: 'The storage for files ({provider}) refused the request',
  S421: 'The storage for files ({provider}) is not available',
  unexpected: 'The server answered with {status}',
}

/** Problems of values, by their words. The first that fits is meant. */
export const PROBLEM_TEMPLATES: readonly (readonly [template: string, key: string])[] = [
  ['{path} must be defined.', 'required'],
  ['{path} cannot be null.', 'required'],
  ['{path} is a required field', 'required'],
  ['{path} cannot be empty', 'required'],
  ['{path} must be at least {limit} characters', 'tooShort'],
  ['{path} must be at most {limit} characters', 'tooLong'],
  ['Password must be less than {limit} bytes', 'passwordTooLong'],
  ['{path} must match the following: "{pattern}"', 'noMatch'],
  ['{path} must be a valid email', 'noEmail'],
  ['{path} must be greater than or equal to {limit}', 'tooSmall'],
  ['{path} must be less than or equal to {limit}', 'tooLarge'],
  ['{path} must be an integer', 'noInteger'],
  ['{path} must be a finite number', 'noNumber'],
  ['{path} must be a whole number from {least} to {most}', 'outOfRange'],
  ['{path} must be a number from {least} to {most}', 'outOfRange'],
  ['{path} must be a number between {least} and {most}', 'outOfRange'],
  ['{path} must be one of the following values: {values}', 'noChoice'],
  ['{path} field must have at least {limit} items', 'tooFew'],
  ['{path} field must have less than or equal to {limit} items', 'tooMany'],
  ['{path} must be a `{type}` type, but the final value was: {value}', 'wrongType'],
  ['{path} must be valid JSON', 'noJson'],
  ['{path} must have at most two digits after the decimal point', 'tooManyDigits'],
  ['This attribute must be unique', 'C204'],
]
