// Links a user to a person of the sandbox: the OAuth flow of a browser, without a browser. Only the
// person's consent is an HTTP request, because the sandbox accepts consent in no other way.

import { recordAudit } from '../audit/chain.ts'
import { comeBack } from '../linking/callback.ts'
import { choose, grantOf, usable } from '../linking/choice.ts'
import { createLink } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { startTrip } from '../linking/trip.ts'
import { type LinkPlatform, platformOf } from '../platforms/kit/names.ts'
import type { Upstream } from '../platforms/kit/upstream.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { findLink, type Link } from '../store/links.ts'

/** The request names the user, the consenting person, and the choice among that person's accounts. */
export interface WantedLink {
  readonly workspaceId: string
  readonly userId: string
  readonly platform: LinkPlatform
  /** This sandbox person gives consent. */
  readonly person: string
  /** An empty id means the person's first usable account or page. */
  readonly accountId: string
  readonly pageId: string
}

/** Thrown when no sandbox responds at the configured address. */
export class NoSandbox extends Error {
  constructor(consentUrl: string, reason: string) {
    const { origin } = new URL(consentUrl)
    super(
      `No sandbox responds at ${origin}, the address in SANDBOX_URL: ${reason}. Start one there with "npm run sandbox", or remove SANDBOX_URL: then adrail runs a sandbox of its own.`,
    )
  }
}

export async function linkPerson(linking: Linking, upstream: Upstream, wanted: WantedLink): Promise<void> {
  const { userId, platform, person } = wanted
  const link = await newLink(linking, wanted)
  const browser = linking.runtime.randomBytes(32).toString('base64url')
  const consentUrl = await startTrip(linking, link, browser, false)
  const callback = await consent(upstream, consentUrl, person)
  const parameters = new URL(callback).searchParams
  const back = await comeBack(linking, platformOf(platform), parameters, () => browser)
  const end = back.next === 'choose' ? await chooseOf(linking, back.link, wanted) : back.link
  if (end.status !== 'completed')
    throw new Error(`Linking ${userId} to ${person} on ${platform} ended as ${end.status} ${end.error_code}`)
}

/** Returns the URL to which the sandbox redirects a person who consents. */
async function consent(upstream: Upstream, consentUrl: string, person: string): Promise<string> {
  try {
    const answer = await upstream.send({
      call: 'sandbox consent',
      method: 'POST',
      url: consentUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ person, decision: 'allow' }).toString(),
    })
    const callback = answer.headers['location']
    if (callback !== undefined) return callback
    throw new NoSandbox(consentUrl, `the response to the consent of "${person}" has status ${answer.status}`)
  } catch (error) {
    throw error instanceof UpstreamFailure
      ? new NoSandbox(consentUrl, error.message.replace(/\.$/, ''))
      : error
  }
}

async function newLink(linking: Linking, { workspaceId, userId, platform }: WantedLink): Promise<Link> {
  const { store, runtime } = linking
  const made = await createLink(
    linking,
    { workspaceId, userId, platform, redirectUri: '', state: '' },
    (transaction, subject) =>
      recordAudit(transaction, {
        workspaceId,
        at: runtime.now(),
        event: 'link.created',
        actor: 'service',
        userId,
        subject,
        after: { platform },
      }),
  )
  const link = await findLink(store.db, workspaceId, made.linkId)
  if (!link) throw new Error('A link that was made a moment ago is not there.')
  return link
}

async function chooseOf(linking: Linking, link: Link, { accountId, pageId }: WantedLink): Promise<Link> {
  const { accounts, pages } = grantOf(linking, link)
  return await choose(linking, link, {
    accountId: accountId || (usable(accounts)[0]?.id ?? ''),
    pageId: pageId || (usable(pages)[0]?.id ?? ''),
    withPhotoAccount: true,
  })
}
