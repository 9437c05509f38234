// For tests of the engine: links walked step by step, the sandbox turned by hand, and further processes imitated.

import { Connections } from '../src/linking/connect.ts'
import type { Linking } from '../src/linking/linking.ts'
import { LinkingMemory } from '../src/linking/recent.ts'
import { TokenKeeper } from '../src/linking/tokenKeeper.ts'
import { type LinkPlatform, platformOf } from '../src/platforms/kit/names.ts'
import { type Answer, answerOf } from './requests.ts'
import { newRound } from './rounds.ts'
import { sandboxOf } from './sandbox.ts'
import type { TestService } from './service.ts'

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/** What a test needs of a service, in this process or in another one. */
export interface Target {
  readonly url: string
  readonly apiKey: string
}

/** Turns the platforms' clock and then ours. */
export async function turn(service: TestService, durationMs: number): Promise<void> {
  await sandboxOf(service).advance(durationMs)
  service.clock.advance(durationMs)
}

/** A link whose user stands in front of the platform's question. */
export interface Trip {
  readonly linkId: string
  readonly link: string
  /** What the browser was given, to be sent along with the callback. */
  readonly cookie: string
  readonly consentUrl: string
}

export interface Wish {
  readonly userId: string
  readonly platform: LinkPlatform
  readonly redirectUri?: string
  readonly state?: string
}

export async function beginTrip({ url, apiKey }: Target, wish: Wish): Promise<Trip> {
  const made = await fetch(`${url}/auth/create_link`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
  const { results } = (await made.json()) as { results: { link: string; linkId: string; error: string } }
  if (made.status !== 200) throw new Error(`auth/create_link: ${results.error}`)
  return { linkId: results.linkId, link: results.link, ...(await beginAgain(results.link)) }
}

/** Presses the button of the link's page, in a browser of its own. */
export async function beginAgain(link: string): Promise<Pick<Trip, 'cookie' | 'consentUrl'>> {
  const page = await (await fetch(link)).text()
  const started = await fetch(`${link}/start`, {
    method: 'POST',
    body: new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' }),
  })
  return onwardIn(await answerOf(started))
}

/** Where the page after the button leads, and what the browser is given with it. */
export function onwardIn({ headers, text }: Answer): Pick<Trip, 'cookie' | 'consentUrl'> {
  const onward = /http-equiv="refresh" content="0;\s*url=([^"]+)"/.exec(text)?.[1] ?? ''
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';')
  return { cookie, consentUrl: onward.replaceAll('&amp;', '&') }
}

/** Answers the platform's question; the address at which the browser is sent back to us. */
export async function consent(
  { consentUrl }: Pick<Trip, 'consentUrl'>,
  person = 'ben',
  decision = 'allow',
  scopes: readonly string[] = [],
): Promise<string> {
  const body = new URLSearchParams({ person, decision })
  for (const scope of scopes) body.append('scope', scope)
  const answer = await fetch(consentUrl, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

export async function comeBack(callbackUrl: string, cookie: string): Promise<Response> {
  return await fetch(callbackUrl, { headers: { cookie }, redirect: 'manual' })
}

/** The whole way, for a person who has nothing to choose. */
export async function linkUser(target: Target, wish: Wish, person = 'ben'): Promise<void> {
  const trip = await beginTrip(target, wish)
  let end = await comeBack(await consent(trip, person), trip.cookie)
  // Without an address of the caller's, the outcome is shown on a page of ours.
  const shown = end.headers.get('location')
  if (shown !== null) end = await comeBack(new URL(shown, target.url).href, trip.cookie)
  const text = await end.text()
  if (end.status !== 200 || !text.includes('<h1>Connected</h1>'))
    throw new Error(`Linking ${wish.platform} for ${person} ended with ${end.status} at ${shown}: ${text}`)
}

/** The whole way for another person than before, which has to be confirmed; the first account is chosen. */
export async function relinkUser(target: Target, wish: Wish, person: string): Promise<void> {
  const trip = await beginTrip(target, wish)
  const picker = (await comeBack(await consent(trip, person), trip.cookie)).headers.get('location') ?? ''
  const page = await (await fetch(new URL(picker, target.url), { headers: { cookie: trip.cookie } })).text()
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page) ?? []
  const [, account = ''] = /name="account" value="([^"]+)" required/.exec(page) ?? []
  await fetch(`${trip.link}/select`, {
    method: 'POST',
    headers: { cookie: trip.cookie },
    body: new URLSearchParams({ csrf, account, confirm: 'yes' }),
  })
  const text = await (await fetch(trip.link)).text()
  if (!text.includes('<h1>Connected</h1>')) throw new Error(`Linking again ended at: ${text}`)
}

export async function credentialOf(service: TestService, userId: string, platform: LinkPlatform) {
  return await service.app.store.db
    .selectFrom('credentials')
    .innerJoin('connections', 'connections.credential_id', 'credentials.id')
    .selectAll('credentials')
    .where('connections.user_id', '=', userId)
    .where('connections.platform', '=', platformOf(platform))
    .executeTakeFirstOrThrow()
}

/** As it is once the service has heard of what other processes did. */
export async function healthOfUser(service: TestService, userId: string): Promise<string> {
  await newRound(service.app.changes)
  const { results } = await service.call('user/get_profile', { userId })
  return results.user.connections.map(({ health, reason }) => `${health} ${reason}`.trim()).join(', ')
}

/** A process of its own as far as linking is concerned: nothing remembered, nothing under way. */
export interface OtherProcess {
  readonly linking: Linking
  readonly keeper: TokenKeeper
  readonly connections: Connections
}

export function anotherProcess(service: TestService, change: Partial<Linking> = {}): OtherProcess {
  const { linking: first } = service.app.service
  const memory = new LinkingMemory(service.clock, service.app.changes)
  const linking: Linking = { ...first, memory, ...change }
  const keeper = new TokenKeeper(linking)
  return { linking, keeper, connections: new Connections(linking, keeper) }
}

/** What became of a promise, in one word: its value, or the code of the error. */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
