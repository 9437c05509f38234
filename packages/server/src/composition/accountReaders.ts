// The readers of linked accounts: their leads, campaigns and metrics.

import { type Assembly, quotaUsed } from '../assembly.ts'
import type { Config } from '../config/config.ts'
import { Leads } from '../leads/leadAccess.ts'
import { LeadReader } from '../leads/leadReader.ts'
import { MirrorReader } from '../mirror/mirrorReader.ts'

export interface AccountReaders {
  readonly leads: Leads
  readonly leadReader: LeadReader
  readonly mirrorReader: MirrorReader
}

export function createAccountReaders(
  config: Config,
  { linking, accounts, platformClients }: Pick<Assembly, 'linking' | 'accounts' | 'platformClients'>,
): AccountReaders {
  const leadDeps = { linking, accounts, answerRetentionDays: config.leadRetentionDays }
  const leadReader = new LeadReader(leadDeps)
  return {
    leads: new Leads(leadDeps, leadReader, { isReader: config.role !== 'api' }),
    leadReader,
    mirrorReader: new MirrorReader({
      linking,
      accounts,
      isEnabled: config.pollsAccounts,
      getUsedQuotaShare: (platform) => quotaUsed(platformClients, platform),
    }),
  }
}
