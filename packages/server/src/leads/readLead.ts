// A lead as it was read, whichever platform it came from.

/** Nothing of it is kept other than sealed. */
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

export interface ReadLead {
  /** The platform's own id. */
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

/** Which lead is asked for again, by what is known of it. */
export interface KnownLead {
  readonly upstreamId: string
  readonly submittedAt: number
}

/** How the leads of one platform are read. */
export interface LeadReading<Connector> {
  /** The platform gives out nothing that is older. */
  readonly keepDays: number
  /** How far back is read again each time: platforms tell of some leads late. */
  readonly overlapMs: number
  readonly everyMs: number
  /** What leads are told by there: the page, or the account. Each lead has it as its account. */
  subjectOf(connector: Connector): string
  /** All leads that were submitted from one time to another; others may come along. */
  since(connector: Connector, from: number, until: number): Promise<ReadLead[]>
  /** Some leads again, as far as the platform still has them. */
  again(connector: Connector, leads: readonly KnownLead[]): Promise<ReadLead[]>
  /** Names of forms by their ids, where leads come without. */
  formNames?(connector: Connector): Promise<ReadonlyMap<string, string>>
  /** Asks the platform to tell of new leads at an address of ours, and at an earlier one no more, where that is done for each connection. */
  subscribe?(connector: Connector, address: string, earlier: string): Promise<void>
}

export function withFormName<Lead extends Pick<ReadLead, 'formId' | 'content'>>(
  lead: Lead,
  names: ReadonlyMap<string, string> | undefined,
): Lead {
  const formName = names?.get(lead.formId) ?? lead.content.formName
  return { ...lead, content: { ...lead.content, formName } }
}

/** The words for what most forms ask, by those of the platforms. */
const names: Readonly<Record<string, string>> = {
  PHONE_NUMBER: 'PHONE',
  COMPANY_NAME: 'COMPANY',
  ZIP: 'POSTAL_CODE',
  POST_CODE: 'POSTAL_CODE',
  WORK_PHONE_NUMBER: 'WORK_PHONE',
}

export function fieldName(platformsWord: string): string {
  return names[platformsWord] ?? platformsWord
}
