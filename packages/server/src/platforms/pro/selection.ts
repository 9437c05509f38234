import { exactNumber } from '../../runtime/exactNumber.ts'
import {
  type AccountSelection,
  parseAccountSelection,
  type SelectionFormat,
} from '../connector-kit/accountSelection.ts'
import { asText } from '../connector-kit/values.ts'

export interface ProSelection extends AccountSelection {
  readonly organizationId: string
  readonly role: string
}

export const proSelection: SelectionFormat<ProSelection> = {
  includesPage: false,

  parse: (stored) => ({
    ...parseAccountSelection(stored),
    // LinkedIn counts days in UTC, and stored selections contain no time zone.
    timeZone: 'UTC',
    organizationId: asText(stored['organizationId']),
    role: asText(stored['role']),
  }),

  fromOptions: ({ account }) => account.kept,

  toConnectedAccounts(selection, { userName, email: _, ...connection }) {
    const { accountId, accountName, currencyCode, organizationId } = selection
    return {
      proAds: {
        userName,
        accountId: exactNumber(accountId),
        accountIdText: accountId,
        accountName,
        currencyCode,
        organizationId,
        ...connection,
      },
    }
  },
}
