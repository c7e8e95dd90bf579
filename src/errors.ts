/**
 * Every error that can leave the service: stable code, HTTP status, name and message on the wire.
 * Codes: Q1xx the query, C2xx the content, A3xx who is asking, S4xx the server. A code is never reused.
 * `docs/reference/errors.md` lists the same table; a test compares the two.
 */

interface ErrorEntry {
  readonly code: string
  readonly status: number
  /** The error's name in the body, as Strapi v4 has it. */
  readonly name: string
  readonly message: string
}

const entry = (code: string, status: number, name: string, message: string): ErrorEntry => ({
  code,
  status,
  name,
  message,
})

/** In messages, `{x}` is filled from the data given to `fail`. */
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
    'populate and {parameter} cannot be combined. The setting api.dialect "strapi4" allows it.',
  ),
  nestedPagination: entry('Q108', 400, 'PaginationError', '{message}'),
  badRequest: entry('Q109', 400, 'BadRequestError', '{message}'),
  queryTooLong: entry(
    'Q120',
    414,
    'UriTooLongError',
    'The query string is longer than {limit} bytes (setting limits.queryLength)',
  ),
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
  notFound: entry('C201', 404, 'NotFoundError', 'Not Found'),
  fileNotFound: entry('C202', 404, 'NotFoundError', 'file.notFound'),
  unauthorized: entry('A301', 401, 'UnauthorizedError', 'Missing or invalid credentials'),
  tokenExpired: entry('A302', 401, 'UnauthorizedError', 'Token expired'),
  invalidCredentials: entry('A303', 401, 'UnauthorizedError', 'Invalid credentials'),
  noUser: entry('A305', 401, 'UnauthorizedError', 'Unauthorized'),
  providerDisabled: entry('A306', 400, 'ApplicationError', 'This provider is disabled'),
  forbidden: entry('A304', 403, 'ForbiddenError', 'Forbidden'),
  internal: entry('S401', 500, 'InternalServerError', 'Internal Server Error'),
  tooSlow: entry(
    'S402',
    503,
    'ServiceUnavailableError',
    'The query took longer than {limit} ms (setting limits.statementTimeout)',
  ),
  unavailable: entry('S403', 503, 'ServiceUnavailableError', 'The database does not answer'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorKey = keyof typeof ERRORS

/** An error of the table, on its way to the client. `hint` helps the caller and travels in a header. */
export class PopulusError extends Error {
  readonly key: ErrorKey
  readonly code: string
  readonly status: number
  readonly wireName: string
  readonly hint: string | undefined

  constructor(
    key: ErrorKey,
    data: Readonly<Record<string, string | number>> = {},
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    const { code, status, name, message } = ERRORS[key]
    super(
      message.replace(/\{(\w+)\}/g, (_, field: string) => String(data[field] ?? '')),
      { cause: options.cause },
    )
    this.key = key
    this.code = code
    this.status = status
    this.wireName = name
    this.hint = options.hint
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
