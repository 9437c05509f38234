// Mutants of writes that affect many campaigns: `campaign/pause_campaigns` and its undo.

import { type Mutant, suiteCatcher } from './mutant.ts'

const changeFile = 'packages/server/src/journal/batch/changeCampaign.ts'
const pausableFile = 'packages/server/src/journal/batch/pausable.ts'
const pauseTest = 'packages/server/src/operations/campaign/pause_campaigns.test.ts'
const afterKillTest = suiteCatcher(
  'packages/server/src/journal/batch/kills.test.ts',
  'change each campaign once when the process is killed',
  'sqlite',
)

export const batchMutants: readonly Mutant[] = [
  {
    name: 'batchItemWithoutKey',
    breaks: 'A process that takes over pauses campaigns again that are already paused.',
    file: 'packages/server/src/journal/batch/jobs.ts',
    find: 'idempotencyKey: toItemIdempotencyKey(item),',
    replace: '',
    caughtBy: [afterKillTest],
  },
  {
    name: 'sharedAccountPausedTwice',
    breaks: 'A campaign whose ad account two users share is paused once for each of them.',
    file: pausableFile,
    find: 'accounts.set(key, account)',
    replace: 'accounts.set(key + user_id, account)',
    caughtBy: [
      suiteCatcher(pauseTest, 'pauses a campaign once when two users share its ad account', 'sqlite'),
    ],
  },
  {
    name: 'failedPlatformGivenUp',
    breaks: 'Campaigns of a platform that fails are not paused later.',
    file: changeFile,
    find: "recordState(isOpen ? 'OPEN' : 'FAILED'",
    replace: "recordState(isOpen ? 'FAILED' : 'FAILED'",
    caughtBy: [suiteCatcher(pauseTest, 'pauses the other campaigns where one platform fails', 'sqlite')],
  },
  {
    name: 'failedPlatformStopsOthers',
    breaks:
      'If the campaigns of one platform cannot be listed, adrail pauses no campaigns of the other platforms.',
    file: pausableFile,
    find: 'if (!(error instanceof ServiceError)) throw error',
    replace: 'throw error',
    caughtBy: [suiteCatcher(pauseTest, 'that cannot be listed at first', 'sqlite')],
  },
  {
    name: 'unlistedAccountForgotten',
    breaks: 'The campaigns of an ad account that could not be listed are neither paused later nor reported.',
    file: pausableFile,
    find: 'return [{ ...toUnlistedTarget(account), failure: error }]',
    replace: 'return []',
    caughtBy: [suiteCatcher(pauseTest, 'that cannot be listed at first', 'sqlite')],
  },
  {
    name: 'undoResumesPausedSince',
    breaks: 'The undo resumes a campaign that someone else resumed and paused again.',
    file: 'packages/server/src/journal/batch/jobs.ts',
    find: 'if (otherEntries.some(setsStatus)) throw',
    replace: 'if (otherEntries.some(setsStatus) && false) throw',
    caughtBy: [
      suiteCatcher(pauseTest, 'leaves a campaign paused that someone resumed and paused again', 'sqlite'),
    ],
  },
  {
    name: 'foreignPauseCountsAsOwn',
    breaks: 'The undo includes campaigns that someone else paused before the write reached them.',
    file: changeFile,
    find: "recordState(steps.length > 0 ? 'DONE' : 'UNCHANGED', writeId)",
    replace: "recordState('DONE', writeId)",
    caughtBy: [suiteCatcher(pauseTest, 'someone else paused before the write reached it', 'sqlite')],
  },
  {
    name: 'batchUndoneWhileFrozen',
    breaks: 'The undo is not refused as a whole while spend increases are blocked.',
    file: 'packages/server/src/journal/batch/resumable.ts',
    find: 'if (freezeError) throw freezeError',
    replace: '',
    caughtBy: [suiteCatcher(pauseTest, 'is refused while spend increases are blocked', 'sqlite')],
  },
  {
    name: 'undoneWithoutLimits',
    breaks: 'An undo that raises spend ignores limits and approval rules.',
    file: 'packages/server/src/journal/undo.ts',
    find: "...(spend ? { spend: { ...spend, field: 'operationId' } } : {}),",
    replace: 'spend: undefined,',
    caughtBy: [suiteCatcher(pauseTest, 'obeys spend limits, and needs approval', 'sqlite')],
  },
]
