// The stored selection of a user. The responses of auth/get_connected_accounts_data are created from these
// fields.

export interface ChosenPage {
  readonly id: string
  readonly name: string
  readonly pictureUrl: string
  readonly businessManagerId: string
}

export interface SocialSelection {
  readonly adAccountId: string
  readonly adAccountName: string
  readonly currencyCode: string
  readonly timeZone: string
  /** In the currency's smallest unit, as the platform returned the amount. */
  readonly minDailyBudget: string
  readonly page: ChosenPage
  readonly photoAccount?: ChosenPage
  /** Time at which the platform returned the picture URLs. Such URLs expire after some days. */
  readonly picturesAt?: number
}

export interface SearchSelection {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  readonly timeZone: string
  /** The manager account that gives access to the account. Empty for direct access. */
  readonly managerId: string
}

export interface ProSelection {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  readonly organizationId: string
  readonly role: string
}

export interface Selections {
  readonly social: SocialSelection
  readonly search: SearchSelection
  readonly pro: ProSelection
}
