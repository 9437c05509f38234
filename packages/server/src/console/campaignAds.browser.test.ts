// The page of a campaign shows its ads as people see them, its ad groups with their settings, and its keywords.

import { beforeAll, expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()
let userId = ''
beforeAll(async () => {
  userId = await newUserOnAllPlatforms(service)
})

async function findCampaignId(platform: 'social' | 'search' | 'pro', wanted: string): Promise<string> {
  const { campaigns } = (await service.call(`${platform}/get_campaigns`, { userId })).results
  return campaigns.find(({ name }) => name === wanted)?.id ?? ''
}

async function openCampaign(platform: 'social' | 'search' | 'pro', name: string) {
  const visitor = await signedIn()
  const campaignId = await findCampaignId(platform, name)
  await visitor.page.goto(`${service.url}/console/users/${userId}/${platform}/${campaignId}`)
  return visitor.page
}

test('the page of a campaign on Meta shows each ad with picture, text, link and button, and each ad set with its audience', async () => {
  const page = await openCampaign('social', 'Spring bread')
  const ad = page.getByRole('article', { name: 'Bread that lasts a week' }).first()
  await ad.getByText('Our rye keeps its crust for days. Taste the difference.').waitFor()
  const preview = ad.getByRole('region', { name: /^Preview of ad/ })
  for (const text of ['Fox Bakery', 'www.fox-bakery.example', 'Learn more'])
    await preview.getByText(text, { exact: true }).first().waitFor()
  await expect
    .poll(() => preview.locator('.scene img').evaluate((image) => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0)
  for (const figure of ['Spend', 'Impressions', 'Clicks'])
    await ad.getByText(figure, { exact: true }).waitFor()
  const adSet = page.getByRole('row', { name: /Fans and friends/ })
  for (const text of ['Locations: Germany', 'Ages: 25-54', 'Interests: Bread, Baking'])
    await adSet.getByText(text, { exact: true }).waitFor()
  expect(await adSet.innerText()).toMatch(/15\.00\s+EUR\s+a day, of the campaign/)
})

test('the page of a campaign on Google Ads shows texts, bids, keywords with their review, and negative keywords', async () => {
  const page = await openCampaign('search', 'Garden chairs New York')
  const limited = page.getByRole('article', { name: 'Garden Chairs for Years' })
  await limited.getByText('The platform approved the ad with restrictions.').waitFor()
  await limited.getByText(/^Trademarks in ad text: /).waitFor()
  await limited.getByText('Every chair arrives assembled.', { exact: false }).waitFor()
  const keyword = page.getByRole('row', { name: /garden chair oak/ })
  expect(await keyword.innerText()).toMatch(/Trademarks\./)
  const negatives = page.getByRole('table', { name: 'Negative keywords' })
  for (const text of ['plastic', 'office chair', 'internship']) await negatives.getByText(text).waitFor()
  await negatives.getByText('People who look for work').first().waitFor()
})

test('the page of a campaign on LinkedIn shows the review of each ad, and each ad group with its bid and budget', async () => {
  const page = await openCampaign('pro', 'Spring season')
  const rejected = page.getByRole('article', { name: 'Free soil for the first hundred' })
  await rejected.getByText('The platform rejected the ad.').waitFor()
  await rejected.getByText('Misleading claim.', { exact: true }).waitFor()
  const adGroup = page.getByRole('row', { name: /Seedlings are in/ })
  expect(await adGroup.innerText()).toMatch(/62\.73\s+USD/)
  await adGroup.getByText('Placements: LinkedIn').waitFor()
})
