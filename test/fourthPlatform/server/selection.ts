import { exactNumber } from '../../runtime/exactNumber.ts'
import {
  type AccountSelection,
  parseAccountSelection,
  type SelectionFormat,
} from '../connector-kit/accountSelection.ts'

export const townSelection: SelectionFormat<AccountSelection> = {
  includesPage: false,
  parse: parseAccountSelection,
  fromOptions: ({ account }) => account.kept,
  toConnectedAccounts: ({ accountId, accountName, currencyCode }, { email: _, ...connection }) => ({
    townAds: {
      accountId: exactNumber(accountId),
      accountIdText: accountId,
      accountName,
      currencyCode,
      ...connection,
    },
  }),
}
