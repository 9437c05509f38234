// The connectors speak the version of each platform that they are written for and the one before: every example of the
// contract, asked of both, makes the same calls and gets the same answers.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { startTestService, type TestService, useService } from '@adrail/server/testing'
import { linkExistingUser } from '@adrail/server/testing/linked'
import { createSandboxAdmin } from '@adrail/server/testing/sandbox'
import { addExampleUsers } from '@adrail/server/testing/users'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

const previous = { SOCIAL_API_VERSION: 'v25.0', SEARCH_API_VERSION: 'v24', PRO_API_VERSION: '202607' }
/** How a request says which version it speaks; consents and tokens have none at two of the platforms. */
const marks = {
  social: { pinned: '/v26.0/', previous: '/v25.0/' },
  search: { pinned: '/v25/', previous: '/v24/' },
  pro: { pinned: '202609', previous: '202607' },
} as const
const unversioned = /^\/(o\/|token|tokeninfo|revoke|v1\/userinfo|oauth\/v2\/|dms-uploads\/)/

type Age = 'pinned' | 'previous'
const environments = { pinned: { LEADS: 'on' }, previous: { LEADS: 'on', ...previous } } as const

/** Whoever reads leaves nothing behind, and can share. */
const shared = {
  pinned: useService({ environment: environments.pinned }),
  previous: useService({ environment: environments.previous }),
}
beforeAll(async () => {
  for (const service of Object.values(shared)) await linkExampleUser(service)
})

/** What writes make has names of its own at each, and what they look up is remembered. */
async function startOwn(age: Age): Promise<TestService> {
  const service = await startTestService({ databaseUrl: '', environment: environments[age] })
  onTestFinished(() => service.stop())
  await linkExampleUser(service)
  return service
}

async function linkExampleUser(service: TestService): Promise<void> {
  await addExampleUsers(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, 'usr_demo_all', { platform })
}

const operations = operationNames.filter((name) => /^(social|search|pro)\//.test(name))

/** What the example answers, and which calls of its platform it took, each with what it says of the version. */
async function ask(age: Age, operation: OperationName) {
  // The names of the platforms are those of their groups.
  const platform = operation.split('/')[0] as keyof typeof marks
  const service = declarationOf(operation).effect === 'write' ? await startOwn(age) : shared[age]
  const sandbox = createSandboxAdmin(service, platform)
  await sandbox.clearRequests()
  const body = { ...declarationOf(operation).example.body, ...fetchedFields(operation, sandbox.url) }
  const { text } = await service.call(operation, body as never)
  const requests = (await sandbox.requests()).filter(({ url }) => !unversioned.test(url))
  const strayed = requests.filter(
    ({ url, headers }) => !`${url}/ ${headers['linkedin-version']}`.includes(marks[platform][age]),
  )
  return { response: comparable(text), calls: requests.map(({ call }) => call), strayed }
}

/** What the service itself fetches has to be somewhere. */
function fetchedFields(operation: OperationName, sandboxUrl: string): object {
  return operation === 'pro/upload_video' ? { url: `${sandboxUrl}/_media/video/nursery-200kb.mp4` } : {}
}

/** Without what is made anew for each request or each sandbox. */
function comparable(text: string): unknown {
  const { results } = JSON.parse(text)
  const pagination = results.pagination && Object.keys(results.pagination)
  const resultsText = JSON.stringify({ ...results, ...(pagination ? { pagination } : {}) })
  return JSON.parse(
    resultsText
      .replaceAll(/op_\w+/g, 'op_')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'sandbox')
      .replaceAll(/ · [0-9a-f]{8}/g, ' · marker'),
  )
}

test.each(operations)('%s does the same in both versions', async (operation) => {
  const now = await ask('pinned', operation)
  const before = await ask('previous', operation)
  expect(now.response).toMatchObject({ success: true })
  expect(before.response).toEqual(now.response)
  expect(before.calls).toEqual(now.calls)
  expect(now.calls).not.toEqual([])
  expect([...now.strayed, ...before.strayed]).toEqual([])
})
