import { exactNumber } from '../../runtime/exactNumber.ts'
import {
  type AccountSelection,
  type ChosenPage,
  parseAccountSelection,
  parseChosenPage,
  type SelectionFormat,
} from '../connector-kit/accountSelection.ts'
import { asText } from '../connector-kit/values.ts'

export interface SocialSelection extends AccountSelection {
  /** In the currency's smallest unit, as the platform returned the amount. */
  readonly minDailyBudget: string
  readonly page: ChosenPage
}

/** Stored selections name the account `adAccountId` and `adAccountName`, which the previous release reads. */
export const socialSelection: SelectionFormat<SocialSelection> = {
  includesPage: true,

  parse(stored) {
    const { adAccountId, adAccountName, minDailyBudget, page, photoAccount, picturesAt } = stored
    return {
      ...parseAccountSelection({ ...stored, accountId: adAccountId, accountName: adAccountName }),
      minDailyBudget: asText(minDailyBudget),
      page: parseChosenPage(page),
      ...(photoAccount === undefined ? {} : { photoAccount: parseChosenPage(photoAccount) }),
      ...(typeof picturesAt === 'number' ? { picturesAt } : {}),
    }
  },

  fromOptions({ account, page, withPhotoAccount, chosenAt }) {
    const { businessId, ...accountFields } = account.kept
    const toChosenPage = (option: ChosenPage | undefined) =>
      parseChosenPage({ ...option, businessManagerId: option?.businessManagerId || businessId })
    return {
      ...accountFields,
      page: toChosenPage(page),
      ...(page?.photoAccount && withPhotoAccount ? { photoAccount: toChosenPage(page.photoAccount) } : {}),
      picturesAt: chosenAt,
    }
  },

  toConnectedAccounts(selection, { userName, email: _, ...connection }) {
    const { accountId, accountName, currencyCode, page, photoAccount } = selection
    return {
      socialAds: {
        userName,
        adAccountId: exactNumber(accountId),
        adAccountIdText: accountId,
        adAccountName: accountName,
        currencyCode,
        primaryPage: page,
        ...(photoAccount ? { secondaryPage: photoAccount } : {}),
        ...connection,
      },
    }
  },
}
