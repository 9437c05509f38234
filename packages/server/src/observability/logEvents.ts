// The catalog of log events by name, with the meaning of each and the operator's action. `docs/logs.md` lists
// them.

export interface LogEventDescription {
  /** The text of earlier releases. The field `msg` keeps this text for one release. */
  readonly msg: string
  readonly meaning: string
  readonly action: string
}

const noAction = 'None.'

export const logEvents = {
  'auth.refused': {
    msg: 'auth.refused',
    meaning: 'Requests without a valid key, counted per address and minute.',
    action: 'Many from one address: block it before adrail.',
  },
  'clock.agrees': {
    msg: 'clock.agrees',
    meaning: 'A clock that differed agrees again.',
    action: noAction,
  },
  'clock.measurement_failed': {
    msg: 'clock.measurement_failed',
    meaning: "The database's clock could not be read. The last measurement holds.",
    action: 'If it lasts, check the database.',
  },
  'clock.skewed': {
    msg: 'clock.skewed',
    meaning:
      "The machine's clock differs from the named one by more than 30 seconds. Against the database, the process is not ready.",
    action: 'Synchronize both clocks with NTP.',
  },
  'clock.stepped': {
    msg: 'clock.stepped',
    meaning: "The machine's clock was set while the process ran.",
    action: "Restart the process to adopt the machine's time.",
  },
  'console.unbuilt': {
    msg: 'console.unbuilt',
    meaning: 'The console is not built, so `/console/` returns 503.',
    action: 'Run `npm run build:console` before the start.',
  },
  'database.check_failed': {
    msg: 'database.check_failed',
    meaning: 'The check for lost writes could not run. It runs again within seconds.',
    action: 'If it lasts, check the database.',
  },
  'database.writes_forgotten': {
    msg: 'database.writes_forgotten',
    meaning: 'The named writes are missing in the database, but their objects exist at the platforms.',
    action: 'Compare the named objects with the platforms.',
  },
  'database.writes_lost': {
    msg: 'database.writes_lost',
    meaning: 'The database lost acknowledged writes, for example in a failover.',
    action: 'Follow "Replication and failover" in docs/deploying.md.',
  },
  'demo.access_granted': {
    msg: 'demo.access_granted',
    meaning: "Someone signed in with the demo's one-time link.",
    action: 'Check `address` if the machine has several users.',
  },
  'demo.access_refused': {
    msg: 'demo.access_refused',
    meaning:
      "A sign-in with the demo's one-time link was refused: the link was wrong, used before, or opened by another site.",
    action: 'For a new link, restart adrail. If no one of yours tried, check `address`.',
  },
  'demo.exposed': {
    msg: 'demo.exposed',
    meaning: 'The demo listens beyond this machine.',
    action: 'Set `HOST` to a loopback address, or configure platforms.',
  },
  'demo.link_check_failed': {
    msg: 'a demo link cannot be looked at',
    meaning: "The health of a demo user's link is unknown.",
    action: noAction,
  },
  'events.prune_failed': {
    msg: 'events could not be pruned',
    meaning: 'Old events could not be deleted. adrail retries.',
    action: 'If it lasts, check the database.',
  },
  'http.request': {
    msg: 'request',
    meaning: 'adrail returned a response. `code` has the error code.',
    action: noAction,
  },
  'http.request.failed': {
    msg: 'request failed',
    meaning: 'A request failed for a reason that adrail does not know. The caller got 500 `INTERNAL`.',
    action: 'Report the error with `requestId`. Other requests are not affected.',
  },
  'journal.approval.resume_failed': {
    msg: 'an approved write was left to the runner',
    meaning: 'An approved write could not start at once. A runner starts it within seconds.',
    action: noAction,
  },
  'journal.batch.campaign_failed': {
    msg: 'a campaign of a write about many could not be changed',
    meaning: 'One campaign of a write over many could not be changed. adrail retries it.',
    action: 'Report the error with `operationId` if it repeats.',
  },
  'journal.batch.interrupted': {
    msg: 'a write about many campaigns was left',
    meaning: 'An error stopped a write over many campaigns. A runner resumes it when its lease expires.',
    action: 'Report the error with `operationId` if it repeats.',
  },
  'journal.late_check.failed': {
    msg: 'journal.late_check.failed',
    meaning: 'A check for late copies of a resent creation failed. adrail repeats it within the hour.',
    action: noAction,
  },
  'journal.late_check.not_removed': {
    msg: 'journal.late_check.not_removed',
    meaning: 'A late copy of a creation could not be removed from the platform.',
    action: 'Remove the object that `upstreamId` names, or leave it paused.',
  },
  'journal.runner.poll_failed': {
    msg: 'the runner could not look',
    meaning: 'The runner could not read due writes from the database. It retries every two seconds.',
    action: 'If it lasts, check the database.',
  },
  'journal.spend.refusal_event_failed': {
    msg: 'a refused raise could not be told',
    meaning: 'The event `guard.refused` could not be stored. The write was refused all the same.',
    action: 'Check the database.',
  },
  'journal.spend.refused': {
    msg: 'a write that raises spend was refused',
    meaning: 'A limit or a block on spend increases refused a write.',
    action: 'Expected now and then. Many in a row: check what the key is used for.',
  },
  'journal.step.reconcile_failed': {
    msg: 'a step could not be looked for',
    meaning: 'The platform could not be asked whether a step took effect. adrail asks again later.',
    action: 'If it lasts, check the platform with the doctor.',
  },
  'journal.write.interrupted': {
    msg: 'a write was left',
    meaning: 'An error stopped a write before its end. A runner resumes the write when its lease expires.',
    action: 'Report the error with `operationId` if it repeats.',
  },
  'journal.write.left_open': {
    msg: 'a write stays open',
    meaning: 'The platform or the account is not available. A runner resumes the write later.',
    action: 'None, unless `adrail_journal_entries` with `state="open"` keeps growing.',
  },
  'journal.write.needs_attention': {
    msg: 'a write needs attention',
    meaning: 'The outcome of a write stays unknown, so only a person can decide.',
    action: 'Check the object at the platform, then call `operation/settle_operation`.',
  },
  'journal.write.release_failed': {
    msg: 'an unsent write is left to the runner',
    meaning: 'A write that sent nothing could not be deleted. A runner ends it.',
    action: noAction,
  },
  'journal.write.resume_failed': {
    msg: 'a write could not be settled',
    meaning: 'An error stopped the resumption of a write. A runner retries.',
    action: 'Report the error with `operationId` if it repeats.',
  },
  'journal.write.store_failed': {
    msg: 'the journal cannot be written',
    meaning: 'A result could not be stored. adrail retries until the database is back.',
    action: 'Check the database.',
  },
  'leads.connection_failed': {
    msg: 'leads of a connection could not be read',
    meaning: "An unexpected error stopped the reading of a connection's leads. adrail retries.",
    action: 'Report the error if it repeats.',
  },
  'leads.erase_failed': {
    msg: 'leads could not be erased',
    meaning: 'Leads beyond their retention could not be erased. adrail retries every minute.',
    action: 'If it lasts, check the database: personal data stays longer than promised.',
  },
  'leads.poll_failed': {
    msg: 'leads could not be read',
    meaning: 'A round of reading leads failed. adrail retries.',
    action: 'If it lasts, check the database.',
  },
  'leads.read': {
    msg: 'leads read',
    meaning: 'adrail stored new leads.',
    action: noAction,
  },
  'leads.schedule_failed': {
    msg: 'created leads could not be made due',
    meaning: 'A created test lead arrives only with the next regular reading.',
    action: noAction,
  },
  'leads.subscribe_failed': {
    msg: 'a platform does not tell of leads',
    meaning: 'The platform refused to push leads. adrail polls them instead, some minutes later.',
    action: "Check the app's webhook permission if leads must arrive in seconds.",
  },
  'linking.app_refused': {
    msg: 'the platform refuses this app',
    meaning: "The platform refuses the app's own credentials, so no token can be refreshed.",
    action: 'Check app id and secret, and the state of the app at the platform.',
  },
  'linking.app_removed': {
    msg: 'app removed at the platform',
    meaning: 'A person removed the app at the platform. The connections need a new link.',
    action: noAction,
  },
  'linking.callback_refused': {
    msg: 'callback refused',
    meaning: 'A consent callback had no valid state, for example because it was opened twice.',
    action: 'None, unless it is frequent: then check the redirect addresses.',
  },
  'linking.clock_jump_failed': {
    msg: 'what a turned clock changes was not looked at',
    meaning:
      "After a jump of the sandbox's clock, the health of connections was not updated. adrail retries.",
    action: noAction,
  },
  'linking.consent_required': {
    msg: 'a connection needs a new consent: make a link with auth/create_link',
    meaning: "The user's permission expired or was revoked.",
    action: 'Create a link with `auth/create_link` and send it to the user.',
  },
  'linking.credential_expiring': {
    msg: 'a credential ends soon',
    meaning: 'A credential that cannot be refreshed expires in `days` days.',
    action: 'Ask the user for a new link.',
  },
  'linking.credential_upkeep_failed': {
    msg: 'upkeep of a credential failed',
    meaning: 'The upkeep of one credential failed. adrail retries.',
    action: 'If it lasts, check the platform with the doctor.',
  },
  'linking.deletion_requested': {
    msg: 'deletion requested at the platform',
    meaning: 'A person requested the deletion of their data at the platform. adrail deletes it.',
    action: noAction,
  },
  'linking.failed': {
    msg: 'link failed',
    meaning: 'A link failed. `problem` names the cause, as the connect page shows it.',
    action: "`app_misconfigured`: correct the app's settings. Otherwise none.",
  },
  'linking.listing_incomplete': {
    msg: 'link with gaps',
    meaning: 'The platform listed only a part of the accounts or pages of a person.',
    action: 'None. The person can retry the link.',
  },
  'linking.pictures_failed': {
    msg: 'pictures stay as they were',
    meaning: 'Pictures of a connection could not be read. The earlier ones stay.',
    action: noAction,
  },
  'linking.refresh_failed': {
    msg: 'a token could not be refreshed',
    meaning: 'An unexpected error stopped the refresh of a token. adrail retries.',
    action: 'Report the error with `credentialId` if it repeats.',
  },
  'linking.refresh_overtaken': {
    msg: 'lease overrun: newer tokens were there already',
    meaning: 'Another process stored newer tokens first. adrail uses those.',
    action: noAction,
  },
  'linking.revoke_failed': {
    msg: 'revoking failed',
    meaning:
      'A token of a removed connection could not be revoked at the platform. adrail deleted the token.',
    action: noAction,
  },
  'linking.upkeep_failed': {
    msg: 'upkeep failed',
    meaning: 'A round of token upkeep failed. The next one starts within a minute.',
    action: 'If it lasts, check the database.',
  },
  'mirror.account_failed': {
    msg: 'an account could not be looked at',
    meaning: 'An unexpected error stopped the reading of an ad account. adrail retries.',
    action: 'Report the error if it repeats.',
  },
  'mirror.poll_failed': {
    msg: 'accounts could not be looked at',
    meaning: 'A round of reading campaigns failed. adrail retries.',
    action: 'If it lasts, check the database.',
  },
  'mirror.schedule_failed': {
    msg: 'changes could not be passed on',
    meaning: 'A change of a campaign appears only with the next regular reading.',
    action: noAction,
  },
  'platform.version_expiring': {
    msg: 'version of a platform',
    meaning: "The version of a platform's API that adrail calls is deprecated or expires soon.",
    action: 'Upgrade adrail, or set a newer version.',
  },
  'process.shutting_down': {
    msg: 'shutting down',
    meaning: 'The process was told to stop. It ends requests and writes in progress first.',
    action: noAction,
  },
  'session.ended': {
    msg: 'session.ended',
    meaning: 'Someone signed out.',
    action: noAction,
  },
  'session.started': {
    msg: 'session.started',
    meaning: 'Someone signed in to the console or an approval page.',
    action: noAction,
  },
  'settings.unknown': {
    msg: 'settings.unknown',
    meaning: 'An environment variable looks like a setting but has no known name.',
    action: 'Correct the name.',
  },
  'webhooks.endpoint_interrupted': {
    msg: 'an endpoint was left',
    meaning: 'An error stopped the deliveries to an endpoint. Another round resumes them.',
    action: 'Report the error with `endpointId` if it repeats.',
  },
  'webhooks.poll_failed': {
    msg: 'the dispatcher could not look',
    meaning: 'Due deliveries could not be read from the database. adrail retries every second.',
    action: 'If it lasts, check the database.',
  },
} as const satisfies Readonly<Record<string, LogEventDescription>>

export type LogEvent = keyof typeof logEvents
