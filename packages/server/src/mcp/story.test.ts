// An agent uses only tools to link an account, and to look up, plan, create, read and pause.

import { expect, test } from 'vitest'
import { decideConsent, followCallback, startLink } from '../../testing/linking.ts'
import { type Agent, useAgents } from '../../testing/mcp.ts'
import { searchSandbox } from '../../testing/search.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = searchSandbox(service)
const connect = useAgents(service)

/** Calls a tool and expects success. Returns the results. */
async function ask(agent: Agent, tool: string, args: Readonly<Record<string, unknown>>) {
  const response = await agent.call(tool, args)
  expect(response.results, response.text).toMatchObject({ success: true })
  return response.results
}

/** Opens the link and consents at the platform as the user of the agent. */
async function walk(link: string): Promise<void> {
  const { cookie, consentUrl } = await startLink(link)
  const end = await followCallback(await decideConsent({ consentUrl }, 'ben'), cookie)
  const shown = end.headers.get('location')
  if (shown !== null) await followCallback(new URL(shown, service.url).href, cookie)
}

test('an agent creates a user, links an account, creates a campaign and pauses it with MCP tools alone', async () => {
  const agent = await connect()
  const { user } = await ask(agent, 'user_create_user', { name: 'Bea Baker', externalId: 'bea' })
  const { userId } = user as { userId: string }

  const { link, linkId } = await ask(agent, 'auth_create_link', { userId, platform: 'SEARCH' })
  await walk(String(link))
  expect(await ask(agent, 'auth_get_link_status', { linkId })).toMatchObject({ status: 'completed' })

  const places = await ask(agent, 'search_search_locations', { userId, query: 'Berlin', countryCode: 'DE' })
  const [place] = places['locations'] as { id: string }[]
  const { campaignName, ...wish } = {
    campaignName: 'Oak chairs',
    objective: 'TRAFFIC',
    dailyBudget: '12.50',
    startDate: '2030-03-01',
    keywords: [{ text: 'oak chairs', match_type: 'PHRASE' }],
    locations: [place?.id ?? ''],
    ads: [
      {
        url: 'https://shop.example/chairs',
        headlines: ['Oak chairs', 'Built to last', 'Order today'],
        descriptions: ['Solid oak, oiled by hand.', 'Thirty days to return.'],
      },
    ],
    callouts: ['Free delivery'],
  }
  const wanted = { userId, campaignName, ...wish }

  // The model first omits a field, and corrects the call after the error reports the field.
  const { callouts: _, ...incomplete } = wanted
  const refused = await agent.call('search_create_search_campaign', incomplete)
  expect([refused.isError, refused.results['field']]).toEqual([true, 'callouts'])

  const { planHash } = await ask(agent, 'search_create_search_campaign', wanted)
  expect(await sandbox.effects()).toEqual([])
  const made = await ask(agent, 'search_create_search_campaign', { ...wanted, planHash })
  const campaignId = String(made['campaignResourceName']).split('/').at(-1)
  const statusOf = async () => {
    const { campaigns } = await ask(agent, 'search_get_campaigns', { userId })
    return (campaigns as { id: string; status: string }[]).find(({ id }) => id === campaignId)?.status
  }
  expect(await statusOf()).toBe('ACTIVE')
  expect(await ask(agent, 'operation_get_operation', { operationId: made['operationId'] })).toMatchObject({
    state: 'SUCCEEDED',
  })

  const pause = { userId, campaignId, status: 'PAUSED' }
  const planned = await ask(agent, 'search_update_campaign_status', pause)
  expect(await statusOf()).toBe('ACTIVE')
  await ask(agent, 'search_update_campaign_status', { ...pause, planHash: planned['planHash'] })
  expect(await statusOf()).toBe('PAUSED')
})
