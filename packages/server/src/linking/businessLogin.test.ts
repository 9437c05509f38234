// An app of the social platform that has Login for Business: it signs people in by a saved configuration.

import { beforeAll, expect, test } from 'vitest'
import { beginTrip, comeBack, consent, linkUser } from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const configured = useService({ environment: { SOCIAL_CONFIG_ID: '770000000000001' } })
const poorly = useService({ environment: { SOCIAL_CONFIG_ID: '770000000000002' } })
const classic = useService()
beforeAll(async () => {
  for (const service of [configured, poorly, classic])
    await sandboxOf(service).switch({ social: { businessLogin: true } })
})

const askedOf = async (service: TestService) => {
  const wish = { userId: await newUser(service), platform: 'SOCIAL_A' } as const
  return { wish, trip: await beginTrip(service, wish) }
}

test('links with SOCIAL_CONFIG_ID, which takes the place of the permissions', async () => {
  const { wish, trip } = await askedOf(configured)
  const { searchParams } = new URL(trip.consentUrl)
  expect(searchParams.get('config_id')).toBe('770000000000001')
  expect(searchParams.has('scope')).toBe(false)
  await linkUser(configured, wish)
})

test('is not shown to anybody without a configuration', async () => {
  const { trip } = await askedOf(classic)
  expect(new URL(trip.consentUrl).searchParams.has('config_id')).toBe(false)
  expect(await (await fetch(trip.consentUrl)).text()).toContain('It looks like this app isn')
})

test('ends a link as misconfigured when its configuration lacks a permission, which no user can add', async () => {
  const { trip } = await askedOf(poorly)
  await comeBack(await consent(trip), trip.cookie)
  const { results } = await poorly.call('auth/get_link_status', { linkId: trip.linkId })
  expect([results.status, results.linkError]).toEqual(['failed', 'app_misconfigured'])
})
