// State of the picker: the user's choices so far, and the connection that the new one replaces.

import { listUsableOptions } from '../linking/choice.ts'
import type { Grant } from '../platforms/connector-kit/provider.ts'

/** The state travels in the URL and in the form. */
export interface PickerState {
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
export interface PreviousConnection {
  readonly accountId: string
  readonly accountName: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Set if another person connected the account before. The text is empty when the name is not known. */
  readonly previousPerson: string | undefined
}

/** The user chooses a page in a separate step if there are several. */
export function hasPageStep(grant: Grant): boolean {
  return listUsableOptions(grant.pages).length > 1
}

export function parsePickerState(
  values: URLSearchParams,
  grant: Grant,
  previous: PreviousConnection | undefined,
): PickerState {
  const findOption = (name: string, options: readonly { readonly id: string; readonly unusable: string }[]) =>
    listUsableOptions(options).find(({ id }) => id === values.get(name))?.id
  const part = Number(values.get('part'))
  const accountId = findOption('account', grant.accounts) ?? ''
  const hasPhotoField = values.has('photoAsked') || values.has('photo')
  return {
    step: values.get('step') === 'page' && accountId !== '' && hasPageStep(grant) ? 'page' : 'account',
    accountId,
    pageId: findOption('page', grant.pages) ?? '',
    withPhotoAccount: hasPhotoField ? values.get('photo') === 'yes' : (previous?.withPhotoAccount ?? true),
    query: (values.get('q') ?? '').trim().slice(0, 100),
    part: Number.isSafeInteger(part) && part > 0 ? part : 0,
  }
}

export function buildPickerPath(
  base: string,
  { step, accountId, pageId, withPhotoAccount, query, part }: PickerState,
) {
  const values = new URLSearchParams()
  if (step === 'page') values.set('step', step)
  if (accountId !== '') values.set('account', accountId)
  if (pageId !== '') values.set('page', pageId)
  if (step === 'page') values.set('photo', withPhotoAccount ? 'yes' : 'no')
  if (query !== '') values.set('q', query)
  if (part > 0) values.set('part', String(part))
  return `${base}/select${values.size === 0 ? '' : `?${values}`}`
}
