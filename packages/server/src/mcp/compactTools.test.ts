// The compact mode has three tools in place of all. Agents find, look up and call every operation with them.

import { listOperationTools } from '@adrail/contract'
import { expect, test } from 'vitest'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { useAgents } from '../../testing/mcp.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const open = useAgents(service)
const connect = () => open({ query: '?mode=compact' })
const linked = useLinkedUser(() => newLinkedUser(service))

const found = (results: Readonly<Record<string, unknown>>) =>
  (results['operations'] as { readonly operation: string }[]).map(({ operation }) => operation)

test('the search tool considers only the first 50 different words of its query', async () => {
  const agent = await connect()
  const search = async (query: string) => found((await agent.call('search', { query })).results)
  expect(await search('cpc '.repeat(2_400))).toEqual(await search('cpc'))
  const nothings = Array.from(
    { length: 50 },
    (_, at) => `zz${String.fromCharCode(97 + (at % 26))}${at}`,
  ).join(' ')
  expect(await search(nothings)).toEqual([])
  expect(await search(`${nothings} keyword`)).toEqual([])
  expect(await search(`keyword ${nothings}`)).toEqual(await search('keyword'))
})

test('the compact mode lists only the tools search, describe and call', async () => {
  expect((await (await connect()).tools()).map(({ name }) => name)).toEqual(['search', 'describe', 'call'])
})

const queries: readonly (readonly [query: string, tool: string])[] = [
  ['stop spending', 'campaign_pause_campaigns'],
  ['which campaign performs worst', 'report_get_report'],
  ['roas', 'report_get_report'],
  ['what did we spend yesterday', 'report_get_report'],
  ['cost per conversion by campaign', 'report_get_report'],
  ['compare results of all platforms last month', 'report_get_report'],
  ['how many clicks did my ads get this week', 'report_get_report'],
  ['best performing keyword', 'report_get_report'],
  ['statistics of a facebook campaign', 'social_get_campaign_insights'],
  ['google campaign performance', 'search_get_campaign_insights'],
  ['linkedin campaign insights', 'pro_get_campaign_insights'],
  ['list all campaigns of all customers', 'campaign_list_campaigns'],
  ['which campaigns are active', 'campaign_list_campaigns'],
  ['find a campaign by name', 'campaign_list_campaigns'],
  ['pause social campaign', 'social_update_campaign_status'],
  ['stop a facebook campaign', 'social_update_campaign_status'],
  ['turn off google ads campaign', 'search_update_campaign_status'],
  ['resume linkedin campaign', 'pro_update_campaign_status'],
  ['delete search campaign', 'search_update_campaign_status'],
  ['raise the daily budget on instagram', 'social_edit_campaign'],
  ['lower the budget of a google campaign', 'search_edit_campaign'],
  ['change linkedin budget', 'pro_edit_campaign'],
  ['launch a new facebook campaign', 'social_create_campaign'],
  ['create search campaign', 'search_create_search_campaign'],
  ['create a google campaign with keywords', 'search_create_search_campaign'],
  ['advertise on linkedin', 'pro_create_campaign'],
  ['keyword ideas', 'search_generate_keyword_ideas'],
  ['search volume for a phrase', 'search_generate_keyword_ideas'],
  ['suggest keywords', 'search_generate_keyword_ideas'],
  ['connect an ad account', 'auth_create_link'],
  ['link a google account', 'auth_create_link'],
  ['is the link done', 'auth_get_link_status'],
  ['which accounts are connected', 'auth_get_connected_accounts_data'],
  ['disconnect linkedin', 'auth_remove_link'],
  ['add a customer', 'user_create_user'],
  ['list customers', 'user_list_users'],
  ['who are our clients', 'user_list_users'],
  ["health of a user's connections", 'user_get_profile'],
  ['create a lead form on facebook', 'social_create_lead_form'],
  ['google lead form', 'search_create_lead_form'],
  ['linkedin lead forms', 'pro_get_lead_forms'],
  ['send a test lead', 'social_create_test_lead'],
  ['remarketing audience from lead form', 'social_create_leadform_audience'],
  ['custom audiences', 'social_get_audiences'],
  ['linkedin audiences', 'pro_get_audiences_list'],
  ['target people by interests', 'social_search_targeting_interests'],
  ['find a city for facebook targeting', 'social_search_targeting_locations'],
  ['location id for google', 'search_search_locations'],
  ['target job titles or companies', 'pro_search_targeting'],
  ['languages on google', 'search_get_languages'],
  ['instagram posts', 'social_get_page_posts'],
  ['linkedin company posts', 'pro_get_page_posts'],
  ['images in the ad account', 'social_get_ad_account_media'],
  ['upload a video to linkedin', 'pro_upload_video'],
  ['is my video ready', 'social_get_video_info'],
  ['tracking pixel', 'social_get_pixels_list'],
  ['conversion actions', 'search_get_conversion_actions'],
  ['why is my facebook ad rejected', 'social_get_ads'],
  ['quality score of keywords', 'search_get_keywords'],
  ['negative keywords', 'search_get_negative_keywords'],
  ['undo the last change', 'operation_undo_operation'],
  ['revert what you did', 'operation_undo_operation'],
  ['what became of that write', 'operation_get_operation'],
  ['history of changes', 'operation_list_operations'],
  ['all events of the workspace', 'event_list_events'],
  ['failed webhook deliveries', 'webhook_list_deliveries'],
  ['business locations on maps', 'search_create_location_group'],
  ['devices and operating systems', 'social_get_targeting_systems_lookup'],
]

