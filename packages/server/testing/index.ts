// What tests of other packages use of the service: the service within the test or as processes, and the clients, users,
// campaigns and stores that tests need. Four parts have entry points of their own, because loading them is
// expensive or because every test file loads them: databases, folders, hostile values and MCP clients.

export { ageRows, countRows } from './ageing.ts'
export type { UserlessBody } from './calls.ts'
export { type DatabasePort, openDatabasePort } from './databasePort.ts'
export { expectRefusal, expectSuccess, withoutRequestId } from './expectations.ts'
export { hostileUrls } from './hostileUrls.ts'
export { buildJpeg, buildLargePng, buildPng } from './images.ts'
export { linkExistingUser, newLinkedUser, useLinkedUser } from './linked.ts'
export {
  advanceClocks,
  decideConsent,
  followCallback,
  hourMs,
  linkUser,
  startLink,
  startOAuthFlow,
} from './linking.ts'
export {
  advanceAll,
  type ClusterMember,
  type LinkedUser,
  linkUserThrough,
  startClusterMember,
} from './members.ts'
export { usePro } from './pro.ts'
export { createProUntilFinal, findGroupsByName, minimalProCampaign } from './proCampaign.ts'
export {
  type EnvironmentVariables,
  type Installation,
  noLimits,
  type PostResponse,
  type Processes,
  post,
  type ServiceProcess,
  type SpawnedProcess,
  useProcesses,
} from './processes.ts'
export { type ReceivedMessage, useReceiver, verifyWithStandardLibrary } from './receiver.ts'
export { misspellKey, postText, type RawResponse, readResponse } from './requests.ts'
export { createAdminCaller, createSandboxAdmin, type FaultSpec } from './sandbox.ts'
export { leadForm, newProUser, newSearchUser } from './search.ts'
export { minimalSearchCampaign } from './searchCampaign.ts'
export {
  startTestService,
  type TestResponse,
  type TestService,
  testDatabaseUrl,
  useService,
} from './service.ts'
export { springCampaignId, useSocial } from './social.ts'
export { createSocialUntilFinal, findCampaignsByName, minimalSocialCampaign } from './socialCampaign.ts'
export { openStore, openTestStore, type Store, shortenLeases, sql } from './store.ts'
export { uploadImage } from './uploads.ts'
export { addExampleUsers, newUser } from './users.ts'
export { buildWorkingBody, recoverSandbox } from './workingBodies.ts'
export {
  ageStepsByTwoMinutes,
  ageStepsOfDeadOwner,
  createPausedCampaigns,
  createSender,
  expectCompleteAudit,
  expireLeases,
  isFinal,
  listEffects,
  retryUntilFinal,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  startTestSandbox,
  userId,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
  workspaceId,
} from './worlds.ts'
