import { createSectionDeclarer, type VariableValues } from '../../variables/variable.ts'
import { digits, integer, optionalText } from '../../variables/variableKinds.ts'
import { declareAppVariables, maxDailyQuota } from '../connector-kit/appVariables.ts'
import { searchVersions } from './versions.ts'

const declareVariable = createSectionDeclarer('Search platform (Google Ads)')

export const searchVariables = {
  ...declareAppVariables(declareVariable, 'SEARCH', searchVersions, {
    api: 'https://googleads.googleapis.com',
    authorize: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com',
  }),
  developerToken: declareVariable(
    'SEARCH_DEVELOPER_TOKEN',
    optionalText(),
    'Developer token. adrail sends it as `developer-token`. Set it if Google granted your API access with a token. Google now grants access to projects, and calls the token optional.',
  ),
  serviceAccount: {
    customerId: declareVariable(
      'SEARCH_SERVICE_CUSTOMER_ID',
      digits,
      "adrail's own Google Ads account for keyword ideas, preferably in US dollars. The sandbox provides one automatically.",
    ),
    refreshToken: declareVariable(
      'SEARCH_SERVICE_REFRESH_TOKEN',
      optionalText(),
      'Refresh token for the account in `SEARCH_SERVICE_CUSTOMER_ID`.',
    ),
    loginCustomerId: declareVariable(
      'SEARCH_SERVICE_LOGIN_CUSTOMER_ID',
      digits,
      'Id of the manager account with access to the account in `SEARCH_SERVICE_CUSTOMER_ID`, if any.',
    ),
  },
  operationsPerDay: declareVariable(
    'SEARCH_OPERATIONS_PER_DAY',
    integer(0, maxDailyQuota, 0),
    'Limit of operations of your project in 24 hours, for all users together: 2880 with Explorer access, 15000 with Basic access. Beyond that, adrail returns 503 with `Retry-After` instead of calling Google Ads. With 0, adrail detects the limit only when Google Ads refuses a call. Each process counts separately, so divide the number among your processes.',
  ),
}

export type SearchSettings = VariableValues<typeof searchVariables>
