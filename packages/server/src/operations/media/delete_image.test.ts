import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { buildPng } from '../../../testing/images.ts'
import { useService } from '../../../testing/service.ts'
import { uploadImage } from '../../../testing/uploads.ts'

const service = useService()
const operation = 'media/delete_image'

test('media/delete_image deletes the image with its bytes and records who did [R4.add.media-delete_image, R4.add.media-delete_image.results]', async () => {
  const { apiKey } = await service.newWorkspace()
  const { url } = await uploadImage(service, buildPng(), apiKey)
  expectSuccess(operation, await service.post(operation, { url }, apiKey))
  for (const table of ['images', 'image_chunks'] as const)
    expect(await service.app.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  const { results } = await service.call('workspace/list_audit', {}, { apiKey })
  expect(results.entries.map(({ event }) => event)).toEqual(['image.deleted', 'image.uploaded'])
  expectRefusal(await service.post(operation, { url }, apiKey), 'IMAGE_NOT_FOUND', { field: 'url' })
})

test('an image of another workspace is as unknown as an image that never existed, and stays', async () => {
  const { url } = await uploadImage(service, buildPng({ shade: 7 }))
  const { apiKey } = await service.newWorkspace()
  const refuse = async (imageUrl: string) => {
    const { requestId: _, ...refusal } = expectRefusal(
      await service.post(operation, { url: imageUrl }, apiKey),
      'IMAGE_NOT_FOUND',
    ) as Record<string, unknown>
    return refusal
  }
  expect(await refuse(url)).toEqual(await refuse(`adrail://media/img_${'0'.repeat(26)}`))
  expectSuccess(operation, await service.post(operation, { url }))
})

test.each([
  'https://x.example/a.png',
  'adrail://media/',
  'adrail://media/img_1',
  'img_00000000000000000000000000',
])('media/delete_image refuses the URL %s as malformed', async (url) => {
  expectRefusal(await service.post(operation, { url }), 'INVALID_FIELD', { field: 'url' })
})

let shade = 100
testOperationCosts('media/delete_image', { store: 8, upstream: 0 }, async (owner) => {
  const { url } = await uploadImage(owner, buildPng({ shade: ++shade }))
  return { url }
})
