// Every read of every platform reports a response of unknown shape as malformed, and never as empty.

import { declarationOf, operationNames } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkExistingUser } from '../../testing/linked.ts'
import { usePlatformProxy } from '../../testing/platformProxy.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { buildWorkingBody } from '../../testing/workingBodies.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url, LEADS: 'on' } })

const platforms = ['social', 'search', 'pro'] as const
const linkNames = { social: 'SOCIAL_A', search: 'SEARCH', pro: 'PROFESSIONAL' } as const

/** Excludes requests for tokens and consents. */
const isApi = (path: string) => !path.includes('oauth') && !path.includes('_sandbox')

describe.each(platforms)('%s', (platform) => {
  let userId = ''
  beforeAll(async () => {
    between.respondWith(() => undefined)
    userId = await newUser(service)
    await linkExistingUser(service, userId, { platform: linkNames[platform] })
  })

  const reads = operationNames.filter((name) => {
    const declared = declarationOf(name)
    return declared.effect === 'read' && declared.platform === platform
  })

  test.each(
    reads.flatMap((name) => [
      [name, { status: 'ok', message: 'Welcome' }],
      [name, { data: {}, results: {}, elements: {} }],
    ]),
  )('%s returns an error when the platform responds with the unknown shape %j', async (name, json) => {
    const body = await buildWorkingBody(name, service, userId)
    let replaced = 0
    between.respondWith((path) => {
      if (!isApi(path)) return undefined
      replaced += 1
      return { json }
    })
    const { results } = await service.call(name, body as never)
    const code = (results as { code?: string }).code ?? ''
    // adrail reports malformed responses in the batches of Meta as errors of the platform.
    expect({ replaced: replaced > 0, code }).toEqual({
      replaced: true,
      code: expect.stringMatching(/^UPSTREAM_(BAD_RESPONSE|ERROR)$/),
    })
  })
})
