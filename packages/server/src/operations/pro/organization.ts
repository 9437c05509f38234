// LinkedIn ads are posts of an organization, so an ad account needs one.

import type { ProConnector } from '../../platforms/pro/connector.ts'
import { ServiceError } from '../../runtime/errors.ts'

/** Throws `ORGANIZATION_MISSING` if the ad account belongs to no organization. */
export function requireOrganizationUrn({ selection }: ProConnector): string {
  if (selection.organizationId === '') throw new ServiceError('ORGANIZATION_MISSING')
  return `urn:li:organization:${selection.organizationId}`
}
