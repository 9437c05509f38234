// State of the picker: the user's choices so far, and the connection that the new one replaces.

import { usable } from '../linking/choice.ts'
import type { Grant } from '../platforms/kit/provider.ts'

/** The state travels in the URL and in the form. */
export interface Picked {
  readonly step: 'account' | 'page'
  readonly accountId: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** The search text filters the list. */
  readonly query: string
  /** The index of the visible part of the list starts at 0. */
  readonly part: number
}

/** The new connection replaces this one. */
export interface Earlier {
  readonly accountId: string
  readonly accountName: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Set if another person connected the account before. The text is empty when the name is not known. */
  readonly otherPerson: string | undefined
}

/** The user chooses a page in a separate step if there are several. */
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
