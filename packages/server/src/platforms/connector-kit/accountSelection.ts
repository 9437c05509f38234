// The ad account that a user chose, as the code uses it and as the database contains it.

import type { Results } from '@adrail/contract'
import type { AccountOption, PageOption } from './provider.ts'
import { asObject, asText, type JsonObject } from './values.ts'

/** The fields of every platform's selection. A platform adds fields of its own. */
export interface AccountSelection {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  /** Time zone in which the platform counts the account's days. */
  readonly timeZone: string
  /** Chosen together with the account, where ads appear in the name of a page. */
  readonly page?: ChosenPage
  readonly photoAccount?: ChosenPage
  /** Time at which the platform returned the picture URLs. Such URLs expire after some days. */
  readonly picturesAt?: number
}

export interface ChosenPage {
  readonly id: string
  readonly name: string
  readonly pictureUrl: string
  readonly businessManagerId: string
}

/**
 * A selection as JSON in the database: in connections, and in the pins of writes. Processes of the previous
 * release read and write these fields too.
 */
export type StoredSelection = JsonObject

/** The options that a user chose while linking. */
export interface ChosenOptions {
  readonly account: AccountOption
  readonly page: PageOption | undefined
  readonly withPhotoAccount: boolean
  readonly chosenAt: number
}

/** The results of `auth/get_connected_accounts_data`, with one field per platform. */
export type ConnectedAccounts = Results<'auth/get_connected_accounts_data'>['connectedAccounts']

/** The fields of a connected account that every platform reports in the same way. */
export type ConnectionFields = Pick<
  NonNullable<ConnectedAccounts[keyof ConnectedAccounts]>,
  'userName' | 'connectionStatus' | 'reauthReason' | 'expiresAt' | 'missingPermissions'
> & { readonly email: string }

/** Reads, creates and reports the selections of a platform. */
export interface SelectionFormat<Selection extends AccountSelection = AccountSelection> {
  /** True when the user chooses a page together with the account. */
  readonly includesPage: boolean
  /** Linking has written every stored selection, so this function does not validate. */
  parse(stored: StoredSelection): Selection
  fromOptions(options: ChosenOptions): StoredSelection
  /** Returns the field of the platform in `auth/get_connected_accounts_data`. */
  toConnectedAccounts(selection: Selection, connection: ConnectionFields): ConnectedAccounts
}

/** Reads the common fields of a selection. */
export function parseAccountSelection(stored: StoredSelection) {
  return {
    accountId: asText(stored['accountId']),
    accountName: asText(stored['accountName']),
    currencyCode: asText(stored['currencyCode']),
    timeZone: asText(stored['timeZone']),
  } satisfies AccountSelection
}

export function parseChosenPage(stored: unknown): ChosenPage {
  const page = asObject(stored)
  return {
    id: asText(page['id']),
    name: asText(page['name']),
    pictureUrl: asText(page['pictureUrl']),
    businessManagerId: asText(page['businessManagerId']),
  }
}
