/** Takes bytes from a stream in the portions that a format asks for. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #kept: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** So many bytes, or the last ones. */
  async upTo(size: number): Promise<Buffer> {
    const found = await this.peek(size)
    this.#kept = this.#kept.subarray(found.length)
    return found
  }

  /** The bytes stay for the next call. */
  async peek(size: number): Promise<Buffer> {
    while (this.#kept.length < size && (await this.#fetch()));
    return this.#kept.subarray(0, size)
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.peek(1)).length === 0
  }

  async *rest(): AsyncGenerator<Buffer> {
    try {
      while (!(await this.isAtEnd())) yield this.upTo(this.#kept.length)
    } finally {
      await this.close()
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #fetch(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#kept = this.#kept.length === 0 ? value : Buffer.concat([this.#kept, value])
    return true
  }
}
