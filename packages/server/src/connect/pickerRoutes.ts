// Routes on which a user chooses among the accounts and pages of a consent.

import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import { commitChoice, decryptGrant, findPreviousPerson, listUsableOptions } from '../linking/choice.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import { getCurrentLinkStatus } from '../linking/linkStatus.ts'
import { readSelection } from '../linking/storedSelections.ts'
import type { Grant } from '../platforms/connector-kit/provider.ts'
import { findConnection } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { isSameBrowser } from './browserBinding.ts'
import { sendOnward, sendUnknownLink } from './outcome.ts'
import { getLinkToken, isLinkEnded, loadPageContext, type PageDeps, readLinkForm } from './pageContext.ts'
import { type PickerProblem, pickerPage } from './picker.ts'
import { buildPickerPath, hasPageStep, type PreviousConnection, parsePickerState } from './pickerState.ts'
import { type PublicSite, redirect, sendPage } from './send.ts'

export function addPickerRoutes(pages: Routes, linking: LinkingDeps): void {
  pages.get('/connect/:token/select', async (exchange) => {
    const token = getLinkToken(exchange)
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknownLink(exchange, linking)
    if (!isChoosing(exchange, linking, link)) return redirect(exchange, linking, `/connect/${token}`)
    return await sendPicker(exchange, linking, link, exchange.query)
  })

  pages.post('/connect/:token/select', async (exchange) => {
    const token = getLinkToken(exchange)
    const submission = await readLinkForm(exchange, linking)
    if (!submission) return sendUnknownLink(exchange, linking)
    const { link, form } = submission
    if (isLinkEnded(linking, link)) return await sendOnward(exchange, linking, link, token)
    if (!isChoosing(exchange, linking, link)) return redirect(exchange, linking, `/connect/${token}`)

    const grant = decryptGrant(linking, link)
    const previous = await loadPrevious(linking, link, grant)
    const state = parsePickerState(form, grant, previous)
    const base = `/connect/${token}`
    const [, part] = /^part-(\d{1,6})$/.exec(form.get('go') ?? '') ?? []
    if (part !== undefined)
      return redirect(exchange, linking, buildPickerPath(base, { ...state, part: Number(part) }))
    if (form.get('go') === 'search')
      return redirect(exchange, linking, buildPickerPath(base, { ...state, part: 0 }))
    if (form.get('go') === 'back')
      return redirect(
        exchange,
        linking,
        buildPickerPath(base, { ...state, step: 'account', query: '', part: 0 }),
      )

    const refuse = (problem: PickerProblem) => sendPicker(exchange, linking, link, form, problem)
    if (state.accountId === '') return await refuse('account')
    // If there are several pages, the user chooses one in a second step.
    if (hasPageStep(grant) && state.step !== 'page')
      return redirect(
        exchange,
        linking,
        buildPickerPath(base, { ...state, step: 'page', query: '', part: 0 }),
      )
    const pageId = hasPageStep(grant) ? state.pageId : (listUsableOptions(grant.pages)[0]?.id ?? '')
    if (hasPageStep(grant) && pageId === '') return await refuse('page')
    if (form.get('confirm') !== 'yes' && previous?.previousPerson !== undefined)
      return await refuse('confirm')
    const { accountId, withPhotoAccount } = state
    const updatedLink = await commitChoice(linking, link, { accountId, pageId, withPhotoAccount })
    if (!isLinkEnded(linking, updatedLink)) return redirect(exchange, linking, base)
    return await sendOnward(exchange, linking, updatedLink, token)
  })
}

function isChoosing(
  exchange: Exchange,
  linking: PublicSite & Pick<LinkingDeps, 'times'>,
  link: Link,
): boolean {
  return getCurrentLinkStatus(linking, link) === 'selecting' && isSameBrowser(exchange, linking, link)
}

async function sendPicker(
  exchange: Exchange,
  linking: PublicSite & PageDeps & Pick<LinkingDeps, 'vault'>,
  link: Link,
  values: URLSearchParams,
  problem?: PickerProblem,
): Promise<void> {
  const grant = decryptGrant(linking, link)
  const previous = await loadPrevious(linking, link, grant)
  const view = { grant, previous, state: parsePickerState(values, grant, previous), problem }
  const page = pickerPage(await loadPageContext(exchange, linking, link), view)
  return sendPage(exchange, linking, page, { status: problem === undefined ? 200 : 400 })
}

/** Returns the user's current connection on this platform. */
async function loadPrevious(
  { store }: Pick<LinkingDeps, 'store'>,
  link: Link,
  grant: Grant,
): Promise<PreviousConnection | undefined> {
  const connection = await findConnection(store.db, link.workspace_id, link.user_id, link.platform)
  if (!connection) return undefined
  const { accountId, accountName, page, photoAccount } = readSelection(connection)
  return {
    accountId,
    accountName,
    pageId: page?.id ?? '',
    withPhotoAccount: page === undefined || photoAccount !== undefined,
    previousPerson: await findPreviousPerson({ store }, link, grant),
  }
}
