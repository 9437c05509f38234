// The `insights` edge of accounts, campaigns, ad sets and ads: as a direct response, or as a report run.
// https://developers.facebook.com/docs/marketing-api/insights

import { nextNumber } from '../../../core/state.ts'
import { requireAdsRead } from '../access.ts'
import { checkFields, type Edge, parseFieldsParam } from '../graph/nodeKind.ts'
import { positionCursors } from '../graph/paging.ts'
import type { GraphRequest } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { ReportRun } from '../state.ts'
import { rangeParams } from './periods.ts'
import { consumeTrouble } from './reportRun.ts'
import { insightRowKind } from './rowFields.ts'
import { insightRows, type QueryScope, readQuery } from './rows.ts'

export const insightParams = [
  ...rangeParams,
  'level',
  'filtering',
  'breakdowns',
  'action_breakdowns',
  'action_attribution_windows',
  'action_report_time',
  'use_unified_attribution_setting',
  'sort',
]

export function createInsightsEdge<Item>(
  getScope: (item: Item, request: GraphRequest) => QueryScope,
): Edge<Item> {
  return {
    docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights',
    params: insightParams,
    limit: { defaultLimit: 25, maxLimit: 5_000 },
    list: (item, request, params) => {
      const scope = getScope(item, request)
      requireAdsRead(request)
      chargeUsage(request, 'ads_insights', scope.account.id)
      return {
        kind: insightRowKind,
        items: insightRows(readQuery(scope, request, params), request, false),
        cursors: positionCursors,
      }
    },
    create: {
      params: [...insightParams, 'limit', 'async'],
      run: (item, request) => {
        const scope = getScope(item, request)
        requireAdsRead(request)
        chargeUsage(request, 'ads_insights', scope.account.id)
        checkFields(insightRowKind, parseFieldsParam(request.params))
        // The request refuses an invalid query at once, not the later run.
        readQuery(scope, request, request.params)
        const storedParams = ['fields', ...insightParams].flatMap((name) => {
          const value = request.params.values.get(name)
          const text = Array.isArray(value) && name === 'fields' ? value.join(',') : request.params.text(name)
          return text === undefined ? [] : [[name, text] as const]
        })
        const run: ReportRun = {
          id: String(6_023_920_149_050 + nextNumber(request.exchange.state, 'social.reportRun')),
          account: scope.account.id,
          node: scope.node,
          createdAt: request.now,
          params: Object.fromEntries(storedParams),
          ...(consumeTrouble(request, 'failed') ? { fails: true } : {}),
        }
        storeRun(request, run)
        request.exchange.effect('report_run.create', run.id, { node: scope.node, params: run.params })
        return { report_run_id: run.id }
      },
    },
  }
}

const maxRuns = 1_000

/** Keeps the newest runs only. */
function storeRun(request: GraphRequest, run: ReportRun): void {
  const { reportRuns } = request.social
  reportRuns[run.id] = run
  const ids = Object.keys(reportRuns)
  for (const id of ids.slice(0, Math.max(0, ids.length - maxRuns))) delete reportRuns[id]
}
