// The state of a link after the platform refused to exchange the code of a consent for a token.

import type { LinkPlatform } from '@adrail/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { decideConsent, followCallback, startLink, startOAuthFlow } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'

const service = useService()

async function statusOf(linkId: string): Promise<string> {
  const { status, linkError } = (await service.call('auth/get_link_status', { linkId })).results
  return linkError === '' ? status : `${status}: ${linkError}`
}

/** Returns a link whose user has consented and whose code exchange failed. */
async function refused(platform: LinkPlatform, refusal: object) {
  await createSandboxAdmin(service).injectFault({
    platform: toPlatform(platform),
    kind: 'status',
    ...refusal,
  })
  onTestFinished(() => createSandboxAdmin(service).clearFaults())
  const oauthFlow = await startOAuthFlow(service, { userId: await newUser(service), platform })
  await followCallback(await decideConsent(oauthFlow), oauthFlow.cookie)
  return oauthFlow
}

test.each([
  ['SOCIAL_A', { call: 'oauth.access_token', status: 503, code: '2' }],
  ['SOCIAL_A', { call: 'oauth.access_token', status: 500, code: '1' }],
  ['SOCIAL_A', { call: 'oauth.access_token', status: 400, code: '4' }],
  ['SEARCH', { call: 'oauth.token', status: 503 }],
  ['SEARCH', { call: 'oauth.token', status: 400, code: 'internal_failure' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 500 }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 429 }],
] as const)(
  'a transient failure of %s leaves the link open, and a retry succeeds: %j',
  async (name, trouble) => {
    const { link, linkId } = await refused(name, trouble)
    expect(await statusOf(linkId)).toBe('opened: platform_unavailable')
    const again = await startLink(link)
    await followCallback(await decideConsent(again), again.cookie)
    expect(await statusOf(linkId)).toBe('completed')
  },
)

// SQLite cannot make a chosen statement fail with a timeout.
test.skipIf(testDatabaseUrl() === '')(
  'a database failure during the code exchange is not reported as a platform failure, and a retry succeeds',
  async () => {
    const { db } = service.app.store
    await sql`create function fail_links() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
      db,
    )
    await sql`create trigger fail_links before update on links for each row
      when (new.status = 'selecting') execute function fail_links()`.execute(db)
    const oauthFlow = await startOAuthFlow(service, { userId: await newUser(service), platform: 'SEARCH' })
    const { status } = await followCallback(await decideConsent(oauthFlow), oauthFlow.cookie)
    await sql`drop function fail_links cascade`.execute(db)
    expect(status).toBe(503)
    expect(await statusOf(oauthFlow.linkId)).toBe('returned')
    const again = await startLink(oauthFlow.link)
    await followCallback(await decideConsent(again), again.cookie)
    expect(await statusOf(oauthFlow.linkId)).toBe('completed')
  },
)

test.each([
  ['SOCIAL_A', { call: 'oauth.access_token', status: 400, code: '1' }],
  ['SEARCH', { call: 'oauth.token', status: 401, code: 'invalid_client' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 401, code: 'invalid_client' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 400, code: 'invalid_client_id' }],
] as const)('a link fails with app_misconfigured when %s refuses the app: %j', async (name, refusal) => {
  const { linkId } = await refused(name, refusal)
  expect(await statusOf(linkId)).toBe('failed: app_misconfigured')
})

test.each([
  ['SOCIAL_A', { call: 'oauth.access_token', status: 400, code: '100' }],
  ['SEARCH', { call: 'oauth.token', status: 400, code: 'invalid_grant' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 400, code: 'invalid_redirect_uri' }],
] as const)('a link stays open with code_rejected when %s refuses the code: %j', async (name, refusal) => {
  const { linkId } = await refused(name, refusal)
  expect(await statusOf(linkId)).toBe('opened: code_rejected')
})
