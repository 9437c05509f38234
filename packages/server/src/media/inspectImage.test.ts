// Hostile and ordinary image files.

import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildExifTiff,
  buildJpeg,
  buildPng,
  exifSegment,
  jpegEnd,
  jpegFrame,
  jpegScan,
  jpegSegment,
  jpegStart,
  jpegTables,
  pngChunk,
  pngHeader,
  pngSignature,
} from '../../testing/images.ts'
import { inspectImage } from './inspectImage.ts'
import { ImageProblem } from './parsedImage.ts'

const inspect = async (bytes: Buffer) => {
  const { parts, ...facts } = await inspectImage(bytes)
  return { ...facts, stored: Buffer.concat(parts) }
}

const png = buildPng({ width: 40, height: 30 })
const jpeg = buildJpeg({ width: 64, height: 48 })

describe('adrail stores the image', () => {
  test('unchanged when it contains no metadata', async () => {
    expect(await inspect(png)).toEqual({ type: 'image/png', width: 40, height: 30, stored: png })
    expect(await inspect(jpeg)).toEqual({ type: 'image/jpeg', width: 64, height: 48, stored: jpeg })
  })

  test('without texts, times, comments, thumbnails, camera and place', async () => {
    const secret = 'Secret of the photographer'
    const segments = [
      jpegSegment(0xe0, 'JFXX\0\x10thumbnail'),
      exifSegment(1),
      jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
      jpegSegment(0xe2, `MPF\0${secret}`),
      jpegSegment(0xed, `Photoshop 3.0\0${secret}`),
      jpegSegment(0xfe, secret),
    ]
    expect((await inspect(buildJpeg({ width: 64, height: 48, segments }))).stored).toEqual(jpeg)
    const chunks = [
      pngChunk('tEXt', `Author\0${secret}`),
      pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)])),
      pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${secret}`),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('eXIf', buildExifTiff(1)),
      pngChunk('prVt', secret),
    ]
    const stored = [
      await inspect(buildPng({ width: 40, height: 30, before: chunks })),
      await inspect(buildPng({ width: 40, height: 30, after: chunks })),
    ]
    expect(stored.map((image) => image.stored)).toEqual([png, png])
  })

  test('with color profile, density, transparency and the color transform of Adobe', async () => {
    const profile = Buffer.alloc(200)
    profile.write('acsp', 36, 'latin1')
    const plainJfif = jpegSegment(0xe0, Buffer.from('4a46494600010201004800480000', 'hex'))
    const adobe = jpegSegment(0xee, Buffer.from('41646f626500640000000001', 'hex'))
    const icc = jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]))
    const withThumbnail = jpegSegment(
      0xe0,
      Buffer.concat([Buffer.from('4a464946000102010048004801010a0b0c', 'hex')]),
    )
    const image = await inspect(buildJpeg({ width: 64, height: 48, segments: [withThumbnail, adobe, icc] }))
    expect(image.stored).toEqual(buildJpeg({ width: 64, height: 48, segments: [plainJfif, adobe, icc] }))
    const before = [
      pngChunk('gAMA', Buffer.alloc(4, 1)),
      pngChunk('pHYs', Buffer.alloc(9, 1)),
      pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])),
      pngChunk('tRNS', Buffer.alloc(2)),
    ]
    const transparent = buildPng({ width: 40, height: 30, before })
    expect((await inspect(transparent)).stored).toEqual(transparent)
  })

  test.each(['II', 'MM'] as const)(
    'with its orientation and the size as viewers show it, in byte order %s',
    async (byteOrder) => {
      const rotated = await inspect(
        buildJpeg({ width: 64, height: 48, segments: [exifSegment(6, byteOrder)] }),
      )
      expect([rotated.width, rotated.height]).toEqual([48, 64])
      expect(rotated.stored.includes('Exif')).toBe(true)
      expect(rotated.stored.includes('SecretCamera')).toBe(false)
      // Stored images are valid input with the same orientation.
      expect((await inspect(rotated.stored)).stored).toEqual(rotated.stored)
      const before = [pngChunk('eXIf', buildExifTiff(3, byteOrder))]
      const turned = await inspect(buildPng({ width: 40, height: 30, before }))
      expect([turned.width, turned.height]).toEqual([40, 30])
      expect(turned.stored.includes('eXIf')).toBe(true)
      expect(turned.stored.includes('SecretCamera')).toBe(false)
    },
  )

  test('without bytes after its end', async () => {
    const archive = Buffer.from('PK\x03\x04 <script>alert(1)</script>', 'latin1')
    for (const image of [png, jpeg])
      expect((await inspect(Buffer.concat([image, archive]))).stored).toEqual(image)
  })
})

const tooWide = buildJpeg({ width: 25_001, height: 1000 })
const scanless = Buffer.concat([jpegStart, ...jpegTables, jpegFrame(8, 8), jpegEnd])
const bombText = deflateSync(Buffer.alloc(64 * 1024 * 1024))
const withPixels = (data: Buffer) =>
  Buffer.concat([pngSignature, pngHeader(40, 30), pngChunk('IDAT', data), pngChunk('IEND')])
const withHeader = (tail: number[]) =>
  Buffer.concat([
    pngSignature,
    pngHeader(40, 30, tail),
    pngChunk('IDAT', deflateSync(Buffer.alloc(41 * 30))),
    pngChunk('IEND'),
  ])
const corrupt = (bytes: Buffer, offset: number) => {
  const copy = Buffer.from(bytes)
  copy[offset] = (copy[offset] ?? 0) ^ 1
  return copy
}

test.each([
  ['an empty body', Buffer.alloc(0), 'empty'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'not a JPEG or PNG'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a JPEG or PNG'],
  ['GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'), 'not a JPEG or PNG'],
  ['WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), 'not a JPEG or PNG'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'not a JPEG or PNG'],
  [
    'a ZIP file before an image',
    Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), png]),
    'not a JPEG or PNG',
  ],
  ['25 megapixels and one', buildJpeg({ width: 5001, height: 5000 }), '5001 × 5000 pixels'],
  ['a JPEG that is too wide', tooWide, '25001 × 1000 pixels'],
  [
    'a PNG of 4 billion columns',
    Buffer.concat([pngSignature, pngHeader(0xffffffff, 1), pngChunk('IDAT'), pngChunk('IEND')]),
    'pixels',
  ],
  [
    'a PNG without columns',
    Buffer.concat([pngSignature, pngHeader(0, 5), pngChunk('IDAT'), pngChunk('IEND')]),
    'no pixels',
  ],
  ['a JPEG whose height comes later', buildJpeg({ height: 0 }), 'no pixels'],
  [
    'a JPEG of 12 bits',
    Buffer.concat([
      jpegStart,
      jpegSegment(0xc1, Buffer.from([12, 0, 8, 0, 8, 1, 1, 0x11, 0])),
      jpegScan,
      jpegEnd,
    ]),
    'not supported',
  ],
  ['a lossless JPEG', Buffer.concat([jpegStart, jpegFrame(8, 8, 0xc3), jpegScan, jpegEnd]), 'not supported'],
  ['a JPEG without pixels', scanless, 'damaged'],
  [
    'a JPEG with an empty scan',
    Buffer.concat([jpegStart, jpegFrame(8, 8), jpegScan.subarray(0, 10), jpegEnd]),
    'cut off',
  ],
  ['a JPEG with two frames', buildJpeg({ segments: [jpegFrame(8, 8)] }), 'damaged'],
  [
    'a JPEG with more than 100 scans',
    buildJpeg({ segments: [jpegFrame(8, 8), ...Array.from({ length: 101 }, () => jpegScan)] }),
    'damaged',
  ],
  [
    'a JPEG with HTML as a table',
    buildJpeg({ segments: [jpegSegment(0xdb, '<html><script>alert(1)</script>')] }),
    'damaged',
  ],
  [
    'a JPEG with a million empty comments',
    buildJpeg({ segments: [Buffer.from('fffe0002'.repeat(1_000_000), 'hex')] }),
    'damaged',
  ],
  ['a PNG with a wrong checksum', corrupt(png, 20), 'damaged'],
  ['a PNG with an unknown critical chunk', buildPng({ before: [pngChunk('CgBI', 'abcd')] }), 'damaged'],
  [
    'a PNG with two stretches of pixels',
    buildPng({ after: [pngChunk('tIME'), pngChunk('IDAT')] }),
    'damaged',
  ],
  [
    'a PNG with 20,000 empty chunks',
    buildPng({ before: Array.from({ length: 20_000 }, () => pngChunk('tIME')) }),
    'damaged',
  ],
  ['a PNG of colors without a palette', withHeader([8, 3, 0, 0, 0]), 'damaged'],
  ['a PNG of an unknown color type', withHeader([8, 5, 0, 0, 0]), 'damaged'],
  ['a PNG whose pixels inflate to more than its size', withPixels(bombText), 'damaged'],
  [
    'a PNG whose pixels inflate to less than its size',
    withPixels(deflateSync(Buffer.alloc(41 * 29))),
    'cut off',
  ],
  ['a PNG whose pixels are not compressed', withPixels(Buffer.from('not zlib')), 'damaged'],
  [
    'a PNG whose color profile is a decompression bomb',
    buildPng({ before: [pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), bombText]))] }),
    'color profile',
  ],
])('adrail refuses %s', async (_, bytes, reason) => {
  const problem = await inspectImage(bytes).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ImageProblem)
  expect(String(problem)).toContain(reason)
})

test('adrail never inflates a compressed text, so a decompression bomb in one costs nothing', async () => {
  const before = [pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bombText]))]
  expect((await inspect(buildPng({ width: 40, height: 30, before }))).stored).toEqual(png)
})

test.each([1, 2, 4, 8, 16])('adrail accepts interlaced PNGs with %i bits per pixel', async (depth) => {
  // Widths below eight leave some of the seven passes empty.
  for (const [width, height] of [
    [1, 1],
    [3, 2],
    [5, 9],
    [33, 17],
  ] as const) {
    const count = (size: number, first: number, step: number) => Math.max(0, Math.ceil((size - first) / step))
    const passes = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ]
    const bytes = passes
      .map(
        ([x = 0, y = 0, stepX = 1, stepY = 1]) => [count(width, x, stepX), count(height, y, stepY)] as const,
      )
      .reduce(
        (sum, [columns, rows]) => sum + (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * depth) / 8))),
        0,
      )
    const image = Buffer.concat([
      pngSignature,
      pngHeader(width, height, [depth, 0, 0, 0, 1]),
      pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
      pngChunk('IEND'),
    ])
    expect((await inspect(image)).stored).toEqual(image)
  }
})

describe('for any bytes', () => {
  const rotated = buildJpeg({ width: 64, height: 48, segments: [exifSegment(6)] })
  const sources = [
    png,
    jpeg,
    rotated,
    buildPng({ width: 9, height: 9, before: [pngChunk('eXIf', buildExifTiff(8))] }),
  ]

  test('a file that is cut off anywhere is refused', async () => {
    for (const source of sources)
      for (let length = 0; length < source.length; length++)
        await expect(inspectImage(source.subarray(0, length)), String(length)).rejects.toThrow(ImageProblem)
  })

  test('adrail refuses a changed file, or stores a file that adrail accepts unchanged', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sources),
        changes,
        fc.uint8Array({ maxLength: 40 }),
        async (source, edits, tail) => {
          const bytes = Buffer.concat([source, tail])
          for (const [offset, value] of edits) bytes[offset % bytes.length] = value
          const stored = await inspect(bytes).catch((error: unknown) => {
            if (error instanceof ImageProblem) return undefined
            throw error
          })
          if (stored) expect(await inspect(stored.stored)).toEqual(stored)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('random bytes after the start of a format are refused with a reason', async () => {
    const starts = [pngSignature, jpegStart, Buffer.concat([jpegStart, Buffer.from([0xff])]), Buffer.alloc(0)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), async (start, tail) => {
        await expect(inspectImage(Buffer.concat([start, tail]))).rejects.toThrow(ImageProblem)
      }),
      { numRuns: 2000 },
    )
  })
})
