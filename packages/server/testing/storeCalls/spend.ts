// Spend increases, limits and freezes.

import * as raises from '../../src/store/raises.ts'
import * as spendLimits from '../../src/store/spendLimits.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, entry, key, limit, ownerColumns, platform, user_id, workspace_id } from './rows.ts'

const raise = {
  ...ownerColumns,
  operation_id: entry.id,
  key_id: key.id,
  platform,
  account_id: 'account',
  campaign_id: '',
  budget_id: '',
  from_micros: '0',
  day_micros: '0',
  runs: 1,
  is_creation: 1,
}
const account = { workspaceId: workspace_id, platform, accountId: raise.account_id }
const subjects = ['workspace', 'user/usr_1']
const freezeRow = {
  workspace_id,
  subject: 'workspace',
  ...{ reason: '', frozen_by: '', frozen_at: at },
  ...{ own_reason: '', own_frozen_by: '', own_frozen_at: 0 },
}

export const listSpendCalls = ({ clock, db }: Store): readonly StoreFunctionCall[] => [
  call(raises.lockSpendHead, db, clock, workspace_id),
  call(raises.insertRaise, db, clock, raise),
  call(raises.listRaisesSince, db, account, at, { campaignId: 'c', finalizedSince: at }),
  call(raises.countCreationsSince, db, workspace_id, at),
  call(raises.countCreationsSince, db, workspace_id, at, { keyId: key.id }),
  call(raises.countCreationsSince, db, workspace_id, at, { userId: user_id }),
  call(raises.finalizeRaise, db, clock, entry.id, 'campaign'),
  call(raises.releaseRaise, db, entry.id),
  call(raises.pruneRaises, db, at, limit),

  call(spendLimits.setLimits, db, {
    workspace_id,
    subject: 'workspace',
    limits: '{}',
    operator_limits: '',
    own_limits: '',
    approval: '',
    changed_at: at,
  }),
  call(spendLimits.listLimits, db, workspace_id, subjects),
  call(spendLimits.copyLimits, db, workspace_id, 'workspace', 'key/key_1'),
  call(spendLimits.removeLimits, db, workspace_id, 'workspace'),
  call(spendLimits.saveFreeze, db, freezeRow),
  call(spendLimits.listFreezes, db, workspace_id, subjects),
  call(spendLimits.deleteFreeze, db, workspace_id, 'workspace'),
]
