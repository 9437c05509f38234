// Responses for ended and unknown links: a page of adrail, or a redirect to the caller.

import type { Platform } from '@adrail/contract'
import type { Exchange } from '../http/exchange.ts'
import { linkLifeMs } from '../linking/createLink.ts'
import { type Linking, providerOf } from '../linking/linking.ts'
import { statusOf } from '../linking/linkStatus.ts'
import { finalRedirect } from '../linking/redirects.ts'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { connectionsOf } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import { onwardPage, plainPage, resultPage } from './pages.ts'
import { refusedWords } from './permissionWords.ts'
import { redirect, sendPage } from './send.ts'
import { frameOf, namesOf, plainFrame } from './steps.ts'
import { fill } from './texts/sentences.ts'

/** Right after a link ends, the browser goes to the caller, or to a result page that can be reloaded. */
export async function sendOnward(
  exchange: Exchange,
  linking: Linking,
  link: Link,
  token: string,
): Promise<void> {
  const onward = await finalRedirect(linking, link)
  if (onward === undefined) return redirect(exchange, linking, `/connect/${token}`)
  const frame = await frameOf(exchange, linking, link)
  const { workspace, language } = frame
  const title = fill(language.texts.onward.backTo, { workspace })
  return sendPage(exchange, linking, onwardPage(frame, onward, title))
}

/** A user opened a link that has already ended. */
export async function sendOutcome(exchange: Exchange, linking: Linking, link: Link): Promise<void> {
  const frame = await frameOf(exchange, linking, link)
  const { workspace, language } = frame
  const onward = await finalRedirect(linking, link)
  const status = statusOf(linking, link)
  const { platformName, site } = namesOf(linking, link, language)
  const { outcome, problems } = language.texts
  const send = (title: string, text: Html) =>
    sendPage(exchange, linking, resultPage(frame, { good: status === 'completed', title, text, onward }))
  if (status === 'completed') {
    const isConnected = fill(outcome.isConnected, { platform: platformName, workspace })
    const permissions = await refusedAt(linking, link, language)
    const refused = permissions === '' ? undefined : fill(outcome.refused, { permissions, workspace })
    return send(outcome.connected, html`${isConnected}${refused && html` ${refused}`}`)
  }
  if (status === 'cancelled') return send(outcome.notConnected, html`${outcome.stopped}`)
  if (status === 'expired')
    return send(outcome.expired, fill(outcome.expiredText, { minutes: linkLifeMs / 60_000, workspace }))
  // Every failed link has one of these error codes.
  const problem = problems[link.error_code as LinkProblem]
  return send(outcome.notConnected, html`${fill(problem, { workspace, site })} ${outcome.nothingChanged}`)
}

/** Returns the permissions that the user's current connection on this platform lacks, or an empty text. */
async function refusedAt(linking: Linking, link: Link, language: Language): Promise<string> {
  // On a platform without partial consent, a missing permission was not requested.
  if (!providerOf(linking, link).grantsParts) return ''
  const connections = await connectionsOf(linking.store.db, link.workspace_id, [link.user_id])
  const granted = connections.find(({ platform }) => platform === link.platform)?.scopes ?? ''
  // Rows contain only names of platforms.
  return refusedWords(language, link.platform as Platform, granted.split(' '))
}

export function sendUnknown(exchange: Exchange, linking: Linking): void {
  const frame = plainFrame(exchange)
  const { unknownLink, unknownLinkText } = frame.language.texts.failures
  sendPage(exchange, linking, plainPage(frame, unknownLink, unknownLinkText), { status: 404 })
}
