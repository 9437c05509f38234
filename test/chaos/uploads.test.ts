// Processes are killed while they receive and store uploaded images.

import { setTimeout } from 'node:timers/promises'
import {
  buildLargePng,
  minimalSocialCampaign,
  post,
  testDatabaseUrl,
  useServiceFixtures,
  withStore,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { countUploadEntries, kill, phases, readWholeImages, toDigest, upload } from './interruptedUploads.ts'
import { proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })

test('a process that is killed at any phase of an upload leaves the whole image or nothing, and the next upload of the image succeeds', async () => {
  const { installation, start, admin } = await makeWorld()
  const rounds = proofSize(1, 20)
  // Larger than the page cache of SQLite, which writes the other pages to its file before the commit.
  const images = phases.map((_, index) => buildLargePng(6 * 1024 * 1024, index + 1))
  const readImages = () => withStore(installation, readWholeImages)
  // The quota has space for each image once.
  const totalBytes = images.reduce((sum, { length }) => sum + length, 0)
  const startWithQuota = async () => {
    const { service, send } = await start({ IMAGE_QUOTA_BYTES: String(totalBytes) })
    return { service, send, apiKey: await service.readDemoKey() }
  }
  let { service, send, apiKey } = await startWithQuota()
  const deleteImage = async (url: string) => {
    const { status } = await post(`${service.url}/media/delete_image`, apiKey, { url })
    expect(status).toBe(200)
  }
  // The content of an image determines its URL, so that the test knows the URL before the interrupted upload.
  const urls: string[] = []
  for (const image of images) {
    const { url } = (await upload(service.url, apiKey, image)).results
    urls.push(String(url))
    await deleteImage(String(url))
  }

  let storedCount = images.length
  const outcomes = { stored: 0, absent: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, isStored, killDuring }] of phases.entries()) {
      const [image = Buffer.alloc(0), url = ''] = [images[index], urls[index]]
      // The file of SQLite must not contain earlier writes, because its growth shows the progress of the upload.
      await kill(service)
      await readImages()
      ;({ service, send, apiKey } = await startWithQuota())
      await killDuring({ installation, service, apiKey, image })
      expect((await readImages()).includes(toDigest(image)), name).toBe(isStored)

      ;({ service, send, apiKey } = await startWithQuota())
      const plan = await send('social/create_campaign', {
        ...minimalSocialCampaign(`Upload ${round} ${index}`),
        ads: [{ primaryText: 'Rye', headline: 'Bread', url: 'https://bakery.example/rye', imageUrl: url }],
        dryRun: true,
      })
      expect([plan.status, plan.code], name).toEqual(isStored ? [200, ''] : [422, 'REFERENCE_NOT_FOUND'])
      const retry = await upload(service.url, apiKey, image)
      expect(retry, name).toMatchObject({
        status: 200,
        results: { url, bytes: image.length, created: !isStored },
      })
      storedCount += 1
      outcomes[isStored ? 'stored' : 'absent'] += 1
    }
    const another = buildLargePng(100_000, 100)
    expect((await upload(service.url, apiKey, another)).results['code']).toBe('IMAGE_QUOTA_EXCEEDED')
    expect(await readImages()).toHaveLength(images.length)
    for (const url of urls) await deleteImage(url)
    expect(await readImages()).toEqual([])
  }
  expect(await withStore(installation, countUploadEntries)).toBe(storedCount)
  expect((await admin('audit', 'verify')).exit).toBe(0)
  reportProof('T49', { kills: rounds * phases.length, ...outcomes, incomplete: 0 })
})

test('images that four callers upload while processes are killed at random are stored once, and deleted when they expire', async () => {
  const { installation, start } = await makeWorld()
  const readImages = () => withStore(installation, readWholeImages)
  const startProcess = async () => {
    const { service } = await start()
    return { service, apiKey: await service.readDemoKey() }
  }
  const onPostgres = testDatabaseUrl() !== ''
  const processes = await Promise.all(Array.from({ length: onPostgres ? 2 : 1 }, startProcess))
  const images = Array.from({ length: proofSize(12, 100) }, (_, index) => buildLargePng(1_500_000, index + 1))
  // Two callers upload each image.
  const jobs = [...images, ...images]
  const kills = proofSize(3, 40)
  const draw = seededRandom('uploads')
  const urlByDigest = new Map<string, unknown>()
  const startedAt = performance.now()
  let sentCount = 0
  let doneCount = 0

  const uploadUntilStored = async (image: Buffer): Promise<unknown> => {
    for (;;) {
      const target = processes[sentCount++ % processes.length]
      const response =
        target && (await upload(target.service.url, target.apiKey, image).catch(() => undefined))
      if (response?.status === 200) return response.results['url']
      await setTimeout(50)
    }
  }
  const runCaller = async () => {
    for (let image = jobs.shift(); image; image = jobs.shift()) {
      const url = await uploadUntilStored(image)
      expect(urlByDigest.get(toDigest(image)) ?? url).toBe(url)
      urlByDigest.set(toDigest(image), url)
      doneCount += 1
    }
  }
  const killProcesses = async () => {
    for (let number = 1; number <= kills; number++) {
      // The other callers are in the middle of their uploads.
      const target = Math.floor((2 * images.length * number) / (kills + 1))
      while (doneCount < target) await setTimeout(2)
      const [victim] = processes.splice(Math.floor(draw() * processes.length), 1)
      if (victim) await kill(victim.service)
      processes.push(await startProcess())
    }
  }
  await Promise.all([killProcesses(), ...Array.from({ length: 4 }, runCaller)])
  const seconds = secondsSince(startedAt)

  for (const { service } of processes) await kill(service)
  const digests = await readImages()
  expect(digests.sort()).toEqual(images.map(toDigest).sort())
  expect(await withStore(installation, countUploadEntries)).toBe(images.length)

  await withStore(installation, ({ db }) => db.updateTable('images').set({ expires_at: 0 }).execute())
  const { service } = await startProcess()
  await withStore(installation, ({ db }) =>
    expect.poll(() => db.selectFrom('images').select('id').execute()).toEqual([]),
  )
  await kill(service)
  expect(await readImages()).toEqual([])
  reportProof('T49 random kills', { images: images.length, stored: digests.length, twice: 0, kills, seconds })
})
