// The console shows refusals of the service at the fields of its forms, in the words of the console.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { reenterKey, useConsole } from '../../testing/console.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { springCampaignId } from '../../testing/social.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()
let userId = ''

beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
})

const focusedLabel = (page: Page) => page.evaluate("document.activeElement.labels?.[0]?.textContent ?? ''")

async function openBudget(): Promise<Page> {
  const operator = await signedIn()
  const { page } = operator
  await page.goto(`${service.url}/console/users/${userId}/social/${springCampaignId}`)
  await operator.press('Change the budget')
  return page
}

test.each(['0.01', '123456789'])(
  'a refused budget of %s leads back to the typed amount, with the focus in its field',
  async (amount) => {
    await service.call('workspace/update_settings', {
      guard: { currencies: [{ currencyCode: 'EUR', maxCampaignPerDay: '500' }] },
    })
    const page = await openBudget()
    await page.getByLabel(/^Daily budget/).fill(amount)
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    const input = page.getByLabel(/^Daily budget/)
    expect(await input.inputValue()).toBe(amount)
    await expect.poll(() => focusedLabel(page)).toBe('Daily budget in EUR')
    await input.fill('12.00')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Set to 12\.00/ }).waitFor()
  },
)

test('the plan of a budget change lets the operator change the amount again', async () => {
  const page = await openBudget()
  await page.getByLabel(/^Daily budget/).fill('13.00')
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByRole('button', { name: /^Set to 13\.00/ }).waitFor()
  await page.getByRole('button', { name: 'Change the amount' }).click()
  expect(await page.getByLabel(/^Daily budget/).inputValue()).toBe('13.00')
})

test('a refused dialog keeps the typed text, and moves the focus to the field that the error refers to', async () => {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/webhooks`)
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  await page.getByLabel('Note').fill('Shop')
  await page.getByLabel('URL').fill('not an address')
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  await reenterKey(page, service.apiKey)
  await expect.poll(() => focusedLabel(page)).toBe('URL')
  expect(await page.getByLabel('Note').inputValue()).toBe('Shop')
})

test.each([
  ['social', 'LEADS', 'Lead form'],
  ['social', 'SALES', 'Pixel'],
  ['search', 'CONVERSION', 'Conversion actions'],
  ['pro', 'LEADS', 'Lead form'],
  ['pro', 'CONVERSIONS', 'Conversions'],
])(
  'the form for a campaign on %s with the objective %s shows a required field without “(optional)”: %s',
  async (platform, objective, label) => {
    const { page } = await signedIn()
    await page.goto(`${service.url}/console/users/${userId}/${platform}/new`)
    await page.getByLabel('Objective').selectOption(objective)
    // Fields under "More settings" are hidden.
    const field = page.locator('label:visible, legend:visible').getByText(label, { exact: true })
    await expect.poll(() => field.count()).toBe(1)
    await page
      .getByLabel('Objective')
      .selectOption('TRAFFIC')
      .catch(() => page.getByLabel('Objective').selectOption({ index: 1 }))
    await expect.poll(() => field.count()).toBe(0)
  },
)

test.each(['social', 'search', 'pro'])(
  'errors of the form for a campaign on %s use its field labels, and no required field is labeled “(optional)”',
  async (platform) => {
    const { page } = await signedIn()
    await page.goto(`${service.url}/console/users/${userId}/${platform}/new`)
    const objectives = await page.getByLabel('Objective').locator('option').allInnerTexts()
    for (const objective of objectives) {
      await page.getByLabel('Objective').selectOption(objective)
      await page.getByRole('button', { name: 'Check and show the plan' }).click()
      await page.locator('.field .error').first().waitFor()
      await expect.poll(() => page.locator('.beside .skeleton').count()).toBe(0)
      const texts = (await page.getByRole('alert').allInnerTexts()).join('\n')
      // The pattern matches field names, but no words such as `iOS`.
      expect(texts).not.toMatch(/\b[a-z]{2,}[A-Z]|\[\d|\w\/\w+_|\b[a-z]+_[a-z]+/)
      const required = page.locator('.field', { has: page.locator('.error', { hasText: 'is required' }) })
      expect(
        (await required.locator('label').allInnerTexts()).filter((label) => label.endsWith('(optional)')),
      ).toEqual([])
    }
  },
)

test('an error of a report uses the labels of the dates on the reports page', async () => {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/reports?from=2026-01-10&until=2026-01-02`)
  await page.getByRole('alert').getByText('“Until” must not be before “From”.').waitFor()
})

test.each(['social', 'search', 'pro'])(
  'the form for a campaign on %s offers no deprecated name of a field or value',
  async (platform) => {
    const { page } = await signedIn()
    await page.goto(`${service.url}/console/users/${userId}/${platform}/new`)
    await page.locator('summary').first().click()
    const form = await page.locator('form.form').innerText()
    expect(form).not.toMatch(/deprecated|another name/i)
    const labels = await page.locator('form.form label:visible').allInnerTexts()
    expect(
      labels.filter((label) => /^(Total budget|Form|Audiences) \(optional\)$|^Total budget/.test(label)),
    ).toEqual(platform === 'search' ? [] : ['Audiences (optional)'])
    const objectives = await page.getByLabel('Objective').locator('option').allInnerTexts()
    expect(objectives.filter((objective) => objective.startsWith('Conversion')).length).toBeLessThan(2)
  },
)

test('a plan shows which rule requires approval, with the name that the console uses for the platform', async () => {
  await service.call('workspace/update_settings', { platform: 'social', approval: { kinds: ['RAISE'] } })
  const page = await openBudget()
  await page.getByLabel(/^Daily budget/).fill('33.00')
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByText(/On Facebook and Instagram, raising a budget needs approval\.$/).waitFor()
  await service.call('workspace/update_settings', { platform: 'social', approval: {} })
})

test('plans, reports and refusals show platforms and reasons by the names of the console, and no operation names', async () => {
  const ben = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
  await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })
  await service.post('search/get_campaigns', { userId: ben })
  const { page } = await signedIn()
  const codes = /(search|social) (account|platform)|Meta|\b[a-z]+[_/][a-z]+_/
  await page.getByRole('button', { name: 'Pause all campaigns' }).click()
  const plan = page.getByRole('dialog')
  await plan
    .getByText(/This user must link the Google Ads account again \(the permission expired\)/)
    .waitFor()
  await plan.getByText(/in Facebook and Instagram ad account/).waitFor()
  expect(await plan.innerText()).not.toMatch(codes)
  await page.goto(`${service.url}/console/reports`)
  const missing = page.getByText(/^No results from/)
  await missing.waitFor()
  expect(await missing.innerText()).not.toMatch(codes)
  const budget = await openBudget()
  await budget.getByLabel(/^Daily budget/).fill('0.01')
  await budget.getByRole('button', { name: 'Show the plan' }).click()
  await budget
    .getByRole('alert')
    .getByText(/minimum of Facebook and Instagram/)
    .waitFor()
})
