// Links a user to a person of the sandbox: the OAuth flow of a browser, without a browser. Only the
// person's consent is an HTTP request, because the sandbox accepts consent in no other way.

import type { LinkPlatform } from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import { handleCallback } from '../linking/callback.ts'
import { commitChoice, decryptGrant, listUsableOptions } from '../linking/choice.ts'
import { createLink } from '../linking/createLink.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import { startOauthFlow } from '../linking/oauthFlow.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import type { Upstream } from '../platforms/connector-kit/upstream.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { findLink, type Link } from '../store/links.ts'

/** The request names the user, the consenting person, and the choice among that person's accounts. */
export interface PersonLinkRequest {
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
export class NoSandboxError extends Error {
  constructor(consentUrl: string, reason: string) {
    const { origin } = new URL(consentUrl)
    super(
      `No sandbox responds at ${origin}, the address in SANDBOX_URL: ${reason}. Start a sandbox there with "npm run sandbox", or remove SANDBOX_URL, so that adrail runs its own sandbox.`,
    )
  }
}

export async function linkSandboxPerson(
  linking: LinkingDeps,
  upstream: Upstream,
  request: PersonLinkRequest,
): Promise<void> {
  const { userId, platform, person } = request
  const link = await createPersonLink(linking, request)
  const browserSecret = linking.runtime.randomBytes(32).toString('base64url')
  const consentUrl = await startOauthFlow(linking, link, browserSecret, false)
  const callback = await giveConsent(upstream, consentUrl, person)
  const parameters = new URL(callback).searchParams
  const result = await handleCallback(linking, toPlatform(platform), parameters, () => browserSecret)
  const finalLink =
    result.next === 'choose' ? await chooseAccount(linking, result.link, request) : result.link
  if (finalLink.status !== 'completed')
    throw new Error(
      `Linking ${userId} to ${person} on ${platform} ended as ${finalLink.status} ${finalLink.error_code}`,
    )
}

/** Returns the URL to which the sandbox redirects a person who consents. */
async function giveConsent(upstream: Upstream, consentUrl: string, person: string): Promise<string> {
  try {
    const response = await upstream.send({
      callName: 'sandbox consent',
      method: 'POST',
      url: consentUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ person, decision: 'allow' }).toString(),
    })
    const callback = response.headers['location']
    if (callback !== undefined) return callback
    throw new NoSandboxError(
      consentUrl,
      `the response to the consent of "${person}" has status ${response.status}`,
    )
  } catch (error) {
    throw error instanceof UpstreamFailure
      ? new NoSandboxError(consentUrl, error.message.replace(/\.$/, ''))
      : error
  }
}

async function createPersonLink(
  linking: Parameters<typeof createLink>[0],
  { workspaceId, userId, platform }: PersonLinkRequest,
): Promise<Link> {
  const { store, runtime } = linking
  const created = await createLink(
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
  const link = await findLink(store.db, workspaceId, created.linkId)
  if (!link) throw new Error('The link that this process just created does not exist.')
  return link
}

async function chooseAccount(
  linking: LinkingDeps,
  link: Link,
  { accountId, pageId }: PersonLinkRequest,
): Promise<Link> {
  const { accounts, pages } = decryptGrant(linking, link)
  return await commitChoice(linking, link, {
    accountId: accountId || (listUsableOptions(accounts)[0]?.id ?? ''),
    pageId: pageId || (listUsableOptions(pages)[0]?.id ?? ''),
    withPhotoAccount: true,
  })
}
