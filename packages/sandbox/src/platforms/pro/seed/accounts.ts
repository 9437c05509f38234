// Seeds the ad accounts, the organizations that own them, and the roles of people.

import { readTable } from '../../../core/dataFiles.ts'
import type { State } from '../../../core/state.ts'
import { accountRoles, accountStatuses, accountTypes } from '../state.ts'
import { daysAgo } from './times.ts'

const accountColumns = [
  'id',
  'name',
  'currency',
  'type',
  'status',
  'holds',
  'test',
  'ageDays',
  'owner',
  'person',
  'role',
] as const
const organizationColumns = ['id', 'name', 'vanityName', 'country', 'language', 'website'] as const

export function addProAccounts(state: State): void {
  const { pro } = state
  for (const { id, ...row } of readTable('pro/world/organizations.tsv', organizationColumns)) {
    pro.organizations[id] = { id: Number(id), ...row, administrators: [] }
  }
  for (const row of readTable('pro/world/accounts.tsv', accountColumns)) {
    const { id, name, currency, owner } = row
    const member = state.people[row.person]?.ids.pro ?? ''
    const created = daysAgo(state, Number(row.ageDays))
    pro.accounts[id] = {
      id: Number(id),
      name,
      currency,
      type: parseEnumValue(row.type, accountTypes),
      status: parseEnumValue(row.status, accountStatuses),
      holds: row.holds === '' ? [] : row.holds.split(' '),
      ...ownerReference(owner, member),
      test: row.test === 'yes',
      created,
      lastModified: daysAgo(state, Number(row.ageDays) / 5),
      versionTag: 14,
    }
    pro.roles.push({ account: Number(id), member, role: parseEnumValue(row.role, accountRoles), created })
    pro.organizations[owner]?.administrators.push(member)
  }
}

/** An account references an organization, the person who works on it, or nothing. */
function ownerReference(owner: string, member: string): { reference?: string } {
  if (owner === '') return {}
  return { reference: owner === 'person' ? `urn:li:person:${member}` : `urn:li:organization:${owner}` }
}

function parseEnumValue<Value extends string>(text: string, allowedValues: readonly Value[]): Value {
  const match = allowedValues.find((candidate) => candidate === text)
  if (match === undefined)
    throw new Error(`The starting world says ${text}, not one of ${allowedValues.join(', ')}.`)
  return match
}
