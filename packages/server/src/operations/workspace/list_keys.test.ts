import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('workspace/list_keys returns each key of the workspace once, oldest first, on pages in both directions, without secrets [R4.add.workspace-list_keys, R4.add.workspace-list_keys.results]', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const made: { id: string; text: string }[] = []
  for (let count = 0; count < 119; count++) {
    service.clock.advance(1)
    made.push(await service.newKey({ workspaceId }))
  }
  const page = async (pagination = '') => {
    const response = await service.call('workspace/list_keys', { pagination }, { apiKey })
    const { keys, pagination: pages } = expectSuccess('workspace/list_keys', response)
    for (const { text } of made) expect(response.text).not.toContain(text.slice(13))
    return { ids: keys.map(({ keyId }) => keyId), ...pages }
  }
  const first = await page()
  const second = await page(first.next)
  expect([first.ids.length, second.ids.length, second.next, first.previous]).toEqual([100, 20, '', ''])
  expect([...first.ids, ...second.ids].slice(1)).toEqual(made.map(({ id }) => id))
  expect((await page(second.previous)).ids).toEqual(first.ids)
})

testOperationCosts('workspace/list_keys', { store: 1, upstream: 0 })
