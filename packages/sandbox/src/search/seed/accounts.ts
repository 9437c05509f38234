// The ads accounts of the people: who reaches which, directly or through managers.

import type { State } from '../../core/state.ts'
import { type AdsAccount, emptyAccount } from '../state.ts'
import type { Wire } from '../wire.ts'

export interface AccountFacts {
  readonly name?: string
  readonly currency?: string
  readonly timeZone?: string
  readonly manager?: boolean
  readonly status?: 'ENABLED' | 'CANCELED' | 'SUSPENDED' | 'CLOSED'
  readonly testAccount?: boolean
  readonly leadFormTerms?: boolean
  readonly imagesEligible?: boolean
}

export function addAccount(state: State, id: string, facts: AccountFacts): AdsAccount {
  const manager = facts.manager ?? false
  const customer: Wire = {
    resourceName: `customers/${id}`,
    id,
    ...(facts.name === undefined ? {} : { descriptiveName: facts.name }),
    currencyCode: facts.currency ?? 'USD',
    timeZone: facts.timeZone ?? 'America/New_York',
    autoTaggingEnabled: !manager,
    hasPartnersBadge: false,
    manager,
    testAccount: facts.testAccount ?? false,
    callReportingSetting: { callReportingEnabled: !manager, callConversionReportingEnabled: !manager },
    conversionTrackingSetting: {
      conversionTrackingStatus: manager ? 'NOT_CONVERSION_TRACKED' : 'CONVERSION_TRACKING_MANAGED_BY_SELF',
      googleAdsConversionCustomer: `customers/${id}`,
    },
    status: facts.status ?? 'ENABLED',
    locationAssetAutoMigrationDone: true,
    imageAssetAutoMigrationDone: true,
    customerAgreementSetting: facts.leadFormTerms === false ? {} : { acceptedLeadFormTerms: true },
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
  }
  const account = emptyAccount(customer)
  account.imagesEligible = facts.imagesEligible ?? true
  state.search.accounts[id] = account
  return account
}

export function addManager(
  state: State,
  id: string,
  name: string,
  clients: readonly string[],
  more: AccountFacts = {},
): void {
  addAccount(state, id, { ...more, name, manager: true }).clients.push(...clients)
}

export const ids = {
  fox: '4823109756',
  foxBakery: '4823109764',
  foxManager: '7710000001',
  keywordService: '9301448215',
  ben: '5550001001',
  greta: '5560001001',
  yukiShop: '5570001001',
  yukiOnsen: '5570001002',
  agencyTop: '8800000001',
  agencyDirect: '8830000001',
} as const

/** Otto's accounts, each with something to run into. */
export const ottoSpecial = {
  withoutLeadFormTerms: '6600000003',
  withoutImages: '6600000004',
  undeclared: '6600000005',
  suspended: '6600000006',
  canceled: '6600000007',
  readOnly: '6600000008',
  withoutConversions: '6600000009',
  nameless: '6600000010',
} as const
