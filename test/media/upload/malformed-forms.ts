/** Bodies that are almost forms: broken in their frame, their headers, their names, their length, or cut off anywhere. */
import fc from 'fast-check'
import { PIXEL } from '../media-app.ts'
import { BOUNDARY } from './raw-upload.ts'

export interface MalformedForm {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** How the connection ends: after the answer, in the middle with an end, or in the middle with a reset. */
  readonly ending: 'answer' | 'end' | 'reset'
}

const text = fc.string({ unit: 'binary', maxLength: 40 })
const FIELD_NAMES = [
  'files',
  'fileInfo',
  'data',
  'ref',
  'refId',
  'field',
  'path',
  'files.cover',
  'files.cards[0].image',
]
const fieldName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  { weight: 1, arbitrary: fc.constantFrom('', '__proto__', 'files[', 'files]]', 'files.__proto__.x', 'constructor') },
  { weight: 1, arbitrary: fc.constant('f'.repeat(5000)) },
  { weight: 1, arbitrary: text },
)
const fileName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a.png', 'a.txt', 'a.svg', 'a.html') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '../../a.png',
      'a.png%00.html',
      'C:\\x',
      '.htaccess',
      '',
      '.',
      '..',
      'x'.repeat(4096),
      'a\0.png',
      'a"b.png',
      'con',
    ),
  },
  { weight: 1, arbitrary: text },
)
const value = fc.oneof(
  fc.constantFrom(
    '{}',
    '{"title":"x"}',
    '[{"name":"x"}]',
    'null',
    '{"name":"a/b"}',
    '1',
    'api::post.post',
    '-1',
    '9'.repeat(400),
  ),
  fc.constantFrom(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    '<!doctype html><script>1</script>',
  ),
  text,
)
const bytes = fc.oneof(
  fc.constant(PIXEL),
  fc.constant(PIXEL.subarray(0, 40)),
  fc.constant(Buffer.concat([PIXEL, Buffer.from(`\r\n--${BOUNDARY}`)])),
  fc.uint8Array({ maxLength: 2000 }).map(array => Buffer.from(array)),
  value.map(given => Buffer.from(given)),
)
const header = fc.oneof(
  fc.constant('content-type: image/png'),
  fc.constantFrom(
    'content-type: ',
    'content-type: image/',
    'content-type: multipart/mixed; boundary=y',
    'Content-Type:text/plain; charset=utf-7',
  ),
  fc.constantFrom(
    'content-transfer-encoding: base64',
    'content-length: -1',
    'no colon',
    ': no name',
    'x: '.padEnd(20_000, 'y'),
    '\0: \0',
  ),
  text.map(given => given.replace(/\r\n\r\n/g, '')),
)
const disposition = fc
  .tuple(fieldName, fc.option(fileName))
  .chain(([name, file]) =>
    fc.constantFrom(
      `content-disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}`,
      `content-disposition: form-data; name=${name}; filename=${file}`,
      `content-disposition: form-data; filename*=UTF-8''%E0%A4%A; name="${name}"`,
      `content-disposition: attachment; name="${name}"`,
      `content-disposition: form-data; name="${name}`,
      'content-disposition: form-data',
      '',
    ),
  )
const part = fc
  .tuple(disposition, fc.array(header, { maxLength: 3 }), bytes, fc.constantFrom('\r\n', '\n', '\r', ''))
  .map(([first, headers, content, newline]) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}${newline}${[first, ...headers].join(newline)}${newline}${newline}`, 'latin1'),
      content,
      Buffer.from(newline),
    ]),
  )
const parts = fc.oneof(
  { weight: 20, arbitrary: fc.array(part, { maxLength: 5 }) },
  // Ten thousand parts.
  { weight: 1, arbitrary: part.map(one => Array.from({ length: 10_000 }, () => one)) },
)
const closing = fc.constantFrom(
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}`,
  `--${BOUNDARY}-`,
  '--OTHER--\r\n',
  '',
  'rubbish',
)

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      `multipart/form-data; boundary="${BOUNDARY}"; charset=latin1`,
      `Multipart/Form-Data; BOUNDARY=${BOUNDARY}`,
      'multipart/form-data; boundary=--',
    ),
  },
)

export const malformedForm: fc.Arbitrary<MalformedForm> = fc
  .record({
    path: fc.constantFrom(
      '/api/upload',
      '/api/upload',
      '/api/upload?id=1',
      '/api/upload?id=abc',
      '/api/posts',
      '/api/posts/1/localizations',
    ),
    type: contentType,
    parts,
    closing,
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    length: fc.constantFrom('right', 'right', 'right', 'chunked', 'more', 'less'),
    ending: fc.constantFrom('answer', 'answer', 'answer', 'end', 'reset'),
  })
  .map(({ path, type, parts: all, closing: last, cut, length, ending }) => {
    const whole = Buffer.concat([...all, Buffer.from(last)])
    const body = cut === null ? whole : whole.subarray(0, Math.floor(whole.length * cut))
    return {
      path,
      headers: { 'content-type': type, ...lengthHeader(length, body) },
      body: framed(length, body),
      ending,
    } as const
  })

function lengthHeader(length: string, body: Buffer): Readonly<Record<string, string>> {
  if (length === 'chunked') return { 'transfer-encoding': 'chunked' }
  const difference = length === 'more' ? 100 : length === 'less' ? -10 : 0
  return { 'content-length': String(Math.max(0, body.length + difference)) }
}

function framed(length: string, body: Buffer): Buffer {
  if (length !== 'chunked') return body
  const chunk = body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]
  return Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')])
}
