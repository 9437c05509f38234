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
    'Whether your app was granted Matched Audiences (`rw_dmp_segments`). A sign-in that asks for more than the app has is refused altogether.',
  ),
  testAccounts: declareVariable(
    'PRO_TEST_ACCOUNTS',
    onOrOff('off'),
    'Whether test ad accounts can be linked as well: they run no ads and cost nothing, for trying out a live app.',
  ),
  callsPerDay: {
    perApp: declareVariable(
      'PRO_CALLS_PER_DAY',
      integer(0, maxDailyQuota, 0),
      'How many calls a day (UTC) your app has for each endpoint; the smallest number on its *Analytics* page at LinkedIn. What would be more is not sent but answered with 503 and `Retry-After`. With 0 the service learns of an end only by a refusal. Each process counts for itself: share the number among several.',
    ),
    perMember: declareVariable(
      'PRO_CALLS_PER_DAY_MEMBER',
      integer(0, maxDailyQuota, 0),
      'The same for each member who linked an account.',
    ),
  },
}

export type ProSettings = VariableValues<typeof proVariables>
