import { ApiError } from '../../api/api-error.ts'

/** The codes with which the server sends people back; a link cannot show any other text. */
const PROBLEMS = /^(A37\d|A330|M503)$/

/** What the address of the sign-in page says about an attempt. */
export function signOnState(): { readonly problem: ApiError | undefined; readonly asksCode: boolean } {
  const query = new URLSearchParams(location.search)
  const code = query.get('problem') ?? ''
  return {
    problem: PROBLEMS.test(code) ? new ApiError({ status: 400, name: 'SignOn', message: code }, code) : undefined,
    asksCode: query.get('signOn') === 'code',
  }
}
