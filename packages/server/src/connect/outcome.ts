// Responses for ended and unknown links: a page of adrail, or a redirect to the caller.

import type { Exchange } from '../http/exchange.ts'
import { linkLifetimeMs } from '../linking/createLink.ts'
import { getProvider, type LinkingDeps } from '../linking/linking.ts'
import { getCurrentLinkStatus } from '../linking/linkStatus.ts'
import { buildFinalRedirect } from '../linking/redirects.ts'
import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'
import { listUserConnections } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import { getDisplayNames, loadFrame, plainFrame } from './pageContext.ts'
import { onwardPage, plainPage, resultPage } from './pages.ts'
import { refusedPermissionText } from './permissionTexts.ts'
import { type PublicSite, redirect, sendPage } from './send.ts'
import { fill } from './texts/sentences.ts'

/** Everything that leads the browser on after the end of a link. */
type EndedLinkDeps = PublicSite & Pick<LinkingDeps, 'store' | 'vault' | 'times'>

/** Right after a link ends, the browser goes to the caller, or to a result page that can be reloaded. */
export async function sendOnward(
  exchange: Exchange,
  linking: EndedLinkDeps,
  link: Link,
  token: string,
): Promise<void> {
  const callerUrl = await buildFinalRedirect(linking, link)
  if (callerUrl === undefined) return redirect(exchange, linking, `/connect/${token}`)
  const frame = await loadFrame(exchange, linking, link)
  const { workspace, language } = frame
  const title = fill(language.texts.onward.backTo, { workspace })
  return sendPage(exchange, linking, onwardPage(frame, callerUrl, title))
}

/** A user opened a link that has already ended. */
export async function sendOutcome(
  exchange: Exchange,
  linking: EndedLinkDeps & Pick<LinkingDeps, 'providers' | 'sandboxedPlatforms'>,
  link: Link,
): Promise<void> {
  const frame = await loadFrame(exchange, linking, link)
  const { workspace, language } = frame
  const callerUrl = await buildFinalRedirect(linking, link)
  const status = getCurrentLinkStatus(linking, link)
  const { platformName, site } = getDisplayNames(linking, link, language)
  const { outcome, problems } = language.texts
  const send = (title: string, text: Html) =>
    sendPage(
      exchange,
      linking,
      resultPage(frame, { isSuccess: status === 'completed', title, text, onward: callerUrl }),
    )
  if (status === 'completed') {
    const isConnected = fill(outcome.isConnected, { platform: platformName, workspace })
    const permissions = await refusedPermissionsText(linking, link, language)
    const refusedText = permissions === '' ? undefined : fill(outcome.refused, { permissions, workspace })
    return send(outcome.connected, html`${isConnected}${refusedText && html` ${refusedText}`}`)
  }
  if (status === 'cancelled') return send(outcome.notConnected, html`${outcome.stopped}`)
  if (status === 'expired')
    return send(outcome.expired, fill(outcome.expiredText, { minutes: linkLifetimeMs / 60_000, workspace }))
  // Every failed link has one of these error codes.
  const problem = problems[link.error_code as LinkFailureReason]
  return send(outcome.notConnected, html`${fill(problem, { workspace, site })} ${outcome.nothingChanged}`)
}

/** Returns the permissions that the user's current connection on this platform lacks, or an empty text. */
async function refusedPermissionsText(
  linking: Pick<LinkingDeps, 'store' | 'providers'>,
  link: Link,
  language: Language,
): Promise<string> {
  // On a platform without partial consent, a missing permission was not requested.
  if (!getProvider(linking, link).allowsPartialConsent) return ''
  const connections = await listUserConnections(linking.store.db, link.workspace_id, [link.user_id])
  const granted = connections.find(({ platform }) => platform === link.platform)?.scopes ?? ''
  return refusedPermissionText(language, link.platform, granted.split(' '))
}

export function sendUnknownLink(exchange: Exchange, site: PublicSite): void {
  const frame = plainFrame(exchange)
  const { unknownLink, unknownLinkText } = frame.language.texts.failures
  sendPage(exchange, site, plainPage(frame, unknownLink, unknownLinkText), { status: 404 })
}
