// Mutants of writes about many campaigns: `campaign/pause_campaigns` and its undo.

import { type Mutant, suite } from './mutant.ts'

const batches = 'packages/server/src/journal/batch/batches.ts'
const pausable = 'packages/server/src/journal/batch/pausable.ts'
const pauseTest = 'packages/server/src/operations/campaign/pause_campaigns.test.ts'
const afterKill = suite(
  'packages/server/src/journal/batch/kills.test.ts',
  'a process killed while it pauses campaigns',
  'sqlite',
)

export const batchMutants: readonly Mutant[] = [
  {
    name: 'batchItemWithoutKey',
    breaks: 'A process that takes over pauses campaigns again that were paused already.',
    file: batches,
    find: 'idempotencyKey: itemKey(item),',
    replace: '',
    caughtBy: [afterKill],
  },
  {
    name: 'sharedAccountPausedTwice',
    breaks: 'A campaign whose ad account two users share is paused once for each of them.',
    file: pausable,
    find: 'accounts.set(key, account)',
    replace: 'accounts.set(key + user_id, account)',
    caughtBy: [suite(pauseTest, 'pauses a campaign once when two users share its ad account', 'sqlite')],
  },
  {
    name: 'failedPlatformGivenUp',
    breaks: 'Campaigns of a platform that fails are not paused later.',
    file: batches,
    find: "change(isOpen ? 'OPEN' : 'FAILED'",
    replace: "change(isOpen ? 'FAILED' : 'FAILED'",
    caughtBy: [suite(pauseTest, 'pauses the other campaigns where one platform fails', 'sqlite')],
  },
  {
    name: 'failedPlatformStopsOthers',
    breaks: 'A platform whose campaigns cannot be listed keeps those of the others from being paused.',
    file: pausable,
    find: 'if (!(error instanceof ServiceError)) throw error',
    replace: 'throw error',
    caughtBy: [suite(pauseTest, 'that cannot be listed at first', 'sqlite')],
  },
  {
    name: 'unlistedAccountForgotten',
    breaks: 'The campaigns of an ad account that could not be listed are neither paused later nor reported.',
    file: pausable,
    find: 'return [{ ...unlistedTarget(account), failure: error }]',
    replace: 'return []',
    caughtBy: [suite(pauseTest, 'that cannot be listed at first', 'sqlite')],
  },
  {
    name: 'undoResumesPausedSince',
    breaks: 'The undo resumes a campaign that someone else resumed and paused again.',
    file: 'packages/server/src/journal/batch/jobs.ts',
    find: 'if (byOthers.some(setsStatus)) throw',
    replace: 'if (byOthers.some(setsStatus) && false) throw',
    caughtBy: [suite(pauseTest, 'leaves a campaign paused that somebody resumed and paused again', 'sqlite')],
  },
  {
    name: 'foreignPauseCountsAsOwn',
    breaks: 'The undo includes campaigns that someone else paused before the write reached them.',
    file: batches,
    find: "change(steps.length > 0 ? 'DONE' : 'UNCHANGED', writeId)",
    replace: "change('DONE', writeId)",
    caughtBy: [suite(pauseTest, 'somebody else paused before the write reached it', 'sqlite')],
  },
  {
    name: 'batchUndoneWhileFrozen',
    breaks: 'The undo is not refused as a whole while spend increases are blocked.',
    file: 'packages/server/src/journal/batch/resumable.ts',
    find: 'if (freezeError) throw freezeError',
    replace: '',
    caughtBy: [suite(pauseTest, 'is refused while spend increases are blocked', 'sqlite')],
  },
  {
    name: 'undoneWithoutLimits',
    breaks: 'An undo that raises spend obeys neither limits nor rules of approval.',
    file: 'packages/server/src/journal/undo.ts',
    find: "...(spend ? { spend: { ...spend, field: 'operationId' } } : {}),",
    replace: 'spend: undefined,',
    caughtBy: [suite(pauseTest, 'obeys spend limits, and waits for approval', 'sqlite')],
  },
]
