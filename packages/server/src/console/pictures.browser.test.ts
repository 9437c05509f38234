// These tests open every view of the console that the docs show. PICTURES sets the folder for screenshots:
// `docs` replaces the pictures of the docs. Any other folder receives every page, dialog and state at three
// widths, in light and dark, for a review:
//
//   PICTURES=docs [ONLY=start,users] npx vitest run --project pages packages/server/src/console/pictures.browser.test.ts

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { consoleViews, showView } from '../../testing/consoleViews.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { submitLead } from '../../testing/leads.ts'
import { linkExistingUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { springCampaignId } from '../../testing/social.ts'

const wanted = process.env['PICTURES'] ?? ''
const isPreview = wanted !== '' && wanted !== 'docs'
const folder = isPreview ? wanted : fileURLToPath(new URL('../../../../docs/pictures', import.meta.url))
/** The names of the views to open. Undefined opens all views. */
const only = process.env['ONLY']?.split(',')
const views = consoleViews
  .filter(({ isInDocs }) => isInDocs || isPreview)
  .filter(({ name }) => only === undefined || only.includes(name))

const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { LEADS: 'on', MIRROR: 'on' } })
let ada = ''

/** Creates a workspace with users, connections, writes, leads and a revoked permission. */
beforeAll(async () => {
  ada = await newUser('Ada Fox', 'fox-garden')
  const ben = await newUser('Ben Single', 'single-tools')
  await newUser('Nina Newcomer', 'newcomer')
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, ada, { platform })
  await linkExistingUser(service, ben, { platform: 'SEARCH', person: 'ben' })
  await service.call('webhook/create_endpoint', { url: 'http://localhost:9/hooks', description: 'Shop' })
  await service.call('social/edit_campaign', { userId: ada, campaignId: springCampaignId, amount: 14 })
  const { text: apiKey } = await service.newKey()
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  await service.call(
    'social/edit_campaign',
    { userId: ada, campaignId: springCampaignId, amount: 40 },
    { apiKey },
  )
  await submitLead(createSandboxAdmin(service), 'social', { count: 2 })
  await service.call('lead/list_leads', { userId: ada })
  await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })
  await service.post('search/get_campaigns', { userId: ben })
  await service.app.dispatcher.drain()
  await pollTwice(service.app.mirrorReader)
})

async function newUser(name: string, externalId: string): Promise<string> {
  const { results } = await service.call('user/create_user', { name, externalId })
  return results.user.userId
}

const schemes = wanted === '' ? (['light'] as const) : (['light', 'dark'] as const)
const widths = isPreview ? [375, 768, 1280] : [1280]
// A preview opens all views, which takes several minutes.
const timeoutMs = isPreview ? 1_800_000 : undefined

test.each(schemes)(
  'the console shows every view of the docs in the color scheme %s',
  async (colorScheme) => {
    const viewport = { width: 1280, height: isPreview ? 1400 : 800 }
    const operator = await signedIn({ colorScheme, viewport, locale: 'en-GB' })
    for (const view of views) {
      const page = await operator.context.newPage()
      await page.clock.setFixedTime(new Date(service.clock.now()))
      await showView(page, view, service.url, ada)
      for (const width of wanted === '' ? [] : widths) {
        await page.setViewportSize({ ...viewport, width })
        const name = isPreview ? `${view.name}-${width}` : view.name
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
      }
      await page.close()
    }
  },
  timeoutMs,
)
