// What the documents show of the console can be reached and seen. Where the pictures are to lie is said by PICTURES: `docs`
// takes those of the documents anew; any other folder gets every page, dialog and state at three widths, light and dark,
// to be looked at:
//
//   PICTURES=docs [ONLY=start,users] npx vitest run --project pages packages/server/src/console/pictures.browser.test.ts

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { consoleViews, showView } from '../../testing/consoleViews.ts'
import { submit } from '../../testing/leads.ts'
import { linkTo } from '../../testing/linked.ts'
import { newRound } from '../../testing/rounds.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { spring } from '../../testing/social.ts'

const wanted = process.env['PICTURES'] ?? ''
const isForLooking = wanted !== '' && wanted !== 'docs'
const folder = isForLooking ? wanted : fileURLToPath(new URL('../../../../docs/pictures', import.meta.url))
/** Some alone, by their names. */
const only = process.env['ONLY']?.split(',')
const views = consoleViews
  .filter(({ shown }) => shown || isForLooking)
  .filter(({ name }) => only === undefined || only.includes(name))

const { service, signedIn } = useConsole({ environment: { LEADS: 'on', MIRROR: 'on' } })
let ada = ''

/** A workspace in which something happens. */
beforeAll(async () => {
  ada = await newUser('Ada Fox', 'fox-garden')
  const ben = await newUser('Ben Single', 'single-tools')
  await newUser('Nina Newcomer', 'newcomer')
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkTo(service, ada, { platform })
  await linkTo(service, ben, { platform: 'SEARCH', person: 'ben' })
  await service.call('webhook/create_endpoint', { url: 'http://localhost:9/hooks', description: 'Shop' })
  await service.call('social/edit_campaign', { userId: ada, campaignId: spring, amount: 14 })
  const { text: apiKey } = await service.newKey()
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  await service.call('social/edit_campaign', { userId: ada, campaignId: spring, amount: 40 }, { apiKey })
  await submit(sandboxOf(service), 'social', { count: 2 })
  await service.call('lead/list_leads', { userId: ada })
  await sandboxOf(service).simulate('revoke', { person: 'ben', platform: 'search' })
  await service.post('search/get_campaigns', { userId: ben })
  await service.app.dispatcher.settle()
  await newRound(service.app.mirrorReader)
})

async function newUser(name: string, externalId: string): Promise<string> {
  const { results } = await service.call('user/create_user', { name, externalId })
  return results.user.userId
}

const schemes = wanted === '' ? (['light'] as const) : (['light', 'dark'] as const)
const widths = isForLooking ? [375, 768, 1280] : [1280]
// Everything there is takes its time.
const timeoutMs = isForLooking ? 1_800_000 : undefined

test.each(schemes)(
  'everything that the documents show is there: %s',
  async (colorScheme) => {
    const viewport = { width: 1280, height: isForLooking ? 1400 : 800 }
    const somebody = await signedIn({ colorScheme, viewport, locale: 'en-GB' })
    for (const view of views) {
      const page = await somebody.context.newPage()
      await page.clock.setFixedTime(new Date(service.clock.now()))
      await showView(page, view, service.url, ada)
      for (const width of wanted === '' ? [] : widths) {
        await page.setViewportSize({ ...viewport, width })
        const name = isForLooking ? `${view.name}-${width}` : view.name
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
      }
      await page.close()
    }
  },
  timeoutMs,
)
