/** The answers of browsers about passkeys, as far as they are looked at. Browsers add more to them, which is left out. */
import { z } from 'zod'

const encoded = (most: number) =>
  z
    .string({ error: 'expected a string' })
    .max(most, { error: `expected at most ${most} characters` })
    .regex(/^[\w-]+$/, { error: 'expected base64url' })

const object = { error: 'expected the answer of a browser' }

const common = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key', { error: 'expected "public-key"' }),
  clientExtensionResults: z.unknown().transform(() => ({})),
}

export const passkeyAnswer = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: encoded(4096),
        authenticatorData: encoded(4096),
        signature: encoded(4096),
        userHandle: encoded(128).exactOptional(),
      },
      object,
    ),
  },
  object,
)

export const newPasskeyAnswer = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: encoded(4096),
        attestationObject: encoded(8192),
        transports: z
          .array(encoded(32), { error: 'expected a list' })
          .max(10, { error: 'expected at most 10 items' })
          .exactOptional(),
      },
      object,
    ),
  },
  object,
)
