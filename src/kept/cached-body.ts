/** The bytes of an answer, and their compressed forms once they have been requested. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const compressors: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: plain =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: plain => promisify(gzip)(plain, { level: 6 }),
}

/** Shorter bodies are sent uncompressed. */
const WORTH_COMPRESSING = 1024

export class CachedBody {
  readonly plain: Buffer
  /** Most bodies are never requested in another form, and a map takes as much memory as a short body. */
  #compressed: Map<Encoding, Buffer | 'on its way'> | undefined
  readonly #grown: (() => void) | undefined

  /** `grown` is called when a compressed form has been added; without it, there are none: nobody would ask for them again. */
  constructor(plain: Buffer, grown?: () => void) {
    this.plain = plain
    this.#grown = grown
  }

  /**
   * The compressed form, if it exists. Otherwise it is made in the background: nobody waits for it, and the next caller
   * gets it.
   */
  as(encoding: Encoding): Buffer | undefined {
    const known = this.#compressed?.get(encoding)
    if (known === undefined && this.#grown !== undefined) this.#compress(encoding, this.#grown)
    return known === 'on its way' ? undefined : known
  }

  /** The size of all forms together. */
  get bytes(): number {
    let bytes = this.plain.length
    for (const form of this.#compressed?.values() ?? []) if (form !== 'on its way') bytes += form.length
    return bytes
  }

  #compress(encoding: Encoding, grown: () => void): void {
    if (this.plain.length < WORTH_COMPRESSING) return
    const forms = this.#compressed ?? new Map<Encoding, Buffer | 'on its way'>()
    this.#compressed = forms
    forms.set(encoding, 'on its way')
    compressors[encoding](this.plain).then(
      compressed => {
        forms.set(encoding, compressed)
        grown()
      },
      () => forms.delete(encoding),
    )
  }
}
