// Routes on which a user chooses among the accounts and pages of a consent.

import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import { choose, grantOf, otherPerson, usable } from '../linking/choice.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { statusOf } from '../linking/linkStatus.ts'
import type { Grant } from '../platforms/kit/provider.ts'
import type { Selections } from '../platforms/kit/selections.ts'
import { findConnection } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { isSameBrowser } from './browser.ts'
import { sendOnward, sendUnknown } from './outcome.ts'
import { type Earlier, hasPageStep, pickedIn, pickerPath } from './picked.ts'
import { type PickerProblem, pickerPage } from './picker.ts'
import { redirect, sendPage } from './send.ts'
import { isOver, ownStep, sceneOf, tokenOf } from './steps.ts'

export function addSelecting(pages: Routes, linking: Linking): void {
  pages.get('/connect/:token/select', async (exchange) => {
    const token = tokenOf(exchange)
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknown(exchange, linking)
    if (!isChoosing(exchange, linking, link)) return redirect(exchange, linking, `/connect/${token}`)
    return await sendPicker(exchange, linking, link, exchange.query)
  })

  pages.post('/connect/:token/select', async (exchange) => {
    const token = tokenOf(exchange)
    const step = await ownStep(exchange, linking)
    if (!step) return sendUnknown(exchange, linking)
    const { link, form } = step
    if (isOver(linking, link)) return await sendOnward(exchange, linking, link, token)
    if (!isChoosing(exchange, linking, link)) return redirect(exchange, linking, `/connect/${token}`)

    const grant = grantOf(linking, link)
    const earlier = await earlierOf(linking, link, grant)
    const picked = pickedIn(form, grant, earlier)
    const base = `/connect/${token}`
    const [, part] = /^part-(\d{1,6})$/.exec(form.get('go') ?? '') ?? []
    if (part !== undefined)
      return redirect(exchange, linking, pickerPath(base, { ...picked, part: Number(part) }))
    if (form.get('go') === 'search')
      return redirect(exchange, linking, pickerPath(base, { ...picked, part: 0 }))
    if (form.get('go') === 'back')
      return redirect(exchange, linking, pickerPath(base, { ...picked, step: 'account', query: '', part: 0 }))

    const refuse = (problem: PickerProblem) => sendPicker(exchange, linking, link, form, problem)
    if (picked.accountId === '') return await refuse('account')
    // A social account needs a page as well. If there are several
    // pages, the user chooses one in a second step.
    if (hasPageStep(grant) && picked.step !== 'page')
      return redirect(exchange, linking, pickerPath(base, { ...picked, step: 'page', query: '', part: 0 }))
    const pageId = hasPageStep(grant) ? picked.pageId : (usable(grant.pages)[0]?.id ?? '')
    if (hasPageStep(grant) && pageId === '') return await refuse('page')
    if (form.get('confirm') !== 'yes' && earlier?.otherPerson !== undefined) return await refuse('confirm')
    const { accountId, withPhotoAccount } = picked
    const done = await choose(linking, link, { accountId, pageId, withPhotoAccount })
    if (!isOver(linking, done)) return redirect(exchange, linking, base)
    return await sendOnward(exchange, linking, done, token)
  })
}

function isChoosing(exchange: Exchange, linking: Linking, link: Link): boolean {
  return statusOf(linking, link) === 'selecting' && isSameBrowser(exchange, linking, link)
}

async function sendPicker(
  exchange: Exchange,
  linking: Linking,
  link: Link,
  values: URLSearchParams,
  problem?: PickerProblem,
): Promise<void> {
  const grant = grantOf(linking, link)
  const earlier = await earlierOf(linking, link, grant)
  const view = { grant, earlier, picked: pickedIn(values, grant, earlier), problem }
  const page = pickerPage(await sceneOf(exchange, linking, link), view)
  return sendPage(exchange, linking, page, { status: problem === undefined ? 200 : 400 })
}

/** Returns the user's current connection on this platform. */
async function earlierOf(linking: Linking, link: Link, grant: Grant): Promise<Earlier | undefined> {
  const connection = await findConnection(linking.store.db, link.workspace_id, link.user_id, link.platform)
  if (!connection) return undefined
  const selection = JSON.parse(connection.selection) as Partial<Selections['social'] & Selections['search']>
  return {
    accountId: selection.adAccountId ?? selection.accountId ?? '',
    accountName: selection.adAccountName ?? selection.accountName ?? '',
    pageId: selection.page?.id ?? '',
    withPhotoAccount: selection.page === undefined || selection.photoAccount !== undefined,
    otherPerson: await otherPerson(linking, link, grant),
  }
}
