// Meta writes the ids of `debug_token` as JSON numbers. Some ids are beyond the exact range of a float.

import { expect, onTestFinished, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'
import { startTestSandbox } from '../../testing/worlds.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'

const databaseUrl = testDatabaseUrl()

test('users can connect an app whose id is beyond the exact range of a float', async () => {
  const sandbox = await startTestSandbox()
  const { apps } = sandbox.state()
  const usual = apps.social[findSandboxApp('social').clientId]
  if (usual === undefined) throw new Error('The sandbox has no app for adrail.')
  const clientId = '9234567890123457'
  expect(Number.isSafeInteger(Number(clientId))).toBe(false)
  apps.social[clientId] = { ...usual, clientId }
  const service = await startTestService({
    databaseUrl,
    environment: {
      ADRAIL_SOCIAL: 'live',
      // The sandbox redirects users only to this machine.
      PUBLIC_URL: 'https://localhost:8443',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      SOCIAL_API_URL: sandbox.url,
      SOCIAL_AUTHORIZE_URL: sandbox.url,
      SOCIAL_TOKEN_URL: sandbox.url,
      SOCIAL_CLIENT_ID: clientId,
      SOCIAL_CLIENT_SECRET: usual.clientSecret,
    },
  })
  onTestFinished(() => service.stop())
  const userId = await newLinkedUser(service, { person: 'greta' })
  const { connections } = (await service.call('user/get_profile', { userId })).results.user
  expect(connections).toMatchObject([{ health: 'active' }])
})
