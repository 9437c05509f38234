// The `insights` edge of accounts, campaigns, ad sets and ads: as a direct response, or as a report run.
// https://developers.facebook.com/docs/marketing-api/insights

import { nextNumber } from '../../core/state.ts'
import { requireAdsRead } from '../access.ts'
import { askedFields, checkFields, type Edge } from '../graph/nodeKind.ts'
import { byPosition } from '../graph/paging.ts'
import type { GraphRequest } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
import type { ReportRun } from '../state.ts'
import { rowKind } from './measures.ts'
import { rangeParams } from './periods.ts'
import { isTroubled } from './reportRun.ts'
import { type Ground, insightRows, readQuery } from './rows.ts'

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

export function insightsEdge<Item>(groundOf: (item: Item, request: GraphRequest) => Ground): Edge<Item> {
  return {
    source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights',
    params: insightParams,
    limit: { usual: 25, most: 5_000 },
    list: (item, request, params) => {
      const ground = groundOf(item, request)
      requireAdsRead(request)
      bill(request, 'ads_insights', ground.account.id)
      return {
        kind: rowKind,
        items: insightRows(readQuery(ground, request, params), request, false),
        cursors: byPosition,
      }
    },
    create: {
      params: [...insightParams, 'limit', 'async'],
      run: (item, request) => {
        const ground = groundOf(item, request)
        requireAdsRead(request)
        bill(request, 'ads_insights', ground.account.id)
        checkFields(rowKind, askedFields(request.params))
        // The request refuses an invalid query at once, not the later run.
        readQuery(ground, request, request.params)
        const stored = ['fields', ...insightParams].flatMap((name) => {
          const value = request.params.values.get(name)
          const text = Array.isArray(value) && name === 'fields' ? value.join(',') : request.params.text(name)
          return text === undefined ? [] : [[name, text] as const]
        })
        const run: ReportRun = {
          id: String(6_023_920_149_050 + nextNumber(request.exchange.state, 'social.reportRun')),
          account: ground.account.id,
          node: ground.node,
          createdAt: request.now,
          params: Object.fromEntries(stored),
          ...(isTroubled(request, 'failed') ? { fails: true } : {}),
        }
        keepRun(request, run)
        request.exchange.effect('report_run.create', run.id, { node: ground.node, params: run.params })
        return { report_run_id: run.id }
      },
    },
  }
}

const mostRuns = 1_000

/** Keeps the newest runs only. */
function keepRun(request: GraphRequest, run: ReportRun): void {
  const { reportRuns } = request.social
  reportRuns[run.id] = run
  const ids = Object.keys(reportRuns)
  for (const id of ids.slice(0, Math.max(0, ids.length - mostRuns))) delete reportRuns[id]
}
