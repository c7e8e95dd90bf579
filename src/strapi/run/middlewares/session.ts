/** `ctx.session`, as `koa-session` has it: an object that lives in a signed cookie. Nothing is read or set unless code asks for it. */
import type Koa from 'koa'
import type { Context, Middleware } from 'koa'

export interface SessionOptions {
  readonly key: string
  /** In milliseconds. */
  readonly maxAge: number
  readonly overwrite: boolean
  readonly httpOnly: boolean
  readonly signed: boolean
  readonly secure: boolean
}

interface Session {
  readonly isNew: boolean
  [name: string]: unknown
}

interface KnownSession {
  readonly session: Session | null
  /** What the cookie said. */
  readonly before: string
}

/** `given` are the options of `strapi::session`. */
export function addSession(app: Koa, given: Partial<SessionOptions>, keys: readonly string[]): Middleware {
  const secure = process.env.NODE_ENV === 'production'
  const options = {
    key: 'koa.sess',
    maxAge: 86_400_000,
    overwrite: true,
    httpOnly: true,
    signed: true,
    secure,
    ...given,
  }
  const known = new WeakMap<Context, KnownSession>()
  app.keys = [...keys]
  Object.defineProperties(app.context, {
    sessionOptions: { get: () => options },
    session: {
      get(this: Context) {
        const found = known.get(this) ?? readSession(this, options)
        known.set(this, found)
        return found.session
      },
      set(this: Context, value: object | null) {
        const { before } = known.get(this) ?? readSession(this, options)
        known.set(this, { session: value === null ? null : sessionOf(value, true), before })
      },
    },
  })
  return async (ctx, next) => {
    try {
      await next()
    } finally {
      const found = known.get(ctx)
      if (found !== undefined) writeSession(ctx, found, options)
    }
  }
}

function readSession(ctx: Context, { key, signed }: SessionOptions): KnownSession {
  const text = ctx.cookies.get(key, { signed })
  const stored = text === undefined ? undefined : parsed(text)
  const session = sessionOf(stored ?? {}, stored === undefined)
  return { session, before: JSON.stringify(session) }
}

function parsed(text: string): object | undefined {
  try {
    const { _expire, _maxAge, ...stored } = JSON.parse(Buffer.from(text, 'base64').toString())
    return _expire < Date.now() ? undefined : stored
  } catch {
    return undefined
  }
}

function sessionOf(values: object, isNew: boolean): Session {
  return Object.defineProperty({ ...values } as Session, 'isNew', { value: isNew })
}

function writeSession(ctx: Context, { session, before }: KnownSession, options: SessionOptions): void {
  const { key, maxAge, ...cookie } = options
  if (session === null) {
    ctx.cookies.set(key, '', { ...cookie, expires: new Date(0) })
    return
  }
  const text = JSON.stringify(session)
  if (text === before) return
  const value = JSON.stringify({ ...session, _expire: Date.now() + maxAge, _maxAge: maxAge })
  ctx.cookies.set(key, Buffer.from(value).toString('base64'), { ...cookie, maxAge })
}
