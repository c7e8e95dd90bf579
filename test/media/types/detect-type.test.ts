/** Types by content: what a file is, under which extension it is stored, and what is never shown. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { acceptFile } from '../../../src/media/types/accept-file.ts'
import { detectType } from '../../../src/media/types/detect-type.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { picture, saved } from '../../support/worlds/images.ts'

const detect = async (content: Sharp | Buffer | string, name: string, mime = 'application/octet-stream') =>
  detectType(await saved(content, 'received'), { name, mime })

/** `image/png .png`, followed by `image` and `hostile` where they hold. */
const shown = async (...given: Parameters<typeof detect>) => {
  const { mime, ext, image, hostile } = await detect(...given)
  return [mime, ext, ...(image ? ['image'] : []), ...(hostile ? ['hostile'] : [])].join(' ')
}

const PDF = '%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n'
const ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])
const MP4 = Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1'), Buffer.alloc(64)])
const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
const PAGE = '<!doctype html><title>x</title><script>alert(1)</script>'

describe('what the content says', () => {
  test('images, with the extension that the client gave them if it fits', async () => {
    expect(await shown(picture(2, 2).png(), 'a.png', 'image/png')).toBe('image/png .png image')
    expect(await shown(picture(2, 2).jpeg(), 'a.JPEG', 'image/jpg')).toBe('image/jpeg .JPEG image')
    expect(await shown(picture(2, 2).webp(), 'a.webp')).toBe('image/webp .webp image')
    expect(await shown(picture(2, 2).gif(), 'a.gif')).toBe('image/gif .gif image')
    expect(await shown(picture(2, 2).tiff(), 'a.tif')).toBe('image/tiff .tif image')
    expect(await shown(picture(2, 2).avif(), 'a.avif')).toBe('image/avif .avif image')
    expect(await shown(SVG, 'a.svg', 'image/svg+xml')).toBe('image/svg+xml .svg image hostile')
  })

  test('images with another extension, or none, get their own', async () => {
    expect(await shown(picture(2, 2).jpeg(), 'a.png', 'image/png')).toBe('image/jpeg .jpg image')
    expect(await shown(picture(2, 2).png(), 'a.png.php', 'application/x-php')).toBe('image/png .png image')
    expect(await shown(picture(2, 2).png(), 'a.unknown')).toBe('image/png .png image')
    expect(await shown(picture(2, 2).png(), 'a')).toBe('image/png .png image')
    expect(await shown(picture(2, 2).png(), '.htaccess')).toBe('image/png .png image')
    expect(await shown(SVG, 'a.txt', 'text/plain')).toBe('image/svg+xml .svg image hostile')
  })

  test('containers keep what the client says, as far as they can hold it', async () => {
    expect(await shown(MP4, 'a.mp4', 'video/mp4')).toBe('video/mp4 .mp4')
    expect(await shown(MP4, 'a.m4a', 'audio/x-m4a')).toBe('audio/mp4 .m4a')
    expect(await shown(MP4, 'a.mov', 'video/quicktime')).toBe('video/quicktime .mov')
    expect(await shown(MP4, 'a.pdf', 'application/pdf')).toBe('video/mp4 .mp4')
    expect(await shown(CFB, 'a.doc', 'application/msword')).toBe('application/msword .doc')
    expect(await shown(CFB, 'a.xls')).toBe('application/vnd.ms-excel .xls')
  })

  test('documents and archives', async () => {
    expect(await shown(PDF, 'a.pdf', 'application/pdf')).toBe('application/pdf .pdf hostile')
    expect(await shown(PDF, 'a.txt', 'text/plain')).toBe('application/pdf .pdf hostile')
    expect(await shown(ZIP, 'a.zip', 'application/x-zip-compressed')).toBe('application/zip .zip')
    expect(await shown(ZIP, 'a.sketch')).toBe('application/zip .sketch')
    expect(await shown(ZIP, 'a.php')).toBe('application/zip .zip')
  })

  test('texts, where only the extension can tell', async () => {
    expect(await shown('a,b\n1,2\n', 'a.csv', 'application/vnd.ms-excel')).toBe('text/csv .csv')
    expect(await shown('{"a":1}', 'a.json', 'application/json')).toBe('application/json .json')
    expect(await shown('hello', 'a.txt', 'text/plain')).toBe('text/plain .txt')
    expect(await shown('', 'empty.txt', 'text/plain')).toBe('text/plain .txt')
    expect(await shown('<p align="center">hello</p>', 'README.md')).toBe('text/markdown .md hostile')
    expect(await shown('alert(1)', 'a.js', 'text/javascript')).toBe('text/javascript .js hostile')
  })
})

