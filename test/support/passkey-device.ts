/** A device with passkeys (ES256), in software, and the browser around it: answers the questions of WebAuthn as they would. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface MadePasskey {
  readonly id: string
  readonly site: string
  readonly userHandle: string
  readonly key: KeyObject
  counter: number
}

export interface Behaviour {
  /** Of the page that asks. */
  readonly origin?: string
  /** The host that the device believes to be asked by. */
  readonly site?: string
  /** False: nobody has shown a finger, a face or a PIN. */
  readonly verified?: boolean
  readonly present?: boolean
  readonly crossOrigin?: boolean
  readonly challenge?: string
  readonly type?: string
  /** Of the passkey that answers; the last one if absent. */
  readonly id?: string
  /** `null`: the device tells nobody whose it is. */
  readonly userHandle?: string | null
  /** How many uses the device has counted; one more than before if absent. */
  readonly counter?: number
  /** Changes what is signed. */
  readonly signature?: (signature: Buffer) => Buffer
}

interface NewOptions {
  readonly challenge: string
  readonly rp: { readonly id?: string }
  readonly user: { readonly id: string }
}

interface Options {
  readonly challenge: string
  readonly rpId?: string
}

export class PasskeyDevice {
  readonly #origin: string
  readonly made: MadePasskey[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The answer to `navigator.credentials.create`. */
  create({ challenge, rp, user }: NewOptions, behaviour: Behaviour & { readonly certificate?: boolean } = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coseKey = map(
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    )
    const passkey = { id: id.toString('base64url'), site: rp.id!, userHandle: user.id, key: privateKey, counter: 0 }
    this.made.push(passkey)
    const length = Buffer.from([0, id.length])
    const authData = Buffer.concat([this.#head(passkey, behaviour, 0x40), Buffer.alloc(16), length, id, coseKey])
    const statement = behaviour.certificate === true ? map(['x5c', [Buffer.from('a certificate')]]) : map()
    const attestation = map(
      ['fmt', behaviour.certificate === true ? 'packed' : 'none'],
      ['attStmt', raw(statement)],
      ['authData', authData],
    )
    const client = this.#client('webauthn.create', challenge, behaviour)
    return {
      ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer to `navigator.credentials.get`. */
  get({ challenge }: Options, behaviour: Behaviour = {}) {
    const passkey = this.made.find(({ id }) => id === behaviour.id) ?? this.made.at(-1)!
    passkey.counter = behaviour.counter ?? passkey.counter + 1
    const authData = this.#head(passkey, behaviour, 0)
    const client = this.#client('webauthn.get', challenge, behaviour)
    const signed = sign('sha256', Buffer.concat([authData, sha256(client)]), passkey.key)
    const { userHandle = passkey.userHandle, signature = bytes => bytes } = behaviour
    return {
      ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature(signed).toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    }
  }

  #head(passkey: MadePasskey, { site, verified = true, present = true }: Behaviour, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    const seen = flags | (present ? 1 : 0) | (verified ? 4 : 0)
    return Buffer.concat([sha256(Buffer.from(site ?? passkey.site)), Buffer.from([seen]), counter])
  }

  #client(type: string, challenge: string, behaviour: Behaviour): Buffer {
    const { origin = this.#origin, crossOrigin = false } = behaviour
    const data = { type: behaviour.type ?? type, challenge: behaviour.challenge ?? challenge, origin, crossOrigin }
    return Buffer.from(JSON.stringify(data))
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

type Cbor = number | string | Buffer | Encoded | readonly Cbor[]

interface Encoded {
  readonly encoded: Buffer
}

function raw(encoded: Buffer): Encoded {
  return { encoded }
}

/** As much of CBOR (RFC 8949) as devices use. */
function map(...entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return (value as Encoded).encoded
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
