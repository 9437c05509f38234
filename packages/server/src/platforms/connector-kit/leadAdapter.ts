// Leads as read from any platform, and the adapter that each platform implements.

/** The content is stored only in encrypted form. */
export interface LeadContent {
  readonly formName: string
  readonly clickId: string
  readonly fields: readonly LeadField[]
  readonly consents: readonly { readonly id: string; readonly accepted: boolean }[]
}

export interface LeadField {
  readonly name: string
  readonly label: string
  readonly values: readonly string[]
}

export interface PlatformLead {
  /** The id is the platform's own. */
  readonly upstreamId: string
  readonly accountId: string
  readonly formId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly adId: string
  readonly submittedAt: number
  readonly isTest: boolean
  readonly content: LeadContent
}

/** The key suffices to fetch a stored lead again. */
export interface LeadKey {
  readonly upstreamId: string
  readonly submittedAt: number
}

/** Each platform has one adapter. */
export interface LeadAdapter<Connector> {
  /** The platform returns no leads that are older. */
  readonly platformRetentionDays: number
  /** Every poll reads this much of the past again, because platforms return some leads late. */
  readonly overlapMs: number
  readonly pollEveryMs: number
  /** The subject groups leads at the platform: a page or an account. Each lead has it as its account. */
  getSubject(connector: Connector): string
  /** Returns all leads submitted in the period. The result may contain other leads too. */
  listSince(connector: Connector, from: number, until: number): Promise<PlatformLead[]>
  /** Fetches leads again that the platform still has. The result may contain other leads too. */
  refetch(connector: Connector, leads: readonly LeadKey[]): Promise<PlatformLead[]>
  /** Returns form names by id, for platforms whose leads lack the name. */
  loadFormNames?(connector: Connector): Promise<ReadonlyMap<string, string>>
  /**
   * Subscribes adrail's address to notifications about new leads, and removes an earlier
   * address. Exists where the platform requires a subscription per connection.
   */
  subscribe?(connector: Connector, address: string, previousAddress: string): Promise<void>
}

export function withFormName<Lead extends Pick<PlatformLead, 'formId' | 'content'>>(
  lead: Lead,
  names: ReadonlyMap<string, string> | undefined,
): Lead {
  const formName = names?.get(lead.formId) ?? lead.content.formName
  return { ...lead, content: { ...lead.content, formName } }
}

/** Platforms have different names for the same standard question. */
const canonicalNames: Readonly<Record<string, string>> = {
  PHONE_NUMBER: 'PHONE',
  COMPANY_NAME: 'COMPANY',
  ZIP: 'POSTAL_CODE',
  POST_CODE: 'POSTAL_CODE',
  WORK_PHONE_NUMBER: 'WORK_PHONE',
}

export function toCanonicalFieldName(platformName: string): string {
  return canonicalNames[platformName] ?? platformName
}
