// Organizations: the pages that a member administers, and their names.

import type { Call } from '../../core/exchange.ts'
import { parseUrnId, toUrn } from './access.ts'
import { batchGet } from './batch.ts'
import { restCall } from './call.ts'
import { offsetPage, offsetParams } from './paging.ts'
import type { Organization } from './state.ts'

const docsUrl = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations'
const adminScopes = ['r_organization_admin', 'rw_organization_admin'] as const

function serializeOrganization({ id, name, vanityName, website, country, language }: Organization) {
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
    scopes: adminScopes,
    params: ['role', 'state', ...offsetParams],
    source: `${docsUrl}/organization-access-control-by-role#find-a-members-organization-access-control-information`,
    respond(request) {
      const role = request.text('role') ?? 'ADMINISTRATOR'
      const state = request.text('state') ?? 'APPROVED'
      const member = request.member.ids.pro
      const administeredOrganizations = Object.values(request.exchange.state.pro.organizations).filter(
        ({ administrators }) => administrators.includes(member),
      )
      const listedOrganizations =
        role === 'ADMINISTRATOR' && state === 'APPROVED' ? administeredOrganizations : []
      return {
        body: offsetPage(request, listedOrganizations, ({ id }) => ({
          role,
          organization: toUrn('organization', id),
          roleAssignee: toUrn('person', member),
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
    scopes: [...adminScopes, 'r_organization_social'],
    source: `${docsUrl}/organization-lookup-api#retrieve-organizations`,
    respond: (request) => ({
      body: batchGet(request, (key) => {
        const id = parseUrnId('', key)
        const organization = id === undefined ? undefined : request.exchange.state.pro.organizations[id]
        return organization && serializeOrganization(organization)
      }),
    }),
  }),
]
