import { expect, onTestFinished, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'
import { minimalProCampaign } from '../../testing/proCampaign.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'

const pro = usePro()

async function startSecondProcess() {
  const environment = { SANDBOX_URL: pro.sandbox.url }
  const secondService = await startTestService({
    databaseUrl: testDatabaseUrl(),
    sharesDatabaseWith: pro.service,
    environment,
  })
  onTestFinished(() => secondService.stop())
  return (body: object) =>
    secondService.call('pro/create_campaign', body as never, { apiKey: pro.service.apiKey })
}

// Processes share a database only with PostgreSQL.
test.skipIf(testDatabaseUrl() === '')(
  'a planHash is valid in every process, and invalid when the secret of the service is replaced',
  async () => {
    const campaign = { userId: pro.userId, ...minimalProCampaign('Planned') }
    const { results } = await pro.call('pro/create_campaign', { ...campaign, dryRun: true })
    const planHash = String(results['planHash'])

    const secrets = await pro.service.app.store.db.selectFrom('service_secrets').selectAll().execute()
    await pro.service.app.store.db.deleteFrom('service_secrets').where('id', '=', 'plan').execute()
    const refused = await (await startSecondProcess())({ ...campaign, planHash })
    expect(refused.results, refused.text).toMatchObject({ code: 'PLAN_CHANGED' })

    await pro.service.app.store.db.deleteFrom('service_secrets').execute()
    await pro.service.app.store.db.insertInto('service_secrets').values(secrets).execute()
    const { text, status } = await (await startSecondProcess())({ ...campaign, planHash })
    expect(status, text).toBe(200)
  },
)