describe('what is unknown is hostile', () => {
  test('pages, whatever they are called', async () => {
    expect(await shown(PAGE, 'a.html', 'text/html')).toBe('text/html .html hostile')
    expect(await shown(PAGE, 'a.pdf', 'application/pdf')).toBe('text/html .html hostile')
    expect(await shown(`\uFEFF\n ${PAGE}`, 'a')).toBe('text/html .html hostile')
    expect(await shown('hello', 'a.htm', 'text/html')).toBe('text/html .htm hostile')
    expect(await shown('hello <script src=x>', 'a.mp4', 'video/mp4')).toBe('text/html .html hostile')
  })

  test('other XML', async () => {
    expect(await shown('<?xml version="1.0"?><note/>', 'a.xml', 'text/xml')).toBe('application/xml .xml hostile')
    expect(await shown('<?xml version="1.0"?><gpx/>', 'a.gpx')).toBe('application/xml .gpx hostile')
    expect(await shown('<?xml version="1.0"?><note/>', 'a.png.xsl')).toBe('application/xml .xml hostile')
  })

  test('texts and bytes that nobody knows keep an extension that means nothing, and no other', async () => {
    expect(await shown('ISO-10303-21;', 'part.step', 'model/step')).toBe('text/plain .step hostile')
    expect(await shown('<?php evil() ?>', 'a.php', 'image/x-php')).toBe('text/plain .txt hostile')
    expect(await shown('#!/bin/sh', 'a.png.sh')).toBe('text/plain .txt hostile')
    expect(await shown('hello', 'a.docx')).toBe('text/plain .txt hostile')
    expect(await shown('hello', 'a.p n g')).toBe('text/plain .txt hostile')
    expect(await shown(Buffer.from([0, 1, 2, 3, 0, 0]), 'a.dat')).toBe('application/octet-stream .dat hostile')
    expect(await shown(Buffer.from([0, 1, 2, 3, 0, 0]), 'a.mp4', 'video/mp4')).toBe(
      'application/octet-stream .bin hostile',
    )
    expect(await shown(Buffer.from(PAGE, 'utf16le'), 'a.html')).toBe('application/octet-stream .bin hostile')
  })
})

describe('what is called an image must be one', () => {
  test.each<[string, string | Buffer, string, string]>([
    ['a page called a.png', PAGE, 'a.png', 'image/png'],
    ['a page with the type of an image', PAGE, 'a.html', 'image/png'],
    ['nothing at all', '', 'a.png', 'image/png'],
    ['text called a.jpg', 'hello', 'a.jpg', 'text/plain'],
    ['random bytes', Buffer.from([0, 1, 2, 3]), 'a.webp', 'image/webp'],
    ['a document', PDF, 'a.gif', 'image/gif'],
    ['a page called a.svg', PAGE, 'a.svg', 'image/svg+xml'],
  ])('%s is refused', async (_title, content, name, mime) => {
    const refused = { key: 'notAnImage', status: 400, message: 'File is not a valid image' }
    await expect(detect(content, name, mime)).rejects.toMatchObject(refused)
  })
})

describe('lists', () => {
  const accept = async (content: Sharp | string, lists: { allow?: string[]; deny?: string[] }) =>
    acceptFile(
      await saved(content, 'received'),
      { name: 'a.png', mime: 'image/png' },
      { allow: [], deny: [], ...lists },
    )
  const refused = {
    key: 'typeNotAllowed',
    status: 400,
    message: 'Files of the type image/jpeg are not allowed (settings media.allow and media.deny)',
  }
  const jpeg = () => picture(2, 2).jpeg()

  test('the content decides, not the name', async () => {
    await expect(accept(jpeg(), { allow: ['image/png'] })).rejects.toMatchObject(refused)
    await expect(accept(jpeg(), { deny: ['image/jpeg'] })).rejects.toMatchObject(refused)
    expect(await accept(jpeg(), { allow: ['image/jpeg'] })).toMatchObject({ mime: 'image/jpeg' })
  })

  test('groups of types and extensions', async () => {
    expect(await accept(jpeg(), { allow: ['image/*'] })).toMatchObject({ ext: '.jpg' })
    expect(await accept(jpeg(), { allow: ['.JPG'] })).toMatchObject({ ext: '.jpg' })
    expect(await accept(jpeg(), { allow: ['*'], deny: ['video/*', '.png'] })).toMatchObject({ ext: '.jpg' })
    await expect(accept(jpeg(), { allow: ['*/*'], deny: ['.jpg'] })).rejects.toMatchObject(refused)
    await expect(accept(jpeg(), { allow: ['image/*'], deny: ['image/*'] })).rejects.toMatchObject(refused)
  })
})

describe('vector images', () => {
  const accepted = async (content: string) => {
    const path = join(temporaryFolder(), 'received')
    await writeFile(path, content)
    await acceptFile(path, { name: 'a.svg', mime: 'image/svg+xml' }, { allow: [], deny: [] })
    return readFile(path, 'utf8')
  }

  test('are cleaned in place', async () => {
    expect(await accepted(`${SVG.slice(0, -2)}><script>alert(1)</script><path d="M0 0"/></svg>`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0"></path></svg>',
    )
  })

  test('stay as they are if there is nothing to remove', async () => {
    expect(await accepted(SVG)).toBe(SVG)
  })

  test('are refused if they are not well-formed, or too long to be looked at', async () => {
    await expect(accepted('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')).rejects.toMatchObject({ status: 400 })
    await expect(accepted(`${SVG}<!--${'x'.repeat(10_000_000)}-->`)).rejects.toMatchObject({ status: 413 })
  })
})
