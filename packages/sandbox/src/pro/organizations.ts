// Organizations: which pages a member administers, and their names.

import type { Call } from '../core/exchange.ts'
import { idOf, urn } from './access.ts'
import { batchGet } from './batch.ts'
import { restCall } from './call.ts'
import { offsetPage, offsetParams } from './paging.ts'
import type { Organization } from './state.ts'

const docs = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations'
const administration = ['r_organization_admin', 'rw_organization_admin'] as const

function organizationWire({ id, name, vanityName, website, country, language }: Organization) {
  const preferredLocale = { country, language }
  return {
    id,
    localizedName: name,
    name: { localized: { [`${language}_${country}`]: name }, preferredLocale },
    vanityName,
    localizedWebsite: website,
    primaryOrganizationType: 'NONE',
  }
}

export const organizationCalls: readonly Call[] = [
  restCall({
    name: 'organizationAcls.roleAssignee',
    path: '/organizationAcls',
    method: 'FINDER',
    finder: 'roleAssignee',
    resource: 'organizationAcls',
    scopes: administration,
    params: ['role', 'state', ...offsetParams],
    source: `${docs}/organization-access-control-by-role#find-a-members-organization-access-control-information`,
    answer(request) {
      const role = request.text('role') ?? 'ADMINISTRATOR'
      const state = request.text('state') ?? 'APPROVED'
      const member = request.member.ids.pro
      const administered = Object.values(request.exchange.state.pro.organizations).filter(
        ({ administrators }) => administrators.includes(member),
      )
      const shown = role === 'ADMINISTRATOR' && state === 'APPROVED' ? administered : []
      return {
        body: offsetPage(request, shown, ({ id }) => ({
          role,
          organization: urn('organization', id),
          roleAssignee: urn('person', member),
          state,
        })),
      }
    },
  }),
  restCall({
    name: 'organizationsLookup.batchGet',
    path: '/organizationsLookup',
    method: 'BATCH_GET',
    resource: 'organizationsLookup',
    scopes: [...administration, 'r_organization_social'],
    source: `${docs}/organization-lookup-api#retrieve-organizations`,
    answer: (request) => ({
      body: batchGet(request, (key) => {
        const id = idOf('', key)
        const found = id === undefined ? undefined : request.exchange.state.pro.organizations[id]
        return found && organizationWire(found)
      }),
    }),
  }),
]
