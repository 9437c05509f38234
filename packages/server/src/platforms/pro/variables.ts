import { createSectionDeclarer, type VariableValues } from '../../variables/variable.ts'
import { integer, mapKind, onOrOff } from '../../variables/variableKinds.ts'
import { declareAppVariables, maxDailyQuota } from '../connector-kit/appVariables.ts'
import { proVersions } from './versions.ts'

const declareVariable = createSectionDeclarer('Professional network (LinkedIn)')

export const proVariables = {
  ...declareAppVariables(declareVariable, 'PRO', proVersions, {
    api: 'https://api.linkedin.com',
    authorize: 'https://www.linkedin.com',
    token: 'https://www.linkedin.com',
  }),
  excludedScopes: declareVariable(
    'PRO_AUDIENCES',
    mapKind(onOrOff('on'), (hasAudiences) => (hasAudiences ? [] : ['rw_dmp_segments'])),
    'Whether your app has Matched Audiences (`rw_dmp_segments`). LinkedIn refuses a sign-in that requests more than the app has.',
  ),
  testAccounts: declareVariable(
    'PRO_TEST_ACCOUNTS',
    onOrOff('off'),
    'Whether users can link test ad accounts, which run no ads and cost nothing. Use them to test a live app.',
  ),
  callsPerDay: {
    perApp: declareVariable(
      'PRO_CALLS_PER_DAY',
      integer(0, maxDailyQuota, 0),
      'Daily limit (UTC) of calls to each endpoint: the lowest limit on the *Analytics* page of your LinkedIn app. Beyond that, adrail returns 503 with `Retry-After` instead of calling LinkedIn. With 0, adrail detects the limit only when LinkedIn refuses a call. Each process counts separately, so divide the number among your processes.',
    ),
    perMember: declareVariable(
      'PRO_CALLS_PER_DAY_MEMBER',
      integer(0, maxDailyQuota, 0),
      'Daily limit (UTC) of calls to each endpoint for each member who linked an account. Works like `PRO_CALLS_PER_DAY`.',
    ),
  },
}

export type ProSettings = VariableValues<typeof proVariables>
