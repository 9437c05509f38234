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
    'Sent as `developer-token` when set. Have one if your access to the API was granted with one; Google now grants it to projects and calls the token optional.',
  ),
  serviceAccount: {
    customerId: declareVariable(
      'SEARCH_SERVICE_CUSTOMER_ID',
      digits,
      "The service's own account for keyword ideas, best one in US dollars. Provisioned by itself in the sandbox.",
    ),
    refreshToken: declareVariable(
      'SEARCH_SERVICE_REFRESH_TOKEN',
      optionalText(),
      'A refresh token for that account.',
    ),
    loginCustomerId: declareVariable(
      'SEARCH_SERVICE_LOGIN_CUSTOMER_ID',
      digits,
      'The manager through which that account is reached, if any.',
    ),
  },
  operationsPerDay: declareVariable(
    'SEARCH_OPERATIONS_PER_DAY',
    integer(0, maxDailyQuota, 0),
    'How many operations your project has in 24 hours, all users together: 2880 with Explorer access, 15000 with Basic access. What would be more is not sent but answered with 503 and `Retry-After`. With 0 the service learns of an end only by a refusal. Each process counts for itself: share the number among several.',
  ),
}

export type SearchSettings = VariableValues<typeof searchVariables>
