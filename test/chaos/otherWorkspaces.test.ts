// T13: nothing of one workspace can be seen, used or guessed at from another.

import { createHash } from 'node:crypto'
import { declarationOf, type OperationName } from '@adrail/contract'
import { useService } from '@adrail/server/testing'
import { withoutRequestId } from '@adrail/server/testing/expectations'
import { linkExistingUser, newLinkedUser } from '@adrail/server/testing/linked'
import { decideConsent, followCallback, startOAuthFlow } from '@adrail/server/testing/linking'
import { readResponse } from '@adrail/server/testing/requests'
import { springCampaignId } from '@adrail/server/testing/social'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isLong, seed, sized, tell } from './figures.ts'
import { type Ask, doorsOf, type Slot, slotsOf } from './probes.ts'
import { makeVictim, type Thing, type Victim } from './victim.ts'

const service = useService({ environment: { LEADS: 'on' } })
let victim: Victim
let userId: string
beforeAll(async () => {
  victim = await makeVictim(service)
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/** The same in form, and nobody's; always the same one for the same value, since some requests leave something behind. */
function absentLike(value: string): string {
  const [, prefix = '', rest = ''] = /^([a-z]{2,5}[_.]|urn:li:\w+:)?(.*)$/s.exec(value) ?? []
  const chance = createHash('sha512').update(value).digest()
  const draw = (from: string, at: number) => from[(chance[at % 64] ?? 0) % from.length] ?? ''
  const other = (sign: string, at: number) => {
    if (/[1-9]/.test(sign)) return draw('123456789', at)
    if (/[a-f]/.test(sign)) return draw('abcdef', at)
    return /[g-z]/.test(sign) ? draw('ghjkmnpqrstvwxyz', at) : sign
  }
  return prefix + Array.from(rest, other).join('')
}

/** What two answers may differ in: the value that was asked with, and what is drawn anew for every answer. */
function settled(text: string, value: string): string {
  return text
    .replaceAll(value, '@')
    .replace(/\b(op|usr|lnk|con|evt|whe|key|req|crd)_[0-9a-z]{26}\b/g, '$1_')
    .replace(/(\/connect\/)[\w-]+/g, '$1token')
    .replace(/"(next|previous|resume|traceId)(\\?":\\?")[^"\\]+/g, '"$1$2')
}

interface Probe {
  readonly slot: Slot
  readonly thing: Thing
  readonly door: string
}

/** An id of one platform is no id of another's. */
const isNear = ({ operation }: Slot, seenIn: string) =>
  !/^(social|search|pro)\//.test(seenIn) || seenIn.split('/')[0] === operation.split('/')[0]

/** Each slot with a thing of its own kind where the victim has one, by HTTP; then whatever else chance draws. */
function drawProbes(slots: readonly Slot[], things: readonly Thing[], count: number): Probe[] {
  const own = slots.flatMap((slot) =>
    things
      .filter(({ name, seenIn }) => name === slot.name && isNear(slot, seenIn))
      .slice(0, 1)
      .map((thing) => ({ slot, thing, door: 'http' })),
  )
  const anyProbe = fc.record({
    slot: fc.constantFrom(...slots),
    thing: fc.constantFrom(...things),
    door: fc.constantFrom('http', 'mcp', 'console'),
  })
  return [...own, ...fc.sample(anyProbe, { numRuns: Math.max(0, count - own.length), seed })]
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('whoever has a key of another workspace', () => {
  test("is answered for every id, cursor and key of the victim's as for one that nobody ever had, and changes nothing", async () => {
    const { results: hook } = await service.call('webhook/create_endpoint', {
      url: 'http://localhost:3000/hooks',
    })
    const { id: keyId } = await service.newKey({ scopes: ['read'] })
    const own: Readonly<Record<string, string>> = { userId, endpointId: hook.endpoint.endpointId, keyId }
    const bodyOf = (operation: OperationName) => {
      const { example, input } = declarationOf(operation)
      const ours = Object.entries(own).filter(
        ([name]) => name in input.shape && !('externalId' in example.body),
      )
      const users = 'userIds' in input.shape ? { userIds: [userId] } : {}
      return { ...example.body, ...Object.fromEntries(ours), ...users }
    }
    const slots = slotsOf(bodyOf)
    const things = await victim.things()
    const doors = await doorsOf(service)
    const before = await victim.look()

    const times: { foreign: number[]; absent: number[] } = { foreign: [], absent: [] }
    const leaks: string[] = []
    const probes = drawProbes(slots, things, sized(200, 10_000))
    for (const [index, { slot, thing, door }] of probes.entries()) {
      const ask = doors[door] as Ask
      const timed = async (kind: 'foreign' | 'absent', value: string) => {
        const from = performance.now()
        const text = await ask(slot.operation, slot.fill(value))
        times[kind].push(performance.now() - from)
        return settled(text, value)
      }
      const absent = absentLike(thing.value)
      // In turns, so that whichever comes first is not always the same.
      const early = index % 2 === 0 ? await timed('absent', absent) : ''
      const foreign = await timed('foreign', thing.value)
      const expected = index % 2 === 0 ? early : await timed('absent', absent)
      const told = things.filter(({ value }) => value.length > 8 && foreign.includes(value))
      if (foreign !== expected || foreign.includes(victim.mark) || told.length > 0)
        leaks.push(
          `${door} ${slot.operation} ${slot.name}=${thing.value} (${thing.name} of ${thing.seenIn})\n${foreign}\n${expected}`,
        )
    }
    expect(leaks).toEqual([])
    expect(await victim.look()).toEqual(before)

    const [foreign, absent] = [median(times.foreign), median(times.absent)]
    const figures = { probes: probes.length, slots: slots.length, things: things.length, leaks: leaks.length }
    tell('T13', {
      ...figures,
      ...(isLong ? { foreignMs: foreign, absentMs: absent, ratio: foreign / absent } : {}),
    })
  }, 1_200_000)

  test("uses the victim's idempotency key as a new one of its own", async () => {
    const { apiKey } = await service.newWorkspace()
    const body = {
      userId: await newLinkedUser(service, { apiKey }),
      campaignId: springCampaignId,
      amount: 21,
    }
    const send = (key: string) =>
      service.call('social/edit_campaign', body, { apiKey, headers: { 'idempotency-key': key } })
    const [first, second] = [await send(victim.idempotencyKey), await send('never-used-before')]
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(settled(first.text, victim.idempotencyKey)).toBe(settled(second.text, 'never-used-before'))
  })

  test("cannot finish the victim's link", async () => {
    const trip = { userId, platform: 'SEARCH', state: 'ours' } as const
    const ours = await startOAuthFlow(service, trip)
    const { apiKey } = victim
    const { users } = (await service.call('user/list_users', {}, { apiKey })).results
    const theirWish = { ...trip, userId: users[0]?.userId ?? '', state: victim.mark }
    const theirs = await startOAuthFlow({ url: service.url, apiKey }, theirWish)
    const callback = new URL(await decideConsent(theirs))
    const page = async () => withoutRequestId(await readResponse(followCallback(callback.href, ours.cookie)))
    const foreign = await page()
    callback.searchParams.set('state', absentLike(callback.searchParams.get('state') ?? ''))
    expect(foreign).toEqual(await page())
    expect(foreign.status).toBe(400)
    expect(foreign.text).not.toContain(victim.mark)
  })

  test("sees the page of a write that waits at the victim's as one that was never asked for", async () => {
    const { approvals } = (await service.call('approval/list_approvals', {}, { apiKey: victim.apiKey }))
      .results
    const page = async (operationId: string) => {
      const path = `/approve/${operationId}`
      const signedIn = await service.send(`${path}/sign-in`, {
        method: 'POST',
        headers: { origin: service.url, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ key: service.apiKey }),
        redirect: 'manual',
      })
      const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
      expect(cookie).not.toBe('')
      const { status, text } = await readResponse(service.send(path, { headers: { cookie } }))
      return `${status} ${settled(text, operationId)}`
    }
    const waiting = approvals[0]?.operationId ?? ''
    expect(waiting).not.toBe('')
    const foreign = await page(waiting)
    expect(foreign).toBe(await page(absentLike(waiting)))
    expect(foreign).toMatch(/^404 /)
  })
})
