import { exactNumber } from '../../runtime/exactNumber.ts'
import {
  type AccountSelection,
  parseAccountSelection,
  type SelectionFormat,
} from '../connector-kit/accountSelection.ts'
import { asText } from '../connector-kit/values.ts'

export interface SearchSelection extends AccountSelection {
  /** The manager account that gives access to the account. Empty for direct access. */
  readonly managerId: string
}

export const searchSelection: SelectionFormat<SearchSelection> = {
  includesPage: false,

  parse: (stored) => ({ ...parseAccountSelection(stored), managerId: asText(stored['managerId']) }),

  fromOptions: ({ account }) => account.kept,

  toConnectedAccounts(selection, { userName, email, ...connection }) {
    const { accountId, accountName, currencyCode, managerId } = selection
    return {
      searchAds: {
        userName,
        email,
        accountId: exactNumber(accountId),
        accountIdText: accountId,
        accountName,
        currencyCode,
        managerId,
        ...connection,
      },
    }
  },
}
