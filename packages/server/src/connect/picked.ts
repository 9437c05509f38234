// What a user has chosen so far on the way through the picker, and what it is chosen from.

import { usable } from '../linking/choice.ts'
import type { Grant } from '../platforms/kit/provider.ts'

/** What the user has chosen and typed so far; it travels in the address and in the form. */
export interface Picked {
  readonly step: 'account' | 'page'
  readonly accountId: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Narrows the list. */
  readonly query: string
  /** Which part of the list is shown, from 0. */
  readonly part: number
}

/** The connection that the new one replaces. */
export interface Earlier {
  readonly accountId: string
  readonly accountName: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Who connected it, empty if that is not known, when it was somebody else than the one who signed in now. */
  readonly otherPerson: string | undefined
}

/** Whether the page is asked for in a step of its own. */
export function hasPageStep(grant: Grant): boolean {
  return usable(grant.pages).length > 1
}

export function pickedIn(values: URLSearchParams, grant: Grant, earlier: Earlier | undefined): Picked {
  const known = (name: string, options: readonly { readonly id: string; readonly unusable: string }[]) =>
    usable(options).find(({ id }) => id === values.get(name))?.id
  const part = Number(values.get('part'))
  const accountId = known('account', grant.accounts) ?? ''
  const isAsked = values.has('photoAsked') || values.has('photo')
  return {
    step: values.get('step') === 'page' && accountId !== '' && hasPageStep(grant) ? 'page' : 'account',
    accountId,
    pageId: known('page', grant.pages) ?? '',
    withPhotoAccount: isAsked ? values.get('photo') === 'yes' : (earlier?.withPhotoAccount ?? true),
    query: (values.get('q') ?? '').trim().slice(0, 100),
    part: Number.isSafeInteger(part) && part > 0 ? part : 0,
  }
}

/** The address of the picker as it is with these choices. */
export function pickerPath(base: string, { step, accountId, pageId, withPhotoAccount, query, part }: Picked) {
  const values = new URLSearchParams()
  if (step === 'page') values.set('step', step)
  if (accountId !== '') values.set('account', accountId)
  if (pageId !== '') values.set('page', pageId)
  if (step === 'page') values.set('photo', withPhotoAccount ? 'yes' : 'no')
  if (query !== '') values.set('q', query)
  if (part > 0) values.set('part', String(part))
  return `${base}/select${values.size === 0 ? '' : `?${values}`}`
}
