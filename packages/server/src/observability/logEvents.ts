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
    action: 'If many come from one address, block the address in front of adrail.',
  },
  'clock.agrees': {
    msg: 'clock.agrees',
    meaning: 'A clock that differed is correct again.',
    action: noAction,
  },
  'clock.measurement_failed': {
    msg: 'clock.measurement_failed',
    meaning: "adrail could not read the database's clock. The last measurement stays valid.",
    action: 'If the problem persists, check the database.',
  },
  'clock.skewed': {
    msg: 'clock.skewed',
    meaning:
      "The machine's clock differs from another clock by more than 30 seconds. If the other clock is the database's, the process is not ready.",
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
    meaning: 'adrail could not check for lost writes, and retries within seconds.',
    action: 'If the problem persists, check the database.',
  },
  'database.writes_forgotten': {
    msg: 'database.writes_forgotten',
    meaning:
      'These writes are missing from the database, but the objects that they created exist on the platforms.',
    action: 'Check the objects on the platforms.',
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
    action: 'For a new link, restart adrail. If no one on your team tried to sign in, check `address`.',
  },
  'demo.exposed': {
    msg: 'demo.exposed',
    meaning: 'Other machines can reach the demo.',
    action: 'Set `HOST` to a loopback address, or configure platforms.',
  },
  'demo.link_check_failed': {
    msg: 'a demo link cannot be looked at',
    meaning: "The health of a demo user's link is unknown.",
    action: noAction,
  },
  'events.prune_failed': {
    msg: 'events could not be pruned',
    meaning: 'adrail could not delete old events, and retries.',
    action: 'If the problem persists, check the database.',
  },
  'http.request': {
    msg: 'request',
    meaning: 'adrail returned a response. For an error, `code` contains the error code.',
    action: noAction,
  },
  'http.request.failed': {
    msg: 'request failed',
    meaning: 'A request failed with an unexpected error. The caller received 500 `INTERNAL`.',
    action: 'Report the error with `requestId`. Other requests are not affected.',
  },
  'journal.approval.resume_failed': {
    msg: 'an approved write was left to the runner',
    meaning: 'An approved write could not start at once. A runner starts it within seconds.',
    action: noAction,
  },
  'journal.batch.campaign_failed': {
    msg: 'a campaign of a write about many could not be changed',
    meaning: 'adrail could not change one campaign of a write to many campaigns, and retries the change.',
    action: 'If the error recurs, report it with `operationId`.',
  },
  'journal.batch.interrupted': {
    msg: 'a write about many campaigns was left',
    meaning: 'An error stopped a write to many campaigns. A runner resumes the write when its lease expires.',
    action: 'If the error recurs, report it with `operationId`.',
  },
  'journal.late_check.failed': {
    msg: 'journal.late_check.failed',
    meaning:
      'adrail could not check whether a resent creation produced a duplicate. adrail retries within the hour.',
    action: noAction,
  },
  'journal.late_check.not_removed': {
    msg: 'journal.late_check.not_removed',
    meaning: 'adrail could not delete the duplicate of a creation from the platform.',
    action: 'Delete the object with the id `upstreamId`, or leave the object paused.',
  },
  'journal.runner.poll_failed': {
    msg: 'the runner could not look',
    meaning: 'The runner could not read due writes from the database. The runner retries every two seconds.',
    action: 'If the problem persists, check the database.',
  },
  'journal.spend.refusal_event_failed': {
    msg: 'a refused raise could not be told',
    meaning: 'adrail refused a write, but could not store the event `guard.refused`.',
    action: 'Check the database.',
  },
  'journal.spend.refused': {
    msg: 'a write that raises spend was refused',
    meaning: 'adrail refused a write because of a spend limit or a freeze.',
    action: 'Expected occasionally. If many occur, check the purpose of the key.',
  },
  'journal.step.reconcile_failed': {
    msg: 'a step could not be looked for',
    meaning: 'adrail could not check on the platform whether a step took effect. adrail retries.',
    action: 'If the problem persists, check the platform with `npm run admin -- doctor`.',
  },
  'journal.write.interrupted': {
    msg: 'a write was left',
    meaning: 'An error interrupted a write. A runner resumes the write when its lease expires.',
    action: 'If the error recurs, report it with `operationId`.',
  },
  'journal.write.left_open': {
    msg: 'a write stays open',
    meaning: 'The platform or the account is not available. A runner resumes the write later.',
    action: 'None, unless `adrail_journal_entries` with `state="open"` continues to grow.',
  },
  'journal.write.needs_attention': {
    msg: 'a write needs attention',
    meaning: 'The outcome of a write remains unknown, so a person must resolve the write.',
    action: 'Check the object on the platform, then call `operation/settle_operation`.',
  },
  'journal.write.release_failed': {
    msg: 'an unsent write is left to the runner',
    meaning: 'adrail could not delete a write that sent nothing. A runner finishes the write.',
    action: noAction,
  },
  'journal.write.resume_failed': {
    msg: 'a write could not be settled',
    meaning: 'An error stopped the resumption of a write. A runner retries.',
    action: 'If the error recurs, report it with `operationId`.',
  },
  'journal.write.store_failed': {
    msg: 'the journal cannot be written',
    meaning: 'adrail could not store a result, and retries until the database is available.',
    action: 'Check the database.',
  },
  'images.delete_failed': {
    msg: 'images.delete_failed',
    meaning: 'Expired images could not be deleted. adrail retries within the hour.',
    action: 'Check the database.',
  },
  'leads.connection_failed': {
    msg: 'leads of a connection could not be read',
    meaning: "An unexpected error stopped the read of a connection's leads. adrail retries.",
    action: 'If the error recurs, report it.',
  },
  'leads.erase_failed': {
    msg: 'leads could not be erased',
    meaning: 'adrail could not erase leads after their retention period, and retries every minute.',
    action:
      'If the problem persists, check the database, because adrail keeps personal data longer than its retention period.',
  },
  'leads.poll_failed': {
    msg: 'leads could not be read',
    meaning: 'Reading the leads of all connections failed. adrail retries.',
    action: 'If the problem persists, check the database.',
  },
  'leads.read': {
    msg: 'leads read',
    meaning: 'adrail stored new leads.',
    action: noAction,
  },
  'leads.schedule_failed': {
    msg: 'created leads could not be made due',
    meaning: 'adrail lists a created test lead only after the next regular read.',
    action: noAction,
  },
  'leads.subscribe_failed': {
    msg: 'a platform does not tell of leads',
    meaning:
      'The platform refused to send lead notices. adrail polls leads instead, with a delay of some minutes.',
    action: "Check the app's webhook permission if leads must arrive in seconds.",
  },
  'linking.app_refused': {
    msg: 'the platform refuses this app',
    meaning: "The platform refuses the app's own credentials, so no token can be refreshed.",
    action: 'Check app id and secret, and the state of the app on the platform.',
  },
  'linking.app_removed': {
    msg: 'app removed at the platform',
    meaning: 'A person removed the app on the platform. Their connections need a new link.',
    action: noAction,
  },
  'linking.callback_refused': {
    msg: 'callback refused',
    meaning: 'A consent callback had no valid state, for example because the user opened the callback twice.',
    action: 'If this is frequent, check the redirect URLs.',
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
    action: 'Create a link with `auth/create_link` and send the link to the user.',
  },
  'linking.credential_expiring': {
    msg: 'a credential ends soon',
    meaning: 'A credential that cannot be refreshed expires in `days` days.',
    action: 'Ask the user for a new link.',
  },
  'linking.credential_upkeep_failed': {
    msg: 'upkeep of a credential failed',
    meaning: 'The maintenance of one credential failed. adrail retries.',
    action: 'If the problem persists, check the platform with `npm run admin -- doctor`.',
  },
  'linking.deletion_requested': {
    msg: 'deletion requested at the platform',
    meaning: 'A person requested the deletion of their data on the platform. adrail deletes the data.',
    action: noAction,
  },
  'linking.failed': {
    msg: 'link failed',
    meaning: 'A link failed. `problem` contains the cause that the connect page shows.',
    action: "`app_misconfigured`: correct the app's settings. Otherwise none.",
  },
  'linking.listing_incomplete': {
    msg: 'link with gaps',
    meaning: 'The platform listed only a part of the accounts or pages of a person.',
    action: 'None. The person can retry the link.',
  },
  'linking.pictures_failed': {
    msg: 'pictures stay as they were',
    meaning: 'adrail could not read the profile pictures of a connection, and keeps the previous pictures.',
    action: noAction,
  },
  'linking.refresh_failed': {
    msg: 'a token could not be refreshed',
    meaning: 'An unexpected error stopped the refresh of a token. adrail retries.',
    action: 'If the error recurs, report it with `credentialId`.',
  },
  'linking.refresh_overtaken': {
    msg: 'lease overrun: newer tokens were there already',
    meaning: 'Another process stored newer tokens first. adrail uses these tokens.',
    action: noAction,
  },
  'linking.revoke_failed': {
    msg: 'revoking failed',
    meaning:
      'adrail deleted a token of a removed connection, but could not revoke the token on the platform.',
    action: noAction,
  },
  'linking.upkeep_failed': {
    msg: 'upkeep failed',
    meaning: 'A run of token maintenance failed. The next run starts within a minute.',
    action: 'If the problem persists, check the database.',
  },
  'mirror.account_failed': {
    msg: 'an account could not be looked at',
    meaning: 'An unexpected error stopped the read of an ad account. adrail retries.',
    action: 'If the error recurs, report it.',
  },
  'mirror.poll_failed': {
    msg: 'accounts could not be looked at',
    meaning: 'Reading the campaigns of all ad accounts failed. adrail retries.',
    action: 'If the problem persists, check the database.',
  },
  'mirror.schedule_failed': {
    msg: 'changes could not be passed on',
    meaning: 'The list of campaigns shows a change only after the next regular read.',
    action: noAction,
  },
  'platform.version_expiring': {
    msg: 'version of a platform',
    meaning: "The version of a platform's API that adrail calls is deprecated or expires soon.",
    action: 'Upgrade adrail, or set a newer version.',
  },
  'process.shutting_down': {
    msg: 'shutting down',
    meaning:
      'The process received a signal to stop. The process first finishes requests and writes in progress.',
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
    meaning: 'An environment variable has the prefix of the settings, but its name is unknown.',
    action: 'Correct the name.',
  },
  'webhooks.endpoint_interrupted': {
    msg: 'an endpoint was left',
    meaning: 'An error stopped the deliveries to an endpoint. The next run resumes them.',
    action: 'If the error recurs, report it with `endpointId`.',
  },
  'webhooks.poll_failed': {
    msg: 'the dispatcher could not look',
    meaning: 'adrail could not read due deliveries from the database, and retries every second.',
    action: 'If the problem persists, check the database.',
  },
} as const satisfies Readonly<Record<string, LogEventDescription>>

export type LogEvent = keyof typeof logEvents
