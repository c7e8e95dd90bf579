/** `POST /api/email`, for callers that were granted the right to send mail. */
import { sendEmail } from '../../identity/users/send-email.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'
import type { FlatRoute } from '../content/flat-route.ts'

export function emailRoutes(users: UsersContext): readonly FlatRoute[] {
  return [
    {
      method: 'POST',
      path: '/email',
      action: 'plugin::email.email.send',
      limited: ({ caller }) => (caller.userId === null ? undefined : String(caller.userId)),
      answer: request => sendEmail(users, request),
    },
  ]
}
