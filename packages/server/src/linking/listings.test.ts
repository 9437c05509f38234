// What is offered to choose from, when the platform lists less than there is.

import { expect, onTestFinished, test } from 'vitest'
import { beginTrip, comeBack, consent, type Trip } from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import type { LinkPlatform } from '../platforms/kit/names.ts'

const service = useService()

/** How a link stands when its person is back, and what the page says that comes then. */
async function arrive(platform: LinkPlatform, person: string, decision = 'allow') {
  const trip = await beginTrip(service, { userId: await newUser(service), platform })
  const back = await comeBack(await consent(trip, person, decision), trip.cookie)
  const page = new URL(back.headers.get('location') ?? '', service.url).href
  return { trip, page, status: await statusOf(trip), text: await pageText(page, trip) }
}

async function statusOf({ linkId }: Trip): Promise<string> {
  const { status, linkError } = (await service.call('auth/get_link_status', { linkId })).results
  return linkError === '' ? status : `${status}: ${linkError}`
}

async function pageText(page: string, { cookie }: Trip): Promise<string> {
  return await (await fetch(page, { headers: { cookie } })).text()
}

const order = async (trouble: object) => {
  await sandboxOf(service).fail({ kind: 'status', ...trouble })
  onTestFinished(() => sandboxOf(service).forgetFaults())
}

test('pages that a person reaches through a business alone can be chosen', async () => {
  const { status, text } = await arrive('SOCIAL_A', 'agnes')
  expect(status).toBe('selecting')
  expect(text).not.toContain('did not tell about all')
})

test('when the pages of a business cannot be listed, the user is told and the operator finds it in the log', async () => {
  await order({ call: 'businesses.list', status: 400, code: '100' })
  const { status, text } = await arrive('SOCIAL_A', 'ada')
  expect(status).toBe('selecting')
  expect(text).toContain('The platform did not tell about all of your pages just now.')
})

test('nobody is told to have no page while the pages of a business cannot be listed', async () => {
  await order({ call: 'businesses.list', status: 500, times: 9 })
  expect((await arrive('SOCIAL_A', 'agnes')).status).toBe('opened: platform_unavailable')
})
