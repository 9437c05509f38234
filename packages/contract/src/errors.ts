// The single table of errors. Code throws errors by code. Status, owner, retryability and public message come
// from this table.

export interface ErrorDefinition {
  readonly status: number
  /** Who has to act: the caller, the service because of its own defect or limit, or the platform. */
  readonly owner: 'caller' | 'service' | 'platform'
  /** Whether the same request may succeed later unchanged. */
  readonly retryable: boolean
  /** The message for people. The code that throws the error fills in the words in braces. */
  readonly text: string
  /** When the error occurs and what to do, for the error reference. */
  readonly meaning: string
}

export const errors = {
  // 400: the request itself is invalid.
  MALFORMED_REQUEST: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The request is malformed: it is not well-formed HTTP, or not a message that this address accepts.',
    meaning:
      'The bytes received are not an HTTP request that can be read, so check the client or the proxy in between. Or a platform’s message has a wrong signature or key, or is older than 48 hours. Nothing changed.',
  },
  INVALID_JSON: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The body is not valid JSON: {problem}',
    meaning:
      'The body is empty, not JSON, not UTF-8, not an object, nested too deeply, holds too many values, or names a member twice in one object. Send one JSON object.',
  },
  UNKNOWN_FIELD: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The body has a member that the operation does not declare, often a misspelt one. Nothing was done. `field` names the first one; `details` lists them all, and after them whatever else is wrong.',
  },
  INVALID_FIELD: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'A member of the body is missing, has the wrong type, or breaks a rule. `field` names the first one, `details` lists them all.',
  },
  INVALID_CURSOR: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'pagination is not valid for this request. Send a value from results.pagination of the same operation and user, or leave it out for the first page.',
    meaning:
      'The `pagination` value was changed, is too old, or belongs to another operation, user or workspace. Start again from the first page.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The Idempotency-Key header must be 1 to 255 printable ASCII characters without blanks.',
    meaning:
      'The header is empty, too long, or holds characters that are not allowed. A random UUID is a good key.',
  },

  // 401 and 403: the API key.
  UNAUTHENTICATED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    text: 'The x-api-key header is missing, or its key is unknown, expired or revoked.',
    meaning: 'Send a valid API key in the `x-api-key` header. Keys are made with the admin command line.',
  },
  FORBIDDEN: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'This API key lacks the scope "{scope}", which {operation} needs.',
    meaning: 'The key is valid but may not do this. Use a key with the scope, or make one.',
  },
  BEYOND_OWN_KEY: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'An API key cannot grant more than it has. {problem}',
    meaning:
      'The new key would live longer than the calling key, or would have none of its limits. Or the calling key would loosen its own limits. Use a key that has what the new one is to have, or the admin command line.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The console needs the API key of this session again before this action. Nothing changed.',
    meaning:
      'Only in the console: creating, rotating and revoking keys, signing out a browser under *Sessions*, allowing spend again and showing secrets need the key of the session, entered within the last five minutes. Callers with an API key never get this code.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'Pages of other sites may not call this address.',
    meaning:
      'The `Origin` header of a request to `/mcp` names another site than `PUBLIC_URL`; programs that are no browsers send none. Or a request to the console did not come from its own page.',
  },
  OPERATOR_SETTING: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: "Only the operator's command line can allow spend increases again. Nothing changed. Ask the operator to run `spending thaw`.",
    meaning:
      'The operator of this deployment blocked spend increases on the admin command line. A workspace can add limits and freezes of its own, but cannot change those of the operator.',
  },
  SPEND_LIMIT_EXCEEDED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The write would let more be spent than a limit of the workspace, of the API key or of the user allows, or more than can be known now. Nothing was changed. The sentence names the limit, what was asked for and what is left; a key with the scope `admin` can change the limits of the workspace with `workspace/update_settings`, and only the operator those of the operator.',
  },
  SPEND_FROZEN: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'Spend increases are blocked {where}, since {since}, by {by}{because} Pausing and lowering are still possible. {ends} allows them again.',
    meaning:
      'Someone blocked every write that raises spend (`freeze`). Campaigns that run continue; `campaign/pause_campaigns` pauses them. Nothing was changed, or what the write had created was removed. Ask who blocked it. A key with the scope `admin` allows spend increases again with `workspace/update_settings`. Only the operator lifts a block by `admin`.',
  },

  APPROVAL_REJECTED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'Somebody who was asked to approve this write decided against it. {problem}',
    meaning:
      'A rule of the workspace made the write wait for approval, and a person rejected it. Nothing was changed. The answer stays under its `Idempotency-Key`; ask the person before sending the request with another one.',
  },
  APPROVER_IS_REQUESTER: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The API key that asked for a write cannot approve it. Decide with another key that has the scope "approve".',
    meaning:
      'Two keys see every write that waits for approval: the one that asked, and the one that decides. A key and its successors count as one.',
  },
  APPROVER_CREATED_BY_REQUESTER: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The API key that requested this write created or rotated the deciding key, directly or through other keys. Approve with a key from the admin command line.',
    meaning:
      'A key cannot approve its own writes through a key that it created or rotated. Keys that other keys created count as well. Nothing was decided. Use an approver key that another key created, or create one on the admin command line.',
  },

  // 404 and 405: the addressed resource.
  UNKNOWN_OPERATION: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no operation at this path. Operations are POST /<group>/<operation>; /docs lists them.',
    meaning: 'The path is not an operation. Compare it with the operation reference.',
  },
  USER_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such user. Users are made with user/create_user.',
    meaning:
      'The `userId` (or `externalId`) names no user of this workspace. A user of another workspace is answered in exactly the same way.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such link. Links are made with auth/create_link.',
    meaning: 'The `linkId` names no link of this workspace.',
  },
  OPERATION_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such operation record.',
    meaning: 'The `operationId` names no write of this workspace, or its record has passed its retention.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such API key. workspace/list_keys tells which there are.',
    meaning: 'The `keyId` names no API key of this workspace.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'No such session is signed in. List the sessions with workspace/list_sessions.',
    meaning: 'The `sessionId` names no session of this workspace, or the session has ended.',
  },
  ENDPOINT_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such endpoint. Endpoints are made with webhook/create_endpoint.',
    meaning: 'The `endpointId` names no endpoint of this workspace.',
  },
  LEAD_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such lead of this user, or it is not kept any more.',
    meaning:
      'The `leadId` names no lead of this user: it was never there, has passed its retention, or went with its connection.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'There is no such event, or it is not kept any more.',
    meaning: 'The `eventId` names no event of this workspace, or the event has passed its retention.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    owner: 'caller',
    retryable: false,
    text: 'This path takes {allowed} only.',
    meaning: 'Operations are called with POST. The `Allow` header names the methods the path takes.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    owner: 'caller',
    retryable: true,
    text: 'The request did not arrive in time.',
    meaning: 'Headers or body came too slowly. Send the request again.',
  },

  // 409: the state of adrail does not allow the request now.
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: 'A request with this Idempotency-Key is still being carried out.',
    meaning: 'Wait as long as `Retry-After` says and send the same request again to get its outcome.',
  },
  TARGET_BUSY: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: 'Another change of the same object is still being carried out.',
    meaning:
      'Changes of one object are applied one after another. Send the request again after `Retry-After`.',
  },
  ACCOUNT_NOT_LINKED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This user has no linked account on the {platform} platform. Make a link with auth/create_link and let the user open it.',
    meaning: 'The user has not linked an ad account on the platform that the operation needs.',
  },
  ACCOUNT_RELINK_REQUIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The {platform} account of this user must be linked again ({reason}). Make a link with auth/create_link and let the user open it.',
    meaning: 'The platform no longer accepts the stored permission (revoked, expired, password changed).',
  },
  KEY_ENDED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This API key has ended. Make a new one with workspace/create_key.',
    meaning: 'The key was revoked, or its time is over, so that it cannot have a successor.',
  },
  LAST_ADMIN_KEY: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This is the last API key of the workspace with the scope "admin". Make another one with workspace/create_key first.',
    meaning:
      'Without such a key nobody could manage the workspace over HTTP any more. Nothing was revoked. The admin command line can end any key.',
  },
  CANNOT_SETTLE: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The write has ended already, or the service is still finding out by itself. A person settles only what is in state `NEEDS_ATTENTION`.',
  },
  ENDPOINT_DISABLED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This endpoint is disabled. Switch it on with webhook/update_endpoint first.',
    meaning: 'Nothing is sent to a disabled endpoint, so nothing can be sent to it again.',
  },
  SECONDARY_ACCOUNT_MISSING: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'No photo account (SOCIAL_B) is linked for this user. Link again with auth/create_link and choose one.',
    meaning: 'The social connection of the user has a page but no photo account.',
  },
  ORGANIZATION_MISSING: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The linked professional-network ad account belongs to no organization, and ads there are posts of one. Link an account that does with auth/create_link.',
    meaning: 'The ad account belongs to a person or to nobody.',
  },
  VIDEO_NOT_READY: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: '{field} names a video that is not ready: {problem}',
    meaning:
      'A new video takes the platform some minutes. `social/get_video_info` tells how far it is. Nothing was written.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The terms of the {platform} platform for this are not accepted: {problem}',
    meaning:
      'Only a person can accept them, signed in at the platform. The text names the page. Nothing was written.',
  },
  CURSOR_EXPIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'Events after this cursor are not kept any more, so that reading on would skip them. Begin again without pagination, and look up whatever you may have missed.',
    meaning:
      'Events are kept for a while (`EVENTS_KEPT_DAYS`, 30 days unless the operator says otherwise), and the cursor is older; or the database was restored from a backup that is older than the cursor. Start again from the first page: it begins with the oldest event that is kept. What happened before is told by the state as it is now, such as user/list_users.',
  },
  PLAN_CHANGED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'What this request would do has changed since the plan with this planHash was made. {problem}',
    meaning:
      'The body or the state at the platform differs from those of the dry run, or an equal write has ended since: a plan is good for one write. Look at the new plan first.',
  },

  APPROVAL_REQUIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'Nothing was done yet: this waits until somebody approves it at {address} by {until}. {problem}',
    meaning:
      'A rule of the workspace (`workspace/update_settings`) wants a person to look first. Nothing was done yet; the plan is kept, and the `Idempotency-Key` is bound to it. `approvalUrl` is the page on which the person decides, `operationId` the record of the write. Send the same request with the same key again, or ask `operation/get_operation`, to hear what became of it.',
  },
  APPROVAL_EXPIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: '{problem} Nothing was done.',
    meaning:
      'Nobody decided within the time that the rule gives, or the user was unlinked or deleted while the write waited, or the API key that requested the write was revoked before its first step. The answer stays under its `Idempotency-Key`; send the request with another one if it is still wanted.',
  },
  APPROVAL_ENDED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This write does not wait for approval any more: {problem}',
    meaning:
      'Somebody else decided before, its time is over, or its user was unlinked or deleted. A decision is made once.',
  },
  APPROVAL_BLOCKED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This write cannot be carried out at present: {problem}',
    meaning:
      'The plan is made again when somebody approves, and limits are weighed again: the text says what stands in the way. The write still waits; approve it once that is mended, or reject it.',
  },

  UNDO_REFUSED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This write cannot be undone: {problem}',
    meaning:
      'Only a write that has ended can be undone, once, while everything is still as the write left it, and where the platform lets it be taken back. Nothing was changed.',
  },

  // 413, 414, 415, 417 and 431: the outer form of the request.
  BODY_TOO_LARGE: {
    status: 413,
    owner: 'caller',
    retryable: false,
    text: 'The body is larger than {limit} bytes.',
    meaning: 'Send a smaller body. The limit is set by `BODY_LIMIT_BYTES`.',
  },
  URL_TOO_LONG: {
    status: 414,
    owner: 'caller',
    retryable: false,
    text: 'The request URL is too long.',
    meaning: 'Operations take their input in the body; the URL has at most 2,048 bytes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    owner: 'caller',
    retryable: false,
    text: 'Send the body as application/json in UTF-8, without Content-Encoding.',
    meaning:
      'The `Content-Type` is missing or not JSON, names another character set, or the body is compressed.',
  },
  EXPECTATION_FAILED: {
    status: 417,
    owner: 'caller',
    retryable: false,
    text: 'The Expect header asks for something this service does not do.',
    meaning: 'Only `Expect: 100-continue` is understood.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    owner: 'caller',
    retryable: false,
    text: 'The request headers are too large.',
    meaning: 'Headers may have 16 kB in all.',
  },

  // 422: the request contradicts something stored or linked.
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'This Idempotency-Key was used before with another request. Use a new key for a new request.',
    meaning: 'A key stands for one request. The first request under it had another body, operation or user.',
  },
  REFERENCE_NOT_FOUND: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning: 'Something the request refers to is not in the linked account. Nothing was written.',
  },
  IMAGE_NOT_FETCHABLE: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: '{field} could not be fetched as an image for {platform} ads: {problem}. It must be a public https URL of a JPEG or PNG of at most 5 MB, {sizes}.',
    meaning:
      'The image URL cannot be reached, is not public, or does not hold an image the platform takes. `retryable` is true when its host did not respond in time.',
  },
  ENDPOINT_URL_NOT_ALLOWED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'url must be a public https address on port 443 whose name can be resolved. While no platform is live, adrail also accepts localhost: at any port in the demo workspace, elsewhere at the ports of WEBHOOK_LOCAL_PORTS.',
    meaning:
      'Events are sent to public addresses only, so that nobody can use the service to reach into its own network.',
  },
  ENDPOINT_LIMIT_REACHED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has {limit} endpoints, which is as many as it may have. Delete one first.',
    meaning: 'Delete endpoints that are not needed with webhook/delete_endpoint.',
  },
  REDIRECT_URI_NOT_ALLOWED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'redirectUri is not on the list of this workspace. Add it with the admin command line.',
    meaning: 'Users are sent only to addresses that the workspace registered, compared exactly.',
  },

  // 429: the caller sends requests too fast.
  RATE_LIMITED: {
    status: 429,
    owner: 'caller',
    retryable: true,
    text: 'Too many requests. Wait {seconds} s and send it again.',
    meaning:
      'The key (or, for wrong keys, the source address) exceeds its rate, or has too many requests in flight.',
  },

  // 5xx: no outcome, or a failure of the service.
  INTERNAL: {
    status: 500,
    owner: 'service',
    retryable: true,
    text: 'Something went wrong inside the service. The requestId helps to find it in the log.',
    meaning: 'A defect of the service. Report it with the `requestId`.',
  },
  UPSTREAM_BAD_RESPONSE: {
    status: 502,
    owner: 'platform',
    retryable: true,
    text: 'The {platform} platform sent an answer that cannot be understood.',
    meaning: 'The platform (or something in between) answered with something that is not its protocol.',
  },
  UPSTREAM_ERROR: {
    status: 502,
    owner: 'platform',
    retryable: true,
    text: 'The {platform} platform keeps failing.',
    meaning: 'The platform reported an internal failure more than once.',
  },
  OVERLOADED: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'The service is overloaded. Send the request again in a moment.',
    meaning: 'More work arrived than the process can do. Honour `Retry-After`.',
  },
  SHUTTING_DOWN: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'This process of the service is shutting down. Send the request again.',
    meaning: 'The process is being replaced; another one takes the request.',
  },
  CLOCK_SKEWED: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'The clock of this process is wrong: {problem}',
    meaning:
      'The clock of the machine differs from the clock of the database by more than 30 seconds. Only `/readyz` returns this. Synchronize both machines with NTP.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'The database cannot be reached. Send the request again in a moment.',
    meaning: 'Nothing was done. Honour `Retry-After`.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'The service cannot write to its storage.',
    meaning: 'The disk is full or read-only. Nothing was done.',
  },
  UPSTREAM_RATE_LIMITED: {
    status: 503,
    owner: 'platform',
    retryable: true,
    text: 'The {platform} platform asks us to slow down. Send the request again after {seconds} s.',
    meaning: 'A quota at the platform is used up, for the ad account or for the whole app.',
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    owner: 'platform',
    retryable: true,
    text: 'The {platform} platform cannot be reached at the moment.',
    meaning: 'Connections fail, or so many calls failed that the service stopped asking for a while.',
  },
  KEYWORD_IDEAS_NOT_CONFIGURED: {
    status: 503,
    owner: 'service',
    retryable: false,
    text: 'Keyword ideas are not configured on this service.',
    meaning:
      'The operator has to set the `SEARCH_SERVICE_*` variables, or to mend the account that they name.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    owner: 'platform',
    retryable: true,
    text: 'The {platform} platform did not answer in time.',
    meaning: 'A read took too long. Send the request again.',
  },
  OPERATION_PENDING: {
    status: 504,
    owner: 'platform',
    retryable: true,
    text: 'The platform has not confirmed the outcome yet. Do not create it again: repeat the request with the same Idempotency-Key, or ask operation/get_operation.',
    meaning: 'The outcome of a write is open and is being found out. `operationId` names its record.',
  },

  // 200 with `results.success: false`: the platform definitely refused the request.
  PLATFORM_REJECTED: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The {platform} platform refused the request: {problem}',
    meaning: 'A definite refusal. `field` names the member it concerns where the platform said so.',
  },
  PERMISSION_MISSING: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The linked {platform} account lacks a permission for this: {problem}',
    meaning: 'The person who linked the account may not do this there, or did not grant it.',
  },
  DUPLICATE_CAMPAIGN_NAME: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The ad account already has a campaign of this name. Choose another campaignName.',
    meaning: 'Campaign names are unique within an ad account.',
  },
  POLICY_VIOLATION: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The {platform} platform refused the content under its policies: {problem}',
    meaning: 'A text, keyword, URL or image breaks an advertising policy. Change it and try again.',
  },
  AUDIENCE_TOO_SMALL: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The audience has fewer members than the {platform} platform serves ads to: {problem}',
    meaning: 'The platform needs a smallest number of members. Name more places or fewer conditions.',
  },
  BUDGET_TOO_LOW: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The budget is below the minimum of the {platform} platform: {problem}',
    meaning: 'The platform has a smallest budget for the currency and campaign kind. The text names it.',
  },
  OBJECT_NOT_FOUND: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: '{field} names nothing in the linked {platform} account.',
    meaning:
      'The main object of the call (`campaignId`, `videoId`, `pixelId`) does not exist in the linked ad account.',
  },
  ACCOUNT_SUSPENDED: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The linked {platform} account is suspended or closed: {problem}',
    meaning: 'Only the account holder can settle this with the platform.',
  },
  CONCURRENT_CHANGE: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'Somebody else changed the object at the same time; nothing was overwritten. Look at it and decide again.',
    meaning: 'The value at the platform was neither the old nor the new one.',
  },
  OPERATION_ABANDONED: {
    status: 200,
    owner: 'service',
    retryable: false,
    text: 'The write could not be finished in time and was taken back.',
    meaning:
      'Its time was over, or its user had been unlinked or deleted: what had been created, paused, was removed again. Or an operator looked at the account and said that nothing of it is there. Nothing runs.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const errorCodes = Object.keys(errors) as ErrorCode[]

/**
 * Returns the path of the page that explains a code. Every service serves the page, so the link works
 * wherever the error was returned.
 */
export function toDocsPath(code: ErrorCode): string {
  return `/docs/errors#${code}`
}
