// Files: rows as older uploads left them, and real images that the upload service of Strapi stores, in folders.
const { mkdtempSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

const ROWS = 24

/** Gives the ids of the rows by number, counted around. */
exports.makeMedia = async strapi => {
  const ids = []
  for (let n = 1; n <= ROWS; n++) ids.push((await strapi.query('plugin::upload.file').create({ data: fileRow(n) })).id)
  await uploadFiles(strapi)
  return n => ids[((n % ROWS) + ROWS) % ROWS]
}

function fileRow(n) {
  const isPdf = n % 8 === 0
  const [ext, mime] = isPdf ? ['.pdf', 'application/pdf'] : ['.jpg', 'image/jpeg']
  const hash = `pic_${n}_${(0xabc000 + n * 37).toString(16)}`
  const sizes = n % 2 ? { medium: formatOf('medium', n, hash, 750), small: formatOf('small', n, hash, 500) } : {}
  return {
    name: `${isPdf ? 'doc' : 'pic'}-${n}${ext}`,
    alternativeText: n % 3 ? `alt ${n}` : null,
    caption: n % 4 ? `caption ${n}` : null,
    width: isPdf ? null : 800 + n * 10,
    height: isPdf ? null : 600 + n * 10,
    formats: isPdf || n % 5 === 0 ? null : { thumbnail: formatOf('thumbnail', n, hash, 245), ...sizes },
    hash,
    ext,
    mime,
    size: 100.25 + n,
    url: `/uploads/${hash}${ext}`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: n === 7 ? { public_id: 'x7', nested: { a: [1, 2] } } : null,
    folderPath: '/',
  }
}

function formatOf(name, n, hash, width) {
  return {
    name: `${name}_pic-${n}.jpg`,
    hash: `${name}_${hash}`,
    ext: '.jpg',
    mime: 'image/jpeg',
    path: null,
    width,
    height: Math.round(width * 0.75),
    size: Math.round(width * 3.7) / 100,
    sizeInBytes: Math.round(width * 37),
    url: `/uploads/${name}_${hash}.jpg`,
  }
}

async function uploadFiles(strapi) {
  const folders = strapi.plugin('upload').service('folder')
  const outer = await folders.create({ name: 'Bilder — 写真', parent: null })
  const inner = await folders.create({ name: 'Größe & mehr', parent: outer.id })
  const place = mkdtempSync(join(tmpdir(), 'populus-media-'))
  try {
    const picture = join(place, 'Über den Wolken ☁.png')
    await pictureAt(strapi, picture)
    await upload(strapi, picture, 'image/png', { folder: inner.id, alternativeText: 'Wolken ☁', caption: '' })
    const text = join(place, 'notes.txt')
    writeFileSync(text, 'Notes of a meeting.\n')
    await upload(strapi, text, 'text/plain', { folder: outer.id })
    await upload(strapi, text, 'text/plain', {})
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function pictureAt(strapi, path) {
  const sharp = require(
    require.resolve('sharp', { paths: [join(strapi.dirs.app.root, 'node_modules/@strapi/plugin-upload')] }),
  )
  const background = { r: 90, g: 140, b: 220 }
  await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .png()
    .toFile(path)
}

async function upload(strapi, path, type, fileInfo) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const files = { path, name, type, size: statSync(path).size }
  await strapi
    .plugin('upload')
    .service('upload')
    .upload({ data: { fileInfo: { name, ...fileInfo } }, files })
}
