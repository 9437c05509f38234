// Seeds a large database: one workspace with many users, each with a linked account and many writes.

import { dayMs } from '../src/runtime/durations.ts'

/** Numbers of rows to create. Dependent rows are created too. */
export interface DatabaseScale {
  /** Each user has a link, a credential and a connection with a lead source. */
  readonly users: number
  /** Each finished write has a step, an audit entry, a delivered event and a lead. */
  readonly writes: number
  readonly keys: number
  /** Number of writes that are old enough to be pruned. */
  readonly oldWrites?: number
  /** Number of audit entries. Defaults to the number of writes. */
  readonly auditEntries?: number
}

/**
 * Returns statements for both databases. They must run in one transaction on a migrated database. `now` dates
 * the rows.
 */
export function buildSeedStatements(scale: DatabaseScale, now: number): string[] {
  const { users, writes, keys, oldWrites = 0, auditEntries = writes } = scale
  const numberedRows = (count: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  const workspace = "'ws_crowd'"
  const userExpression = `'usr_crowd_' || (i % ${users})`
  return [
    `insert into workspaces (id, name, created_at) values (${workspace}, 'Crowd', ${now})`,
    `insert into api_keys (id, workspace_id, name, public_id, secret_hash, scopes, created_at)
     ${numberedRows(keys)} select 'key_crowd_' || i, ${workspace}, '', 'crowd' || i, '', 'read', ${now} from n`,
    `insert into users (workspace_id, id, name, email, external_id, created_at)
     ${numberedRows(users)} select ${workspace}, ${userExpression}, 'Somebody', '', case when i % 2 = 0 then 'ext_' || i else '' end,
       ${now} - i from n`,
    `insert into links (id, workspace_id, user_id, platform, token_hash, redirect_uri, caller_state, status,
       error_code, browser_hash, state_hash, pkce_verifier, draft, created_at, expires_at)
     ${numberedRows(users)} select 'lnk_crowd_' || i, ${workspace}, ${userExpression}, 'social', 'hash_' || i, '', '', 'completed', '', '', null,
       '', '', ${now} - i, ${now} - i from n`,
    `insert into credentials (id, workspace_id, platform, upstream_user_id, user_name, email, scopes, access_token,
       refresh_token, issued_at, access_expires_at, refresh_expires_at, data_access_expires_at, version, lease_owner,
       lease_until, health, health_reason, fail_count, retry_at, refreshed_at, inspected_at, look_at)
     ${numberedRows(users)} select 'crd_crowd_' || i, ${workspace}, 'social', 'person_' || i, 'Somebody', '', '', '', '', ${now},
       null, null, null, 1, '', 0, 'active', '', 0, 0, ${now}, ${now},
       ${now} + ${dayMs} + i % ${6 * dayMs} from n`,
    `insert into connections (workspace_id, user_id, platform, id, credential_id, selection, page_token, created_at,
       updated_at)
     ${numberedRows(users)} select ${workspace}, ${userExpression}, 'social', 'con_crowd_' || i, 'crd_crowd_' || i, '{}', '', ${now}, ${now}
       from n`,
    `insert into operations (id, workspace_id, user_id, key_id, request_id, name, idempotency_key, fingerprint,
       request, plan, pin, marker, target, state, reason, owner, fence, lease_until, attempts, next_run_at, deadline_at,
       status, results, created_at, updated_at)
     ${numberedRows(writes)} select 'op_crowd_' || i, ${workspace}, ${userExpression}, 'key_crowd_0', 'req_' || i, 'social/edit_campaign',
       case when i % 2 = 0 then 'idem_' || i end, 'print_' || i,
       '{"campaignId":"120210000000000011","amount":20.5,"budgetType":"DAILY"}', '{"steps":[]}', '{}', 'marker_' || i,
       '120210000000000011', case when i % 20 = 0 then 'FAILED' else 'SUCCEEDED' end, '', '', 1, 0, 0, ${now} - i, ${now},
       200, '{"success":true,"error":""}', ${now} - i - case when i < ${oldWrites} then ${40 * dayMs} else 0 end, ${now} from n`,
    `insert into operation_steps (operation_id, number, name, state, fence, outcome, note, intent_at, settled_at)
     ${numberedRows(writes)} select 'op_crowd_' || i, 1, 'set', 'DONE', 1, '{}', '', ${now}, ${now} from n`,
    `insert into audit_entries (workspace_id, number, at, event, actor, request_id, operation_id, user_id, subject,
       before, after, hash)
     ${numberedRows(auditEntries)} select ${workspace}, i + 1, ${now}, 'campaign.edited', 'key_crowd_0', 'req_' || i, 'op_crowd_' || i,
       ${userExpression}, '', '', '{}', 'hash' from n`,
    `insert into events (workspace_id, seq, id, type, user_id, occurred_at, data)
     ${numberedRows(writes)} select ${workspace}, i + 1, 'evt_crowd_' || i, 'operation.succeeded', ${userExpression}, ${now},
       '{"operationId":"op_crowd"}' from n`,
    `insert into audit_heads (workspace_id, number, hash, event_seq) values (${workspace}, ${auditEntries}, 'hash', ${writes})`,
    `insert into webhook_endpoints (id, workspace_id, url, types, description, secrets, status, reason, position,
       again_until, lease_owner, lease_until, created_at)
     values ('whe_crowd', ${workspace}, 'https://hooks.example/', '', '', '', 'enabled', '', ${writes}, 0, '', 0, ${now})`,
    `insert into webhook_deliveries (endpoint_id, seq, workspace_id, event_id, type, state, attempts, next_at,
       attempted_at, status, problem, created_at)
     ${numberedRows(writes)} select 'whe_crowd', i + 1, ${workspace}, 'evt_crowd_' || i, 'operation.succeeded', 'delivered', 1, ${now},
       ${now}, 204, '', ${now} from n`,
    `insert into spend_limits (workspace_id, subject, limits, changed_at)
     ${numberedRows(users)} select ${workspace}, 'user/' || ${userExpression}, '{"currencies":[]}', ${now} from n`,
    `insert into freezes (workspace_id, subject, reason, frozen_by, frozen_at)
     ${numberedRows(users)} select ${workspace}, 'user/' || ${userExpression}, '', 'admin', ${now} from n`,
    `insert into raises (operation_id, workspace_id, key_id, user_id, platform, account_id, campaign_id, from_micros,
       day_micros, runs, is_creation, reserved_at, settled_at)
     ${numberedRows(writes)} select 'op_crowd_' || i, ${workspace}, 'key_crowd_0', ${userExpression}, 'social', 'account_' || i, '', '1', '2', 1,
       i % 2, ${now} - i * 1000, ${now} from n`,
    `insert into lead_sources (id, workspace_id, user_id, platform, subject, hook_token, hook_key, told, look_at,
       read_at, read_until, problem, lease_owner, lease_until, ended_at)
     ${numberedRows(users)} select 'lds_crowd_' || i, ${workspace}, ${userExpression}, 'social', 'page_' || i, 'hook_' || i, '', 1,
       ${now} + i, ${now}, ${now}, '', '', 0, null from n`,
    `insert into leads (id, source_id, workspace_id, user_id, platform, upstream_id, seq, account_id, form_id,
       campaign_id, ad_group_id, ad_id, is_test, submitted_at, received_at, content, erase_at, forget_at)
     ${numberedRows(writes)} select 'led_crowd_' || i, 'lds_crowd_' || (i % ${users}), ${workspace}, ${userExpression}, 'social', 'up_' || i,
       i + 1, 'page', 'form_' || (i % 10), 'campaign_' || (i % 10), '', '', 0, ${now}, ${now}, '',
       ${now} + ${30 * dayMs} + i, ${now} + ${90 * dayMs} + i from n`,
    `insert into lead_positions (workspace_id, platform, subject, events_from)
     ${numberedRows(users)} select ${workspace}, 'social', 'page_' || i, ${now} from n`,
    `insert into received_leads (workspace_id, platform, subject, upstream_id, forget_at)
     ${numberedRows(writes)} select ${workspace}, 'social', 'page_' || (i % ${users}), 'up_' || i, ${now} + i from n`,
    `insert into mirrors (id, workspace_id, user_id, platform, account_id, account_name, currency_code, time_zone, look_at,
       read_at, figures_at, figures_since, open_days, account_level, campaign_level, problem, ended_at)
     ${numberedRows(users)} select 'mir_crowd_' || i, ${workspace}, ${userExpression}, 'social', 'account_' || i, '', 'EUR', 'UTC', ${now} + i,
       ${now}, ${now}, '2026-01-01', 28, 'account', 'campaign', '', null from n`,
    `insert into mirror_campaigns (mirror_id, campaign_id, workspace_id, user_id, platform, name, sort_name, status,
       effective_status, issues, daily_budget, lifetime_budget, recent, gone_at)
     ${numberedRows(writes)} select 'mir_crowd_' || (i % ${users}), 'campaign_' || i, ${workspace}, ${userExpression}, 'social', 'Campaign', 'campaign ' || i,
       'ACTIVE', 'ACTIVE', '[]', '', '', '', null from n`,
    `insert into mirror_days (mirror_id, day, campaign_id, impressions, clicks, spend, conversions, conversions_value,
       leads, video_views, attribution)
     ${numberedRows(writes)} select 'mir_crowd_' || (i % ${users}), '2026-01-01', 'campaign_' || i, 1, 1, '1', '0', '0', '0', null,
       '' from n`,
    `insert into key_allowances (key_id, version, requests, counted_at, slices)
     ${numberedRows(keys)} select 'key_crowd_' || i, 1, 100, ${now}, '{}' from n`,
    `insert into lookups (name_hash, answer, asked_by, keep_until)
     ${numberedRows(keys)} select 'lookup_' || i, '[]', '', ${now} + i from n`,
    `insert into erasures (workspace_id, user_id, deleted_at)
     ${numberedRows(100)} select ${workspace}, 'usr_gone_' || i, ${now} from n`,
  ]
}
