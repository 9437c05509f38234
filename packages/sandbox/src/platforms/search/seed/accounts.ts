// Seeds the ads accounts and the access of people to them, direct or through managers.

import { readTable } from '../../../core/dataFiles.ts'
import type { State } from '../../../core/state.ts'
import { type CustomerAccess, emptyAccount } from '../state.ts'
import type { WireObject } from '../wire.ts'
import { getSeededAccount } from './apply.ts'

const accountColumns = [
  'id',
  'name',
  'currency',
  'timeZone',
  'status',
  'manager',
  'under',
  'testAccount',
  'leadFormTerms',
  'imagesEligible',
  'mostCallToAction',
] as const

export function addSearchAccounts(state: State): void {
  const rows = readTable('search/world/accounts.tsv', accountColumns)
  for (const row of rows) {
    const account = emptyAccount(toCustomer(row))
    account.imagesEligible = row.imagesEligible === 'yes'
    if (row.mostCallToAction !== '') account.mostCallToAction = Number(row.mostCallToAction)
    state.search.accounts[row.id] = account
  }
  for (const { id, under } of rows) if (under !== '') getSeededAccount(state, under).clients.push(id)
}

function toCustomer(row: Readonly<Record<(typeof accountColumns)[number], string>>): WireObject {
  const { id, name, currency, timeZone, status } = row
  const manager = row.manager === 'yes'
  return {
    resourceName: `customers/${id}`,
    id,
    ...(name === '' ? {} : { descriptiveName: name }),
    currencyCode: currency,
    timeZone,
    autoTaggingEnabled: !manager,
    hasPartnersBadge: false,
    manager,
    testAccount: row.testAccount === 'yes',
    callReportingSetting: { callReportingEnabled: !manager, callConversionReportingEnabled: !manager },
    conversionTrackingSetting: {
      conversionTrackingStatus: manager ? 'NOT_CONVERSION_TRACKED' : 'CONVERSION_TRACKING_MANAGED_BY_SELF',
      googleAdsConversionCustomer: `customers/${id}`,
    },
    status,
    locationAssetAutoMigrationDone: true,
    imageAssetAutoMigrationDone: true,
    customerAgreementSetting: row.leadFormTerms === 'yes' ? { acceptedLeadFormTerms: true } : {},
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
  }
}

export function grantAccess(state: State): void {
  for (const { person, customer, role } of readTable('search/world/access.tsv', [
    'person',
    'customer',
    'role',
  ])) {
    const directAccess = state.search.access[person] ?? []
    state.search.access[person] = directAccess
    directAccess.push({ customer, role: parseRole(role) })
  }
}

function parseRole(text: string): CustomerAccess['role'] {
  if (text === 'ADMIN' || text === 'STANDARD' || text === 'READ_ONLY') return text
  throw new Error(`The starting world has no role ${text}.`)
}
