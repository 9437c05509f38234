// What becomes of a link when the platform gives no token for the code of a consent.

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { beginAgain, beginTrip, comeBack, consent } from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { testDatabase, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { type LinkPlatform, platformOf } from '../platforms/kit/names.ts'

const service = useService()

async function statusOf(linkId: string): Promise<string> {
  const { status, linkError } = (await service.call('auth/get_link_status', { linkId })).results
  return linkError === '' ? status : `${status}: ${linkError}`
}

/** A link whose person has consented, and whose code was refused. */
async function refused(platform: LinkPlatform, refusal: object) {
  await sandboxOf(service).fail({ platform: platformOf(platform), kind: 'status', ...refusal })
  onTestFinished(() => sandboxOf(service).forgetFaults())
  const trip = await beginTrip(service, { userId: await newUser(service), platform })
  await comeBack(await consent(trip), trip.cookie)
  return trip
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
  'passing trouble of %s leaves the link open, and a second try succeeds: %j',
  async (name, trouble) => {
    const { link, linkId } = await refused(name, trouble)
    expect(await statusOf(linkId)).toBe('opened: platform_unavailable')
    const again = await beginAgain(link)
    await comeBack(await consent(again), again.cookie)
    expect(await statusOf(linkId)).toBe('completed')
  },
)

// SQLite has no statement that fails so on order.
test.skipIf(testDatabase() === '')(
  'a database that fails while a code is exchanged is not reported as the platform, and a second try succeeds',
  async () => {
    const { db } = service.app.store
    await sql`create function fail_links() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
      db,
    )
    await sql`create trigger fail_links before update on links for each row
      when (new.status = 'selecting') execute function fail_links()`.execute(db)
    const trip = await beginTrip(service, { userId: await newUser(service), platform: 'SEARCH' })
    const { status } = await comeBack(await consent(trip), trip.cookie)
    await sql`drop function fail_links cascade`.execute(db)
    expect(status).toBe(503)
    expect(await statusOf(trip.linkId)).toBe('returned')
    const again = await beginAgain(trip.link)
    await comeBack(await consent(again), again.cookie)
    expect(await statusOf(trip.linkId)).toBe('completed')
  },
)

test.each([
  ['SOCIAL_A', { call: 'oauth.access_token', status: 400, code: '1' }],
  ['SEARCH', { call: 'oauth.token', status: 401, code: 'invalid_client' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 401, code: 'invalid_client' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 400, code: 'invalid_client_id' }],
] as const)('an app that %s does not take ends the link: %j', async (name, refusal) => {
  const { linkId } = await refused(name, refusal)
  expect(await statusOf(linkId)).toBe('failed: app_misconfigured')
})

test.each([
  ['SOCIAL_A', { call: 'oauth.access_token', status: 400, code: '100' }],
  ['SEARCH', { call: 'oauth.token', status: 400, code: 'invalid_grant' }],
  ['PROFESSIONAL', { call: 'oauth.accessToken', status: 400, code: 'invalid_redirect_uri' }],
] as const)('a code that %s does not take is asked for again: %j', async (name, refusal) => {
  const { linkId } = await refused(name, refusal)
  expect(await statusOf(linkId)).toBe('opened: code_rejected')
})
