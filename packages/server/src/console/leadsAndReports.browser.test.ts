// These tests cover the Leads page and the Reports page of the console.

import { readFile } from 'node:fs/promises'
import type { RequestBody } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '../../testing/axe.ts'
import { useConsole } from '../../testing/console.ts'
import { waitUntilLoaded } from '../../testing/consoleViews.ts'
import { submitLead } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'

const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { LEADS: 'on' } })
let userId = ''

beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  await submitLead(createSandboxAdmin(service), 'social', { count: 2 })
  await service.call('social/create_test_lead', { userId, formId: await firstForm() })
})

async function firstForm(): Promise<string> {
  const { leadForms } = (await service.call('social/get_leadform_list', { userId })).results
  return leadForms[0]?.id ?? ''
}

test('the Leads page shows the leads of a user newest first, labels test leads, and opens the answers of a lead', async () => {
  const { page } = await signedIn()
  await page.getByRole('link', { name: 'Leads', exact: true }).click()
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => page.getByLabel('User', { exact: true }).inputValue()).toBe('Linked to ada')
  const { leads } = (await service.call('lead/list_leads', { userId, newestFirst: true })).results
  expect(await page.getByRole('row').count()).toBe(leads.length + 1)
  const test = leads.findIndex(({ isTest }) => isTest)
  await page
    .getByRole('row')
    .nth(test + 1)
    .getByText('Test', { exact: true })
    .waitFor()
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Open' }).click()
  const answer = leads[0]?.fields[0]?.value ?? 'no answer'
  await page.getByRole('dialog').getByText(answer).first().waitFor()
})

test('the Leads page filters by a form that is chosen by name, and keeps the filter after a reload', async () => {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/leads?userId=${userId}`)
  const box = page.getByLabel('Form', { exact: true })
  await box.click()
  const option = page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()
  const [name = ''] = (await option.innerText()).split('\n')
  await option.click()
  await expect.poll(() => page.url()).toMatch(/formId=\d+/)
  await expect.poll(() => box.inputValue()).toBe(name)
  await page.reload()
  await expect.poll(() => box.inputValue()).toBe(name)
})

function yesterdayByAccount(): RequestBody<'report/get_report'> {
  const yesterday = new Date(service.clock.now() - 86_400_000).toISOString().slice(0, 10)
  return { userIds: [userId], level: 'ACCOUNT', startDate: yesterday, endDate: yesterday }
}

test('the Reports page shows totals with their currency, rows by campaign, and rows by day with ad account names', async () => {
  const { page } = await signedIn()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByRole('row', { name: /Google Ads/ }).waitFor()
  expect(await totals.getByRole('row', { name: /Google Ads/ }).innerText()).toMatch(/\d\s[A-Z]{3}\b/)
  const rows = page.getByRole('region', { name: 'Rows' })
  await rows.getByRole('link', { name: 'Spring bread' }).waitFor()
  await page.getByLabel('Group by').selectOption('AD')
  await rows.getByRole('columnheader', { name: 'Ad', exact: true }).waitFor()
  await page.getByLabel('Group by').selectOption('ACCOUNT')
  await page.getByLabel('Rows').selectOption('DAY')
  await rows.getByRole('columnheader', { name: 'Day' }).waitFor()
  const headings = await rows.getByRole('columnheader').allInnerTexts()
  expect(headings.slice(0, 2)).toEqual(['Ad account', 'Day'])
  const { accounts } = (await service.call('report/get_report', yesterdayByAccount())).results
  for (const { accountName } of accounts)
    await rows.getByRole('cell', { name: accountName }).first().waitFor()
  expect(await findAxeViolations(page, 'main')).toEqual([])
})

test('the Reports page downloads the report as a CSV file whose name contains its dates', async () => {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/reports?level=ACCOUNT&userId=${userId}`)
  await waitUntilLoaded(page)
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('currencyCode')
  expect(text).toContain(userId)
})
