/**
 * Every error that can leave the service: stable code, HTTP status, name and message on the wire.
 * Codes: Q1xx the query, C2xx the content, A3xx who is asking, S4xx the server, M5xx the management, P6xx the code of a project.
 * A code is never reused. `docs/reference/errors.md` lists the same table; a test compares the two.
 */

interface ErrorEntry {
  readonly code: string
  readonly status: number
  /** The error's name in the body, as in Strapi v4. */
  readonly name: string
  readonly message: string
}

const entry = (code: string, status: number, name: string, message: string): ErrorEntry => ({
  code,
  status,
  name,
  message,
})

/** In messages, `{x}` is filled from the data given to PopulusError. */
export const ERRORS = {
  invalidParameter: entry('Q101', 400, 'ValidationError', 'Invalid parameter {name}'),
  badValue: entry('Q102', 400, 'ValidationError', 'Invalid value for {parameter}: {problem}'),
  badFormat: entry('Q103', 400, 'ValidationError', '{message}'),
  mixedPagination: entry(
    'Q104',
    400,
    'ValidationError',
    'Invalid pagination parameters. Expected either start/limit or page/pageSize',
  ),
  rootPagination: entry(
    'Q105',
    400,
    'PaginationError',
    'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
  ),
  badWithCount: entry(
    'Q106',
    400,
    'ValidationError',
    'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
  ),
  populateWithPagination: entry(
    'Q107',
    400,
    'ValidationError',
    'populate and {parameter} cannot be combined. The setting api.populateWithPagination allows it.',
  ),
  nestedPagination: entry('Q108', 400, 'PaginationError', '{message}'),
  unknownName: entry('Q110', 400, 'ValidationError', 'There is no {what} {name}{help}'),
  badRequest: entry('Q109', 400, 'BadRequestError', '{message}'),
  queryTooLong: entry(
    'Q120',
    414,
    'UriTooLongError',
    'The query string is longer than {limit} bytes (setting limits.queryLength)',
  ),
  queryInBoth: entry(
    'Q140',
    400,
    'ValidationError',
    'The query is in the address and in the body. Put all parameters into the body',
  ),
  badParameters: entry('Q141', 400, 'ValidationError', 'Invalid parameters: {problems}'),
  tooManyParameters: entry(
    'Q121',
    400,
    'ValidationError',
    'The query has more than {limit} parameters (setting limits.parameters)',
  ),
  listTooLong: entry(
    'Q122',
    400,
    'ValidationError',
    'The list {parameter} has more than {limit} items (setting limits.listLength)',
  ),
  tooManyPopulates: entry(
    'Q123',
    400,
    'ValidationError',
    'The query populates more than {limit} nodes (setting limits.populateNodes)',
  ),
  tooManyFilters: entry(
    'Q124',
    400,
    'ValidationError',
    'The query has more than {limit} filter terms (setting limits.filterTerms)',
  ),
  tooManyAggregates: entry(
    'Q146',
    400,
    'ValidationError',
    'The query asks for more than {limit} groups and computed values (setting limits.aggregateValues)',
  ),
  bodyTooLarge: entry(
    'Q125',
    413,
    'PayloadTooLargeError',
    'The body is larger than {limit} bytes (setting limits.bodySize)',
  ),
  malformedBody: entry('Q130', 400, 'SyntaxError', '{message}'),
  queryTooDeep: entry(
    'Q128',
    400,
    'ValidationError',
    'The parameter {parameter} has more than {limit} brackets (setting limits.queryDepth)',
  ),
  tooManyDeepLevels: entry(
    'Q145',
    400,
    'ValidationError',
    'The parameter {parameter} asks for more than {limit} levels (setting limits.deepLevels)',
  ),
  tooManyHops: entry(
    'Q129',
    400,
    'ValidationError',
    'The parameter {parameter} follows more than {limit} relations (setting limits.relationHops)',
  ),
  tooManyToManyHops: entry(
    'Q131',
    400,
    'ValidationError',
    'The parameter {parameter} follows more than {limit} relations to many entries (setting limits.toManySortHops)',
  ),
  tooManyRelatedKeys: entry(
    'Q132',
    400,
    'ValidationError',
    'The parameter {parameter} names more than {limit} attributes of related entries (setting limits.relatedSortKeys)',
  ),
  tooManyEntries: entry(
    'Q133',
    400,
    'ValidationError',
    'The answer would have more than {limit} entries (setting limits.answerEntries)',
  ),
  answerTooLong: entry(
    'Q134',
    400,
    'ValidationError',
    'The answer would have more than {limit} bytes (setting limits.answerLength)',
  ),
  queryTooComplex: entry(
    'Q135',
    400,
    'ValidationError',
    'The query is too complex for the database: it nests too many conditions and relations',
  ),
  patternTooLong: entry(
    'Q136',
    400,
    'ValidationError',
    'The search text in {parameter} is longer than {limit} characters (setting limits.patternLength)',
  ),
  tooManyWildcards: entry(
    'Q137',
    400,
    'ValidationError',
    'The search text in {parameter} has more than {limit} wildcards, % or _ (setting limits.patternWildcards)',
  ),
  tooManyWords: entry(
    'Q147',
    400,
    'ValidationError',
    'The parameter search has more than {limit} words (setting limits.searchWords)',
  ),
  tooManyPasswords: entry(
    'Q150',
    400,
    'ValidationError',
    'The body has more than {limit} passwords (setting limits.bodyPasswords)',
  ),
  clientGone: entry('Q190', 499, 'ClientClosedRequestError', 'The client has closed the connection'),
  tooExpensive: entry(
    'Q138',
    400,
    'ValidationError',
    'The query would cost {cost} points, more than {limit} (setting limits.cost); {share} % of them are for {part}',
  ),
  tooManyLevels: entry(
    'Q139',
    400,
    'ValidationError',
    'The query nests more levels than the server can follow; 500 levels always work. Read what lies below them with a second query',
  ),
  missingData: entry('Q126', 400, 'ValidationError', 'Missing "data" payload in the request body'),
  tooManyNames: entry('Q148', 400, 'ValidationError', 'The body has more than {limit} names'),
  bodyTooDeep: entry(
    'Q127',
    400,
    'ValidationError',
    'The body is nested deeper than {limit} levels (setting limits.bodyDepth)',
  ),
  requestTooSlow: entry(
    'Q160',
    408,
    'RequestTimeoutError',
    'The request did not arrive within {limit} ms (setting limits.requestTimeout)',
  ),
  badForm: entry('Q170', 400, 'BadRequestError', 'The form cannot be read: {problem}'),
  tooManyFiles: entry(
    'Q171',
    400,
    'ValidationError',
    'The form has more than {limit} files (setting limits.formFiles)',
  ),
  tooManyFields: entry(
    'Q172',
    400,
    'ValidationError',
    'The form has more than {limit} fields (setting limits.formFields)',
  ),
  uploadTooSlow: entry(
    'Q173',
    408,
    'RequestTimeoutError',
    'The upload is slower than {limit} bytes per second (setting limits.uploadRate)',
  ),
  notFound: entry('C201', 404, 'NotFoundError', 'Not Found'),
  fileNotFound: entry('C202', 404, 'NotFoundError', 'file.notFound'),
  invalidValues: entry('C203', 400, 'ValidationError', '{message}'),
  notUnique: entry('C204', 400, 'ValidationError', 'This attribute must be unique'),
  foreignComponent: entry(
    'C205',
    400,
    'ApplicationError',
    'Some of the provided components in {attribute} are not related to the entity',
  ),
  unknownLocale: entry('C206', 400, 'ApplicationError', "This locale doesn't exist"),
  localeMissing: entry('C207', 400, 'ApplicationError', 'locale is missing'),
  localeInvalid: entry('C208', 400, 'ApplicationError', 'locale is invalid'),
  localeTaken: entry('C209', 400, 'ApplicationError', 'locale is already used'),
  entityNotFound: entry('C210', 404, 'NotFoundError', 'Entity not found'),
  singleTypeExists: entry('C211', 400, 'ValidationError', 'singleType.alreadyExists'),
  badRelation: entry('C212', 400, 'ValidationError', '{message}'),
  relationGone: entry('C213', 400, 'ValidationError', 'A related entry does not exist any more'),
  tableMissing: entry('C214', 409, 'ConflictError', 'The database has no table {table} yet'),
  filesEmpty: entry('C240', 400, 'ValidationError', 'Files are empty'),
  replaceWithMany: entry('C241', 400, 'ValidationError', 'Cannot replace a file with multiple ones'),
  badFileName: entry('C242', 400, 'ApplicationError', 'File name contains invalid characters'),
  fileTooLarge: entry('C243', 413, 'PayloadTooLargeError', '{name} exceeds size limit of {limit}.'),
  attributeRefusesType: entry(
    'C244',
    400,
    'ValidationError',
    '{attribute} accepts only {allowed}, but {name} is {mime}',
  ),
  badFileTarget: entry('C245', 400, 'ValidationError', 'The file cannot be attached: {problem}'),
  rangeOutside: entry(
    'C220',
    416,
    'RangeNotSatisfiableError',
    'The file has {size} bytes, and none of them is in the range',
  ),
  notAnImage: entry('C230', 400, 'ApplicationError', 'File is not a valid image'),
  tooManyPixels: entry(
    'C231',
    413,
    'PayloadTooLargeError',
    'The image has {width} x {height} pixels, together more than {limit} (setting limits.imagePixels)',
  ),
  tooMuchMemory: entry(
    'C246',
    413,
    'PayloadTooLargeError',
    'Processing the image takes more than {limit} bytes of memory (setting limits.imageMemory)',
  ),
  svgTooComplex: entry('C248', 413, 'PayloadTooLargeError', 'The SVG has more than {limit} {what}'),
  fileUnreadable: entry('C247', 400, 'ApplicationError', 'The file is damaged, and cannot be read'),
  imageTooSlow: entry(
    'C232',
    400,
    'ApplicationError',
    'Processing the file took longer than {limit} ms (setting limits.imageTimeout)',
  ),
  typeNotAllowed: entry(
    'C233',
    400,
    'ValidationError',
    'Files of the type {mime} are not allowed (settings media.allow and media.deny)',
  ),
  sizeNotAllowed: entry(
    'C234',
    403,
    'ForbiddenError',
    'This size of the image may only be asked for with a signature (setting media.sizes)',
  ),
  tooManyResumable: entry(
    'C235',
    429,
    'RateLimitError',
    'Too many unfinished uploads (settings media.resumable.uploads and media.resumable.bytes)',
  ),
  resumableTooLong: entry(
    'C236',
    400,
    'ValidationError',
    'The upload is longer than the {size} bytes that were announced',
  ),
  resumableBusy: entry('C237', 409, 'ConflictError', 'The upload is being continued or finished by another request'),
  badResumable: entry('C238', 400, 'ValidationError', '{problem}'),
  resumableOffset: entry('C239', 409, 'ConflictError', 'The upload continues at byte {offset}, not at {given}'),
  resumableVersion: entry(
    'C229',
    412,
    'PreconditionFailedError',
    'Only version 1.0.0 of the tus protocol is supported',
  ),
  unauthorized: entry('A301', 401, 'UnauthorizedError', 'Missing or invalid credentials'),
  tokenExpired: entry('A302', 401, 'UnauthorizedError', 'Token expired'),
  invalidCredentials: entry('A303', 401, 'UnauthorizedError', 'Invalid credentials'),
  noUser: entry('A305', 401, 'UnauthorizedError', 'Unauthorized'),
  providerDisabled: entry('A306', 400, 'ApplicationError', 'This provider is disabled'),
  forbidden: entry('A304', 403, 'ForbiddenError', 'Forbidden'),
  namedQueriesOnly: entry(
    'A307',
    403,
    'ForbiddenError',
    'Without credentials, content can be read only through named queries: GET {prefix}/queries/<name> (setting api.anonymousReads)',
  ),
  outsideRules: entry('A308', 403, 'ForbiddenError', 'The entry would be outside the rows that you may write'),
  sharedElsewhere: entry(
    'A310',
    403,
    'ForbiddenError',
    '{attribute} is shared with translations that you may not change',
  ),
  partsMissing: entry(
    'A311',
    403,
    'ForbiddenError',
    'You may change only some fields of {attribute}, so its parts have to stay, each named by its id',
  ),
  rulesBesideCode: entry(
    'A309',
    403,
    'ForbiddenError',
    'The code of the project answers this request, and row rules do not apply to it',
  ),
  rateLimited: entry('A330', 429, 'RateLimitError', 'Too many requests, please try again later.'),
  wrongLogin: entry('A331', 400, 'ValidationError', 'Invalid identifier or password'),
  notConfirmed: entry('A332', 400, 'ApplicationError', 'Your account email is not confirmed'),
  blocked: entry('A333', 400, 'ApplicationError', 'Your account has been blocked by an administrator'),
  registerDisabled: entry('A334', 400, 'ApplicationError', 'Register action is currently disabled'),
  noDefaultRole: entry('A335', 400, 'ApplicationError', 'Impossible to find the default role'),
  identifierTaken: entry('A336', 400, 'ApplicationError', 'Email or Username are already taken'),
  emailTaken: entry('A337', 400, 'ApplicationError', 'Email already taken'),
  usernameTaken: entry('A338', 400, 'ApplicationError', 'Username already taken'),
  passwordsDiffer: entry('A341', 400, 'ValidationError', 'Passwords do not match'),
  wrongCode: entry('A342', 400, 'ValidationError', 'Incorrect code provided'),
  wrongConfirmation: entry('A343', 400, 'ValidationError', 'Invalid token'),
  wrongPassword: entry('A344', 400, 'ValidationError', 'The provided current password is invalid'),
  samePassword: entry('A345', 400, 'ValidationError', 'Your new password must be different than your current password'),
  notSignedIn: entry('A346', 400, 'ApplicationError', 'You must be authenticated to reset your password'),
  userNotFound: entry('A347', 404, 'NotFoundError', 'User not found'),
  roleNotFound: entry('A348', 404, 'NotFoundError', 'Role not found'),
  badUser: entry('A349', 400, 'ApplicationError', '{message}'),
  emptyBody: entry('A350', 400, 'ValidationError', 'Request body cannot be empty'),
  publicRoleStays: entry('A351', 400, 'ApplicationError', 'Cannot delete public role'),
  noTokenSecret: entry(
    'A352',
    400,
    'ApplicationError',
    'Nobody can sign in: no secret is set (setting secrets.jwt, environment JWT_SECRET)',
  ),
  noMailServer: entry(
    'A353',
    400,
    'ApplicationError',
    'No mail server is configured (setting email.smtp, environment SMTP_HOST)',
  ),
  mailNotSent: entry('A354', 400, 'ApplicationError', 'The mail could not be sent, please try again later'),
  providerFailed: entry(
    'A356',
    400,
    'ApplicationError',
    'The provider {provider} could not be reached, please try again later',
  ),
  providerRefused: entry('A357', 400, 'ApplicationError', '{message}'),
  badCallback: entry('A358', 400, 'ValidationError', 'Invalid callback URL provided'),
  secondFactorNeeded: entry('A359', 401, 'UnauthorizedError', 'A second factor is needed'),
  wrongSecondFactor: entry(
    'A360',
    401,
    'UnauthorizedError',
    'The code of the second factor is wrong or was used before',
  ),
  secondFactorRequired: entry(
    'A361',
    403,
    'ForbiddenError',
    'This server asks for a second factor (setting admin.secondFactor)',
  ),
  wrongPasskey: entry('A362', 401, 'UnauthorizedError', 'The passkey was not accepted'),
  signOnFailed: entry(
    'A370',
    400,
    'ApplicationError',
    'The sign-in with {provider} failed: the provider could not be reached, or its answer is not valid',
  ),
  signOnNotStarted: entry(
    'A371',
    400,
    'ApplicationError',
    'The sign-in was not started in this browser, was started too long ago, or is finished already',
  ),
  signOnUnverified: entry(
    'A372',
    403,
    'ForbiddenError',
    'The provider does not say that the e-mail address is verified',
  ),
  signOnUnknown: entry('A373', 403, 'ForbiddenError', 'There is no administrator for this account who may sign in'),
  signOnNoRole: entry('A374', 403, 'ForbiddenError', 'The provider gives this account no role on this server'),
  signOnDenied: entry('A375', 403, 'ForbiddenError', 'The provider did not let the account in'),
  passwordsOff: entry(
    'A376',
    403,
    'ForbiddenError',
    'Administrators sign in without passwords on this server (setting admin.passwords)',
  ),
  signInAgain: entry(
    'A377',
    403,
    'ForbiddenError',
    'Sign in again first: this is possible shortly after a sign-in only',
  ),
  passwordsBusy: entry(
    'A355',
    429,
    'RateLimitError',
    'Too many passwords are being checked at the moment, please try again later',
  ),
  badInput: entry('M501', 400, 'ValidationError', '{problems}'),
  taken: entry('M502', 400, 'ApplicationError', 'There is already {what}'),
  lastSuperAdmin: entry('M503', 400, 'ApplicationError', 'The last active super administrator cannot be removed'),
  roleNeeded: entry('M504', 400, 'ApplicationError', 'The role {role} cannot be deleted: {reason}'),
  superRoleStays: entry(
    'M526',
    400,
    'ApplicationError',
    'The role Super Admin may do everything and cannot be changed',
  ),
  notFirst: entry('M505', 403, 'ForbiddenError', 'There is already an administrator'),
  preferencesTooLarge: entry('M512', 413, 'PayloadTooLargeError', 'The preferences are larger than {limit} bytes'),
  draftTooLarge: entry(
    'M513',
    413,
    'PayloadTooLargeError',
    'The draft is larger than {limit} bytes (setting admin.draftSize)',
  ),
  versionConflict: entry('M514', 409, 'ConflictError', 'The entry has changed since it was opened'),
  noPreview: entry('M515', 404, 'NotFoundError', 'The type {type} has no preview address (setting admin.preview)'),
  localeExists: entry('M516', 400, 'ApplicationError', 'This locale already exists'),
  defaultLocaleNeeded: entry('M517', 400, 'ApplicationError', 'Cannot delete the default locale'),
  localeInUse: entry(
    'M518',
    409,
    'ConflictError',
    'The locale {code} has {count} entries ({list}), which would be deleted with it',
  ),
  changesGone: entry(
    'M519',
    410,
    'GoneError',
    'The changes after this place are no longer kept (setting changes.keepDays). Read the content again, and continue from details.next',
  ),
  changesOff: entry('M520', 404, 'NotFoundError', 'Changes are not recorded (setting changes.keepDays)'),
  historyOff: entry('M525', 404, 'NotFoundError', 'Nothing is kept here (setting {setting}.keepDays)'),
  builderOff: entry(
    'M530',
    403,
    'ForbiddenError',
    'Content types can be changed only under populus dev: this server does not follow its files',
  ),
  schemaFilesChanged: entry('M531', 409, 'ConflictError', 'The schema files have changed since they were opened'),
  lossNotConfirmed: entry(
    'M532',
    409,
    'ConflictError',
    'The changes need a confirmation: details.confirm says of what',
  ),
  releaseRefused: entry('M540', 400, 'ValidationError', 'The release cannot be published: {problems}'),
  releaseDone: entry('M541', 409, 'ConflictError', 'The release was published and cannot be changed any more'),
  taskBusy: entry('M550', 409, 'ConflictError', 'A server is busy with this already ({kind})'),
  noTask: entry('M551', 409, 'ConflictError', 'No server is busy with this ({kind})'),
  importNotChecked: entry('M552', 409, 'ConflictError', 'There is no checked file that can be imported: {reason}'),
  noStorage: entry('M507', 400, 'ApplicationError', 'The opened database has no table for {type}'),
  noAdminSecret: entry(
    'M508',
    400,
    'ApplicationError',
    'No administrator can sign in: no secret is set (setting secrets.admin, environment ADMIN_JWT_SECRET)',
  ),
  noTokenSalt: entry(
    'M509',
    400,
    'ApplicationError',
    'No API token can be created: no salt is set (setting secrets.apiTokenSalt, environment API_TOKEN_SALT)',
  ),
  wrongFirstCode: entry(
    'M511',
    403,
    'ForbiddenError',
    'The code for the first administrator is wrong or has expired; run populus admins code to get a new one',
  ),
  noCsrfHeader: entry(
    'M510',
    403,
    'ForbiddenError',
    'A request with the cookie of an administrator needs the header X-Populus-Admin: 1',
  ),
  internal: entry('S401', 500, 'InternalServerError', 'Internal Server Error'),
  tooSlow: entry(
    'S402',
    503,
    'ServiceUnavailableError',
    'The query took longer than {limit} ms (setting limits.statementTimeout)',
  ),
  tooManyExpensive: entry(
    'S404',
    503,
    'ServiceUnavailableError',
    'More than {limit} expensive queries came at the same time (setting limits.expensiveQueries)',
  ),
  imagesBusy: entry(
    'S405',
    503,
    'ServiceUnavailableError',
    'More than {limit} files are waiting to be processed (setting limits.imageQueue)',
  ),
  imagesUnavailable: entry('S406', 503, 'ServiceUnavailableError', 'Files cannot be processed at the moment'),
  sizesBusy: entry('S407', 503, 'ServiceUnavailableError', 'More than {limit} sizes of images are waiting to be made'),
  fileBusy: entry('S408', 503, 'ServiceUnavailableError', 'Another request is changing this file'),
  unavailable: entry('S403', 503, 'ServiceUnavailableError', 'The database does not answer'),
  starting: entry('S411', 503, 'ServiceUnavailableError', 'The server is starting'),
  searchIncomplete: entry(
    'S412',
    503,
    'ServiceUnavailableError',
    'The search index is being built, and {percent} % of it is there',
  ),
  databaseFull: entry(
    'S409',
    503,
    'ServiceUnavailableError',
    'Nothing can be stored, because the disk of the database is full',
  ),
  databaseReadOnly: entry(
    'S410',
    503,
    'ServiceUnavailableError',
    'Nothing can be stored, because the database is read-only',
  ),
  storageFailed: entry('S420', 502, 'BadGatewayError', 'The storage for files ({provider}) refused the request'),
  storageUnavailable: entry(
    'S421',
    503,
    'ServiceUnavailableError',
    'The storage for files ({provider}) is not available',
  ),
  providerNotSupported: entry('S422', 501, 'NotImplementedError', 'Files cannot be stored: {problem}'),
  guardNotRun: entry(
    'S423',
    501,
    'NotImplementedError',
    'This route is closed, because {file} of the project is not run (setting adopt.ignore)',
  ),
  projectRefused: entry('P601', 400, 'ApplicationError', '{message}'),
  tooManyStreams: entry('S424', 503, 'ServiceUnavailableError', 'Too many live queries at the same time'),
  projectFailed: entry('S430', 500, 'InternalServerError', 'Internal Server Error'),
  hooksTooDeep: entry('S431', 500, 'InternalServerError', 'Internal Server Error'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorKey = keyof typeof ERRORS

/** What a message repeats of a request is cut after as many characters. */
const LONGEST_PART = 5000

/** An error of the table, on its way to the client. `hint` helps the caller and travels in a header. */
export class PopulusError extends Error {
  readonly key: ErrorKey
  readonly code: string
  readonly status: number
  readonly wireName: string
  readonly hint: string | undefined
  /** What the message names. */
  readonly data: Readonly<Record<string, string | number>>
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  /** The value of `details` in the body. */
  readonly details: object

  constructor(
    key: ErrorKey,
    data: Readonly<Record<string, string | number>> = {},
    options: {
      hint?: string | undefined
      cause?: unknown
      details?: object
      retryAfter?: number
      /** Of errors thrown by the code of a project, which chooses them. */
      status?: number
      wireName?: string
    } = {},
  ) {
    const { code, status, name, message } = ERRORS[key]
    super(
      message.replace(/\{(\w+)\}/g, (_, field: string) => String(data[field] ?? '').slice(0, LONGEST_PART)),
      { cause: options.cause },
    )
    this.key = key
    this.code = code
    this.status = options.status ?? status
    this.wireName = options.wireName ?? name
    this.data = data
    this.hint = options.hint
    this.retryAfter = options.retryAfter
    this.details = options.details ?? {}
  }
}

/** Why the server cannot start: one line per problem, written for the person at the terminal. */
export class StartError extends Error {
  readonly problems: readonly string[]

  constructor(headline: string, problems: readonly string[] = []) {
    super([headline, ...problems.map(problem => `  - ${problem}`)].join('\n'))
    this.problems = problems
  }
}
