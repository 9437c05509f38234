// The connectors support the pinned version of each platform and the previous one. Every example of the
// contract makes the same calls and gets the same responses in both versions.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import {
  addExampleUsers,
  createSandboxAdmin,
  linkExistingUser,
  startTestService,
  type TestService,
  useService,
} from '@adrail/server/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

const previous = { SOCIAL_API_VERSION: 'v25.0', SEARCH_API_VERSION: 'v24', PRO_API_VERSION: '202607' }
/**
 * The part of a request that contains the version. Consents and tokens have no version at two of the
 * platforms.
 */
const marks = {
  social: { pinned: '/v26.0/', previous: '/v25.0/' },
  search: { pinned: '/v25/', previous: '/v24/' },
  pro: { pinned: '202609', previous: '202607' },
} as const
const unversioned = /^\/(o\/|token|tokeninfo|revoke|v1\/userinfo|oauth\/v2\/|dms-uploads\/)/

type Age = 'pinned' | 'previous'
const environments = { pinned: { LEADS: 'on' }, previous: { LEADS: 'on', ...previous } } as const

/** Reads leave nothing behind, so they can share a service. */
const shared = {
  pinned: useService({ environment: environments.pinned }),
  previous: useService({ environment: environments.previous }),
}
beforeAll(async () => {
  for (const service of Object.values(shared)) await linkExampleUser(service)
})

/**
 * Each write gets a separate service, because its objects have unique names and its lookups are cached. So does
 * a read that makes no call when another read came first.
 */
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

/** The only call of these reads is a lookup that the service caches, and that other reads load as well. */
const cachedLookups: ReadonlySet<OperationName> = new Set(['search/get_languages'])

const operations = operationNames.filter((name) => /^(social|search|pro)\//.test(name))

/** Returns the response to the example, and the calls to its platform with the version of each call. */
async function ask(age: Age, operation: OperationName) {
  // The groups of operations have the names of the platforms.
  const platform = operation.split('/')[0] as keyof typeof marks
  const isShared = declarationOf(operation).effect === 'read' && !cachedLookups.has(operation)
  const service = isShared ? shared[age] : await startOwn(age)
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

/** The service fetches this URL, so the URL must exist. */
function fetchedFields(operation: OperationName, sandboxUrl: string): object {
  return operation === 'pro/upload_video' ? { url: `${sandboxUrl}/_media/video/nursery-200kb.mp4` } : {}
}

/** Removes everything that is new for each request or each sandbox. */
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

test.each(operations)(
  '%s sends the same calls and returns the same response in the pinned and the previous API version',
  async (operation) => {
    const now = await ask('pinned', operation)
    const before = await ask('previous', operation)
    expect(now.response).toMatchObject({ success: true })
    expect(before.response).toEqual(now.response)
    expect(before.calls).toEqual(now.calls)
    expect(now.calls).not.toEqual([])
    expect([...now.strayed, ...before.strayed]).toEqual([])
  },
)
