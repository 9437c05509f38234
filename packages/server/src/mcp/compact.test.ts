// Three tools in place of all: everything can be found, read about and done with them.

import { operationTools } from '@adrail/contract'
import { expect, test } from 'vitest'
import { linkedUser, useLinkedUser } from '../../testing/linked.ts'
import { useAgents } from '../../testing/mcp.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { spring } from '../../testing/social.ts'

const service = useService()
const sandbox = sandboxOf(service)
const open = useAgents(service)
const connect = () => open({ query: '?mode=compact' })
const linked = useLinkedUser(() => linkedUser(service))

const found = (results: Readonly<Record<string, unknown>>) =>
  (results['operations'] as { readonly operation: string }[]).map(({ operation }) => operation)

test('three tools are listed', async () => {
  expect((await (await connect()).tools()).map(({ name }) => name)).toEqual(['search', 'describe', 'call'])
})

test.each([
  ['pause social campaign', 'social_update_campaign_status'],
  ['keyword ideas', 'search_generate_keyword_ideas'],
  ['insights', 'social_get_campaign_insights'],
  ['create search campaign', 'search_create_search_campaign'],
])('search finds "%s" first', async (query, expected) => {
  const agent = await connect()
  expect(found((await agent.call('search', { query })).results)[0]).toBe(expected)
})

test('search without words lists all operations, or those of a group', async () => {
  const agent = await connect()
  expect(found((await agent.call('search')).results)).toHaveLength(operationTools().length)
  const users = found((await agent.call('search', { group: 'user' })).results)
  expect(users).toEqual(['user_create_user', 'user_get_profile', 'user_list_users'])
})

test('search finds only what the key may call', async () => {
  const { text } = await service.newKey({ scopes: ['link'] })
  const agent = await open({ query: '?mode=compact', apiKey: text })
  expect(found((await agent.call('search')).results)).toEqual([
    'auth_create_link',
    'auth_get_link_status',
    'auth_remove_link',
  ])
})

test('describe tells arguments, rules and an example, and call takes them', async () => {
  const agent = await connect()
  const { results } = await agent.call('describe', { operation: 'social_get_campaigns' })
  expect(results).toMatchObject({ operation: 'social_get_campaigns', effect: 'read' })
  const answer = await agent.call('call', {
    operation: 'social_get_campaigns',
    arguments: { ...(results['example'] as object), userId: linked.userId },
  })
  expect(answer.results['campaigns']).not.toEqual([])
})

test('call plans a write first and carries it out by the hash', async () => {
  const agent = await connect()
  const given = { userId: linked.userId, campaignId: spring, amount: 21 }
  const before = (await sandbox.effects()).length
  const planned = await agent.call('call', { operation: 'social_edit_campaign', arguments: given })
  expect(planned.text).toContain(
    'use call again for social_edit_campaign with the same arguments and planHash',
  )
  expect((await sandbox.effects()).length).toBe(before)
  const { planHash } = planned.results
  const done = await agent.call('call', {
    operation: 'social_edit_campaign',
    arguments: { ...given, planHash },
  })
  expect(done.results['success']).toBe(true)
  expect((await sandbox.effects()).length).toBe(before + 1)
})

test.each([
  ['describe', { operation: 'social_get_campaing' }, 'operation', 'social_get_campaigns'],
  ['call', { operation: 'social_edit_campain' }, 'operation', 'social_edit_campaign'],
  ['call', { operation: 'user_list_users', arguments: [] }, 'arguments', 'object'],
  ['search', { query: 7 }, 'query', 'string'],
])('%s %j is refused by field, with what was probably meant', async (tool, given, field, meant) => {
  const agent = await connect()
  const { results, isError } = await agent.call(tool, given)
  expect([isError, results['field']]).toEqual([true, field])
  expect(results['error']).toContain(meant)
})

test('a tool of the full list is not one of these', async () => {
  const agent = await connect()
  await expect(agent.call('social_get_campaigns')).rejects.toThrow(/no tool/)
})
