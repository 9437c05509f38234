// Helpers for tests of account linking: they run a link step by step, advance the clocks and simulate further
// processes.

import type { LinkPlatform } from '@adrail/contract'
import { Connections } from '../src/linking/connect.ts'
import type { LinkingDeps } from '../src/linking/linking.ts'
import { LinkingCache } from '../src/linking/linkingCache.ts'
import { TokenRefresher } from '../src/linking/tokenRefresher.ts'
import { toPlatform } from '../src/platforms/connector-kit/platformNames.ts'
import { pollTwice } from './freshRound.ts'
import { type RawResponse, readResponse } from './requests.ts'
import { createSandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

export { hourMs } from '../src/runtime/durations.ts'

/** Address and API key of a service in this or another process. */
export interface ServiceAddress {
  readonly url: string
  readonly apiKey: string
}

/** Advances the platforms' clock first and then the service's clock. */
export async function advanceClocks(service: TestService, durationMs: number): Promise<void> {
  await createSandboxAdmin(service).advance(durationMs)
  service.clock.advance(durationMs)
}

/** A link whose user sees the platform's consent page. */
export interface OAuthFlow {
  readonly linkId: string
  readonly link: string
  /** Cookie that the browser sends with the callback. */
  readonly cookie: string
  readonly consentUrl: string
}

export interface LinkInput {
  readonly userId: string
  readonly platform: LinkPlatform
  readonly redirectUri?: string
  readonly state?: string
}

export async function startOAuthFlow({ url, apiKey }: ServiceAddress, input: LinkInput): Promise<OAuthFlow> {
  const response = await fetch(`${url}/auth/create_link`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { results } = (await response.json()) as { results: { link: string; linkId: string; error: string } }
  if (response.status !== 200) throw new Error(`auth/create_link: ${results.error}`)
  return { linkId: results.linkId, link: results.link, ...(await startLink(results.link)) }
}

/** Presses the button on the link's page, with the cookies of a new browser. */
export async function startLink(link: string): Promise<Pick<OAuthFlow, 'cookie' | 'consentUrl'>> {
  const page = await (await fetch(link)).text()
  const startResponse = await fetch(`${link}/start`, {
    method: 'POST',
    body: new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' }),
  })
  return parseConsentRedirect(await readResponse(startResponse))
}

/** Returns the consent URL of the page after the button, and the cookie that the response sets. */
export function parseConsentRedirect({
  headers,
  text,
}: RawResponse): Pick<OAuthFlow, 'cookie' | 'consentUrl'> {
  const redirectUrl = /http-equiv="refresh" content="0;\s*url=([^"]+)"/.exec(text)?.[1] ?? ''
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';')
  return { cookie, consentUrl: redirectUrl.replaceAll('&amp;', '&') }
}

/** Submits the platform's consent form and returns the callback URL of the redirect. */
export async function decideConsent(
  { consentUrl }: Pick<OAuthFlow, 'consentUrl'>,
  person = 'ben',
  decision = 'allow',
  scopes: readonly string[] = [],
): Promise<string> {
  const body = new URLSearchParams({ person, decision })
  for (const scope of scopes) body.append('scope', scope)
  const response = await fetch(consentUrl, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

export async function followCallback(callbackUrl: string, cookie: string): Promise<Response> {
  return await fetch(callbackUrl, { headers: { cookie }, redirect: 'manual' })
}

/** Completes a link for a person whose account needs no choice. */
export async function linkUser(target: ServiceAddress, input: LinkInput, person = 'ben'): Promise<void> {
  const flow = await startOAuthFlow(target, input)
  let callbackResponse = await followCallback(await decideConsent(flow, person), flow.cookie)
  // Without a redirect URI of the caller, the service shows the outcome on its own page.
  const resultUrl = callbackResponse.headers.get('location')
  if (resultUrl !== null)
    callbackResponse = await followCallback(new URL(resultUrl, target.url).href, flow.cookie)
  const text = await callbackResponse.text()
  if (callbackResponse.status !== 200 || !text.includes('<h1>Connected</h1>'))
    throw new Error(
      `Linking ${input.platform} for ${person} ended with ${callbackResponse.status} at ${resultUrl}: ${text}`,
    )
}

/** Completes a link for a different person than before. Confirms the change and selects the first account. */
export async function relinkUser(target: ServiceAddress, input: LinkInput, person: string): Promise<void> {
  const flow = await startOAuthFlow(target, input)
  const pickerUrl =
    (await followCallback(await decideConsent(flow, person), flow.cookie)).headers.get('location') ?? ''
  const page = await (
    await fetch(new URL(pickerUrl, target.url), { headers: { cookie: flow.cookie } })
  ).text()
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page) ?? []
  const [, account = ''] = /name="account" value="([^"]+)" required/.exec(page) ?? []
  await fetch(`${flow.link}/select`, {
    method: 'POST',
    headers: { cookie: flow.cookie },
    body: new URLSearchParams({ csrf, account, confirm: 'yes' }),
  })
  const text = await (await fetch(flow.link)).text()
  if (!text.includes('<h1>Connected</h1>')) throw new Error(`Linking again ended at: ${text}`)
}

export async function findUserCredential(service: TestService, userId: string, platform: LinkPlatform) {
  return await service.app.store.db
    .selectFrom('credentials')
    .innerJoin('connections', 'connections.credential_id', 'credentials.id')
    .selectAll('credentials')
    .where('connections.user_id', '=', userId)
    .where('connections.platform', '=', toPlatform(platform))
    .executeTakeFirstOrThrow()
}

/**
 * Returns the health of the user's connections after the service has polled the changes of other processes.
 */
export async function readUserHealth(service: TestService, userId: string): Promise<string> {
  await pollTwice(service.app.changes)
  const { results } = await service.call('user/get_profile', { userId })
  return results.user.connections.map(({ health, reason }) => `${health} ${reason}`.trim()).join(', ')
}

/** Simulates another process for linking: empty caches and no calls in flight. */
export interface LinkingProcess {
  readonly linking: LinkingDeps
  readonly refresher: TokenRefresher
  readonly connections: Connections
}

export function createLinkingProcess(
  service: TestService,
  overrides: Partial<LinkingDeps> = {},
): LinkingProcess {
  const { linking: original } = service.app.service
  const cache = new LinkingCache(service.clock, service.app.changes)
  const linking: LinkingDeps = { ...original, cache, ...overrides }
  const refresher = new TokenRefresher(linking)
  return { linking, refresher, connections: new Connections(linking, refresher) }
}

/** Returns the value of the promise or the code of its error. */
export async function valueOrErrorCode(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
