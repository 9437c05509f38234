// Uploads through the client and the command line.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@adrail/client'
import { buildJpeg, buildPng, newLinkedUser, useService } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from './surfaces.ts'

const service = useService()
const folder = newFolder('adrail-images-')

const saveFile = (name: string, bytes: Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const uploaded = { url: expect.stringMatching(/^adrail:\/\/media\/img_/) }

describe('the client', () => {
  const connect = (options: Partial<Parameters<typeof createClient>[0]> = {}) =>
    createClient({ url: service.url, apiKey: service.apiKey, ...options })

  test('uploads a Blob, a File without a type, an ArrayBuffer and bytes as the same image', async () => {
    const image = new Uint8Array(buildPng({ shade: 11 }))
    const contents = [
      new Blob([image], { type: 'image/png' }),
      new File([image], 'photo.jpeg'),
      image.buffer,
      image,
      Buffer.from(image),
    ]
    const urls = await Promise.all(
      contents.map(async (each) => (await connect().media.upload_image(each)).url),
    )
    expect(new Set(urls).size).toBe(1)
    expect(urls[0]).toEqual(uploaded.url)
    expect(await connect().media.upload_image(new Uint8Array(buildJpeg()))).toMatchObject({
      type: 'image/jpeg',
    })
  })

  test.each(['a lost response', 'a response of a proxy', 'a refusal under load'])(
    'uploads the same bytes again after %s',
    async (failure) => {
      const bodies: unknown[] = []
      const unreliableFetch: typeof fetch = async (target, init) => {
        bodies.push(init?.body)
        const response = await fetch(target, init)
        if (bodies.length > 1) return response
        await response.text()
        if (failure === 'a lost response') throw new TypeError('fetch failed')
        if (failure === 'a response of a proxy')
          return new Response('<html>Bad gateway</html>', { status: 502 })
        const results = { success: false, error: 'Busy.', code: 'OVERLOADED', retryable: true }
        return Response.json({ success: false, requestId: 'req_1', results }, { status: 503 })
      }
      const image = new Blob([new Uint8Array(buildPng({ shade: 12 }))])
      const results = await connect({ fetch: unreliableFetch }).media.upload_image(image)
      expect(results).toMatchObject({ ...uploaded, created: false })
      expect(bodies).toEqual([image, image])
    },
  )

  test('refuses anything but a file before a request', async () => {
    const call = connect().call('media/upload_image', { file: 'photo.jpg' } as never)
    await expect(call).rejects.toThrow('a Blob, an ArrayBuffer or a Uint8Array')
  })
})

describe('the command line', () => {
  let userId = ''
  beforeAll(async () => {
    userId = await newLinkedUser(service, { platform: 'SEARCH' })
  })
  const command = (...args: string[]) => runCommandLine(service.url, service.apiKey, [...args, '--json'])

  test('uploads the file that it is given', async () => {
    const path = saveFile('photo.jpg', buildJpeg({ width: 1200, height: 628 }))
    const { exit, stdout } = await command('media', 'upload_image', path)
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ...uploaded, type: 'image/jpeg', width: 1200, height: 628 })
  })

  test('names the mistake when the file is missing, unreadable, not an image, or one too many', async () => {
    const text = saveFile('notes.jpg', Buffer.from('not an image'))
    const cases = [
      [[], 'adrail media upload_image photo.jpg'],
      [[join(folder, 'absent.jpg')], 'absent.jpg cannot be read'],
      [[text], 'IMAGE_NOT_ACCEPTED'],
      [[text, text], 'is not a valid argument'],
    ] as const
    for (const [files, message] of cases) {
      const { exit, stderr } = await command('media', 'upload_image', ...files)
      expect(exit).not.toBe(0)
      expect(stderr).toContain(message)
    }
  })

  const campaign = () => {
    const ad = {
      headlines: ['Roses for you', 'Fresh every day', 'Order online'],
      descriptions: ['Hand-tied bouquets.', 'Delivered today.'],
      url: 'https://florist.example/roses',
    }
    return {
      userId,
      campaignName: 'With images',
      objective: 'TRAFFIC',
      dailyBudget: '10',
      startDate: '2030-03-01',
      locations: ['geoTargetConstants/2276'],
      callouts: ['Same-day delivery'],
      keywords: [{ text: 'roses', match_type: 'PHRASE' }],
      ads: [ad],
    }
  }

  test('uploads the files of --image and adds their URLs to the images of the campaign', async () => {
    const files = [
      saveFile('square.png', buildPng({ width: 300, height: 300, shade: 13 })),
      saveFile('wide.png', buildPng({ width: 1200, height: 628, shade: 14 })),
    ]
    const flags = files.flatMap((file) => ['--image', file])
    const body = JSON.stringify({ ...campaign(), dryRun: true })
    const { exit, stdout, stderr } = await command(
      'search',
      'create_search_campaign',
      '--body',
      body,
      ...flags,
      '--yes',
    )
    expect(exit, stderr).toBe(0)
    expect(stdout).toContain('plan')
    const images = await service.app.store.db.selectFrom('images').select('width').orderBy('width').execute()
    expect(images.map(({ width }) => width)).toEqual(expect.arrayContaining([300, 1200]))
  })

  test('uploads nothing when there are more images than ads, or an ad has an image', async () => {
    const count = async () => (await service.app.store.db.selectFrom('images').select('id').execute()).length
    const before = await count()
    const file = saveFile('late.png', buildPng({ width: 800, height: 800, shade: 15 }))
    for (const [ads, flags] of [
      [[{}], ['--image', file, '--image', file]],
      [[{ imageUrl: 'https://florist.example/a.png' }], ['--image', file]],
    ] as const) {
      const { exit, stderr } = await command(
        'social',
        'create_campaign',
        '--body',
        JSON.stringify({ userId, ads }),
        ...flags,
        '--yes',
      )
      expect(exit).not.toBe(0)
      expect(stderr).toContain('--image')
    }
    expect(await count()).toBe(before)
  })
})
