// What is kept of the user's choice: the answers of auth/get_connected_accounts_data come from here.

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
  /** In the currency's smallest unit, as the platform told it. */
  readonly minDailyBudget: string
  readonly page: ChosenPage
  readonly photoAccount?: ChosenPage
  /** When the platform told where the pictures are: such addresses end after some days. */
  readonly picturesAt?: number
}

export interface SearchSelection {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  readonly timeZone: string
  /** The manager through which the account is reached; empty when directly. */
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
