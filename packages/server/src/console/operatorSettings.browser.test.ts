import { expect, test } from 'vitest'
import { reenterKey, useConsole } from '../../testing/console.ts'
import { useProcesses } from '../../testing/processes.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()
const { admin } = useProcesses('file')

test('the settings page shows the limits and freezes of the operator and of the workspace, and who can change them', async () => {
  const { dataDir, databaseUrl, workspaceId } = service
  const spending = (command: string, ...more: string[]) =>
    admin({ dataDir, databaseUrl }, 'spending', command, workspaceId, ...more)
  const limits = (maxCampaignPerDay: string) => ({ currencies: [{ currencyCode: 'EUR', maxCampaignPerDay }] })
  await service.call('workspace/update_settings', {
    guard: limits('300'),
    freeze: { frozen: true, reason: 'Holidays' },
  })
  expect(await spending('limit', JSON.stringify(limits('500')))).toMatchObject({ exit: 0 })
  expect(await spending('freeze', '--reason', 'Invoice is unpaid.')).toMatchObject({ exit: 0 })

  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Settings' }).click()
  const frozen = page.getByRole('status')
  await frozen.getByText('Invoice is unpaid.').waitFor()
  expect(await frozen.allInnerTexts()).toEqual([
    expect.stringMatching(
      /Set by the operator on .* Only the operator of this deployment can end this block\.$/,
    ),
    expect.stringMatching(
      /Set by key_\w+ on .* Reason: Holidays\. Running campaigns continue\. You can still pause campaigns and lower budgets\.$/,
    ),
  ])
  const operators = page.getByRole('region', { name: 'Limits of the operator' })
  expect(await operators.getByRole('table').innerText()).toContain('500')
  expect(await operators.innerText()).toContain(
    'Only the operator of this deployment can change these limits.',
  )
  expect(await operators.getByRole('button').count()).toBe(0)
  const own = page.getByRole('region', { name: 'Limits', exact: true })
  expect(await own.getByRole('table', { name: 'Limits by currency', exact: true }).innerText()).toContain(
    '300',
  )

  // After this, no freeze remains that keys of the workspace can end.
  await operator.press('Allow spend increases')
  await operator.press('Allow increases')
  await reenterKey(page, service.apiKey)
  await page.getByRole('button', { name: 'Block spend increases' }).waitFor()
  expect(await frozen.count()).toBe(1)
})
