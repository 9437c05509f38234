// Sends the contract's examples for Google Ads and LinkedIn to a new sandbox and compares the results.

import { declarationOf, type OperationName, operationNames, type RequestBody } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { addExampleUsers } from '../../../testing/users.ts'

const operations = operationNames.filter((name) => /^(search|pro)\//.test(name))
const isWrite = (name: OperationName) => declarationOf(name).effect === 'write'
// The examples of reads describe a new sandbox, so writes use another sandbox.
const reading = useService()
const writing = useService()

beforeAll(async () => {
  for (const service of [reading, writing]) {
    await addExampleUsers(service)
    await linkExistingUser(service, 'usr_demo_all', { platform: 'SEARCH' })
    await linkExistingUser(service, 'usr_demo_all', { platform: 'PROFESSIONAL' })
  }
})

test.each(operations.filter((name) => !isWrite(name)))(
  'the example of %s returns the documented results',
  async (operation) => {
    const { body, results } = declarationOf(operation).example
    const response = await reading.call(operation, body as RequestBody<OperationName>)
    expectSuccess(operation, response)
    expect(withFiguresNamed(response.results)).toMatchObject(expected(results, response.results))
  },
)

test.each(operations.filter(isWrite))(
  'the example of %s returns the documented results except for ids',
  async (operation) => {
    const { body: example, results } = declarationOf(operation).example
    const isVideo = operation === 'pro/upload_video'
    // adrail downloads the video of pro/upload_video, so the URL must exist.
    const url = `${createSandboxAdmin(writing).url}/_media/video/nursery-200kb.mp4`
    const body = isVideo ? { ...example, url } : example
    const response = await writing.call(operation, body as RequestBody<OperationName>)
    expectSuccess(operation, response)
    for (const [member, value] of Object.entries(results))
      expect(withoutId(response.results[member])).toBe(withoutId(value))
  },
)

/** Replaces ids, which are new in each run. All other values equal the example. */
function withoutId(text: unknown): string {
  // LinkedIn campaigns end with the first characters of their marker.
  return String(text).replace(/^op_\w+$|^[A-Za-z0-9]{20}$|\d{5,}$|(?<= · )[0-9a-f]{8}(?=\W*$)/, 'ID')
}

/**
 * Returns the expected results. An example lists some entries only, and each of them must be in the response.
 * Times and locations come from the sandbox.
 */
function expected(example: object, response: object): object {
  return Object.fromEntries(
    Object.entries(example).map(([member, value]) => {
      // The last page of LinkedIn's posts is empty, so a short page may have a next page.
      if (member === 'pagination') return [member, { next: expect.any(String), previous: '' }]
      if (member === 'insights') return [member, withFiguresNamed(value)]
      if (!Array.isArray(value)) return [member, value]
      const came = (response as Record<string, unknown>)[member] as object[]
      for (const entry of value) expect(came.map(withoutWorld)).toContainEqual(withoutWorld(entry))
      return [member, came]
    }),
  )
}

/** Replaces statistics by the names of their metrics. The state of the sandbox determines the values. */
function withFiguresNamed(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (name, member) => (name === 'stats' ? Object.keys(member).toSorted() : member)),
  )
}

function withoutWorld(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      /^(created(Time)?|lastModified|start(Date|Time)|endDate|stopTime|image(Url)?)$/.test(name)
        ? typeof member
        : member,
    ),
  )
}
