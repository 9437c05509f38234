// Ads here are posts of an organization.

import { ServiceError } from '../../base/errors.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'

/** The URN of the organization that the ad account belongs to. */
export function organizationOf({ selection }: ProConnector): string {
  if (selection.organizationId === '') throw new ServiceError('ORGANIZATION_MISSING')
  return `urn:li:organization:${selection.organizationId}`
}
