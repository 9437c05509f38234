// Mutants of links, tokens and secrets.

import { type Mutant, proofCatcher, suiteCatcher } from './mutant.ts'

const refresherFile = 'packages/server/src/linking/tokenRefresher.ts'
const credentialsFile = 'packages/server/src/store/credentials.ts'
const refresherTest = 'packages/server/src/linking/tokenRefresher.test.ts'

export const linkingMutants: readonly Mutant[] = [
  {
    name: 'tokenLeaseIgnored',
    breaks: 'Two processes refresh the same token at the same time.',
    file: credentialsFile,
    find: 'where.or([hasLeaseEnded(clock), isOwner(owner)])',
    replace: `where('id', '=', id)`,
    caughtBy: [proofCatcher('T6', 'send one refresh for 400 calls')],
  },
  {
    name: 'freshTokenRefreshedAgain',
    breaks: 'A process that waited for another process refreshes the new token again.',
    file: refresherFile,
    find: 'if (isResolved(current)) return current',
    replace: '',
    caughtBy: [
      proofCatcher('T6', 'send one refresh for 400 calls'),
      suiteCatcher(refresherTest, 'is refreshed once for 150 callers in three processes', 'sqlite'),
    ],
  },
  {
    name: 'newerTokenOverwritten',
    breaks: 'A process that overran its lease overwrites a newer token.',
    file: credentialsFile,
    find: `.set(change).where('id', '=', id).where('version', '=', version)`,
    replace: `.set(change).where('id', '=', id)`,
    caughtBy: [
      suiteCatcher(refresherTest, 'does not overwrite the token that a faster refresh stored', 'sqlite'),
    ],
  },
  {
    name: 'unstoredTokenLost',
    breaks: 'A new token is lost if the database cannot store it, and the old token is no longer valid.',
    file: refresherFile,
    find: 'this.#unsavedTokens.set(id, { tokens, version })',
    replace: '',
    caughtBy: [
      suiteCatcher(refresherTest, 'keeps new tokens in memory until the database can store them', 'sqlite'),
    ],
  },
  {
    name: 'deadAfterOneRefusal',
    breaks: 'After one refused refresh, the user must link the account again.',
    file: refresherFile,
    find: `if ('kind' in result && result.kind === 'dead') {`,
    replace: `if ('kind' in result && result.kind !== 'dead') {`,
    caughtBy: [
      suiteCatcher(
        refresherTest,
        'causes no failure when the platform accepts it at the second attempt',
        'sqlite',
      ),
    ],
  },
  {
    name: 'callbackOfOtherBrowser',
    breaks: 'A browser completes a link that another browser started.',
    file: 'packages/server/src/linking/callback.ts',
    find: 'if (secret === undefined || sha256Hex(secret) !== link.browser_hash)',
    replace: 'if (secret === undefined)',
    caughtBy: [proofCatcher('T25', 'when changed in any of many ways')],
  },
  {
    name: 'callbackTakenTwice',
    breaks: 'The same callback is exchanged more than once.',
    file: 'packages/server/src/store/links.ts',
    find: `      .where('state_hash', '=', stateHash)
      .where('status', '=', 'started'),`,
    replace: '',
    caughtBy: [proofCatcher('T25', 'when changed in any of many ways', { database: 'postgres' })],
  },
  {
    name: 'statesStoredPlainly',
    breaks: 'The database keeps states and link tokens in plain text.',
    file: 'packages/server/src/linking/linkSecrets.ts',
    find: `return createHash('sha256').update(text).digest('hex')`,
    replace: `return text === '' ? createHash('sha256').digest('hex') : text`,
    caughtBy: [proofCatcher('T23', 'no token, code, state, cookie or app secret appears')],
  },
  {
    name: 'rotatedKeyEndsAtOnce',
    breaks: 'An API key expires as soon as it has a successor.',
    file: 'packages/server/src/workspace/keyLifecycle.ts',
    find: 'await expireKey(transaction, oldKey.id, endsAt)',
    replace: 'await expireKey(transaction, oldKey.id, runtime.now())',
    caughtBy: [proofCatcher('T24', 'all secrets are re-encrypted under a new key')],
  },
  {
    name: 'leadSkipped',
    breaks: 'A page of leads skips the first lead after the previous page.',
    file: 'packages/server/src/store/leads.ts',
    find: `    .where('seq', '>', filter.after)
    .orderBy('seq')`,
    replace: `    .where('seq', '>', filter.after + 1)
    .orderBy('seq')`,
    caughtBy: [proofCatcher('T33', 'returns each lead once and in order')],
  },
  {
    name: 'eventSkipped',
    breaks: 'A page of events skips the first event after the previous page.',
    file: 'packages/server/src/store/events.ts',
    find: `.where('seq', '>', after)`,
    replace: `.where('seq', '>', after + 1)`,
    caughtBy: [proofCatcher('T34', 'a reader who keeps its cursor')],
  },
  {
    name: 'refusedMessageCountsAsTaken',
    breaks: 'A message that an endpoint refused counts as delivered.',
    file: 'packages/server/src/webhooks/sendMessage.ts',
    find: 'return status >= 200 && status <= 299',
    replace: 'return status >= 200',
    caughtBy: [proofCatcher('T29', 'every event is delivered under one id')],
  },
]
