import { expect, test } from 'vitest'
import { parsePictureFacts } from './picture.ts'

const png = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000025800000' + '13a08000000000000000000000000',
  'hex',
)
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108013a0258030122000211010311',
  'hex',
)

test('parsePictureFacts reads the kind and the size of a PNG and a JPEG from their first bytes', () => {
  expect(parsePictureFacts(png)).toEqual({ kind: 'png', width: 600, height: 314 })
  expect(parsePictureFacts(jpeg)).toEqual({ kind: 'jpeg', width: 600, height: 314 })
})

test.each([
  ['an empty file', ''],
  ['a GIF', '4749463839610100010080000000000000ffffff21f90401000000002c000000000100010000'],
  ['a WebP', '524946462400000057454250565038200000000000000000000000000000000000000000'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('hex')],
  ['a web page', Buffer.from('<!doctype html><title>x</title>').toString('hex')],
  ['half a PNG', '89504e470d0a1a0a0000000d49484452'],
  ['a JPEG without a frame', 'ffd8ffe000104a46494600010100000100010000ffd9'],
  [
    'a PNG of width 0 and height 0',
    `${png.toString('hex').slice(0, 32)}0000000000000000${png.toString('hex').slice(48)}`,
  ],
])('parsePictureFacts returns undefined for %s', (_, hex) => {
  expect(parsePictureFacts(Buffer.from(hex, 'hex'))).toBeUndefined()
})