test.each(queries)('the first three results of the search tool for "%s" include %s', async (query, tool) => {
  const agent = await connect()
  expect(found((await agent.call('search', { query })).results).slice(0, 3)).toContain(tool)
})

test('the search tool without a query lists all operations, or those of a group', async () => {
  const agent = await connect()
  expect(found((await agent.call('search')).results)).toHaveLength(listOperationTools().length)
  const users = found((await agent.call('search', { group: 'user' })).results)
  expect(users).toEqual(['user_create_user', 'user_get_profile', 'user_list_users'])
})

test('the search tool returns only operations that the key can call', async () => {
  const { text } = await service.newKey({ scopes: ['link'] })
  const agent = await open({ query: '?mode=compact', apiKey: text })
  expect(found((await agent.call('search')).results)).toEqual([
    'auth_create_link',
    'auth_get_link_status',
    'auth_remove_link',
    'user_create_user',
  ])
})

test('the describe tool returns the effect of an operation and an example that the call tool accepts', async () => {
  const agent = await connect()
  const { results } = await agent.call('describe', { operation: 'social_get_campaigns' })
  expect(results).toMatchObject({ operation: 'social_get_campaigns', effect: 'read' })
  const response = await agent.call('call', {
    operation: 'social_get_campaigns',
    arguments: { ...(results['example'] as object), userId: linked.userId },
  })
  expect(response.results['campaigns']).not.toEqual([])
})

test('the call tool first returns the plan of a write, and runs the write with the planHash', async () => {
  const agent = await connect()
  const args = { userId: linked.userId, campaignId: springCampaignId, amount: 21 }
  const before = (await sandbox.effects()).length
  const planned = await agent.call('call', { operation: 'social_edit_campaign', arguments: args })
  expect(planned.text).toContain(
    'use call again for social_edit_campaign with the same arguments and planHash',
  )
  expect((await sandbox.effects()).length).toBe(before)
  const { planHash } = planned.results
  const done = await agent.call('call', {
    operation: 'social_edit_campaign',
    arguments: { ...args, planHash },
  })
  expect(done.results['success']).toBe(true)
  expect((await sandbox.effects()).length).toBe(before + 1)
})

test.each([
  ['describe', { operation: 'social_get_campaing' }, 'operation', 'social_get_campaigns'],
  ['call', { operation: 'social_edit_campain' }, 'operation', 'social_edit_campaign'],
  ['call', { operation: 'user_list_users', arguments: [] }, 'arguments', 'object'],
  ['search', { query: 7 }, 'query', 'string'],
])(
  'the tool %s with %j returns an error with the field and the expected value',
  async (tool, args, field, meant) => {
    const agent = await connect()
    const { results, isError } = await agent.call(tool, args)
    expect([isError, results['field']]).toEqual([true, field])
    expect(results['error']).toContain(meant)
  },
)

test('the compact mode does not accept a tool of the full list', async () => {
  const agent = await connect()
  await expect(agent.call('social_get_campaigns')).rejects.toThrow(/No tool/)
})
