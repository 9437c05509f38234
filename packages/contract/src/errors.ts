// The single table of errors. Code throws errors by code. Status, owner, retryability and public message come
// from this table.

export interface ErrorDefinition {
  readonly status: number
  /** Who has to act: the caller, the service because of its own defect or limit, or the platform. */
  readonly owner: 'caller' | 'service' | 'platform'
  /** Whether the same request may succeed later unchanged. */
  readonly retryable: boolean
  /**
   * What happened, which rule applies and whether anything changed, for people. The code that throws the error
   * fills in the words in braces.
   */
  readonly text: string
  /** When the error occurs, for the error reference. */
  readonly meaning: string
  /** What to do next, as an instruction. Responses contain it in `action`. */
  readonly action: string
}

export const errors = {
  // 400: the request itself is invalid.
  MALFORMED_REQUEST: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The request is not well-formed HTTP, or its signature, key or age is invalid. Nothing changed.',
    meaning:
      'The request is not valid HTTP, usually because of a faulty client or proxy. The code also applies to messages from a platform with an invalid signature or key, or an age of more than 48 hours.',
    action: 'Check the client and the proxies in front of adrail.',
  },
  INVALID_JSON: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The body is not valid JSON: {problem}',
    meaning:
      'The body is empty, not JSON, not UTF-8, not an object, nested too deeply, contains too many values, or contains a field twice. Nothing changed.',
    action: 'Send one JSON object in UTF-8, with each field once.',
  },
  UNKNOWN_FIELD: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The body has a field that the operation does not declare, often a misspelled one. Nothing changed. In the response, `field` contains the first unknown field, and `details` lists all unknown fields, then all other violations.',
    action: 'Correct or remove the fields that details lists, then resend the request.',
  },
  INVALID_FIELD: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'A field of the body is missing, has the wrong type, or breaks a rule. Nothing changed. In the response, `field` contains the first invalid field, and `details` lists all of them.',
    action: 'Correct the fields that details lists, then resend the request.',
  },
  INVALID_CURSOR: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'pagination is not a valid cursor for this request.',
    meaning:
      'The `pagination` value was changed, is too old, or belongs to a different operation, user or workspace.',
    action:
      'Send a value from results.pagination of the same operation and user. For the first page, omit pagination.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    owner: 'caller',
    retryable: false,
    text: 'The Idempotency-Key header must be 1 to 255 printable ASCII characters without spaces. Nothing changed.',
    meaning: 'The header is empty, too long, or contains characters that are not allowed.',
    action: 'Send a random UUID as the key.',
  },

  // 401 and 403: the API key.
  UNAUTHENTICATED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    text: 'The x-api-key header is missing, or its key is unknown, expired or revoked. Nothing changed.',
    meaning: 'The request has no valid API key. To protect keys, adrail does not return the reason.',
    action: 'Send a valid API key in x-api-key, or create one with the admin command line.',
  },
  FORBIDDEN: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'This API key lacks the scope "{scope}", which {operation} needs. Nothing changed.',
    meaning: 'The key is valid, but none of its scopes allows the operation.',
    action: 'Use a key with the scope, or create one with workspace/create_key.',
  },
  BEYOND_OWN_KEY: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'An API key cannot grant more than it has. {problem}',
    meaning:
      'The new key would expire after the calling key or lack its limits, or the calling key would loosen its own limits. Nothing changed.',
    action: 'Use a key with the required permissions, or the admin command line.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The console needs the API key of this session again before this action. Nothing changed.',
    meaning:
      'Only the console returns this code. Sensitive actions need an API key that was entered within the last five minutes. They include changes of keys, sign-outs under *Sessions*, the end of a freeze, and secrets.',
    action: 'Enter the API key, then retry the action.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'Pages of other sites may not call this URL. Nothing changed.',
    meaning:
      'The `Origin` header of a request to `/mcp` differs from `PUBLIC_URL`, or a request to the console did not come from its own page. Programs other than browsers do not send an `Origin` header.',
    action:
      'Call adrail from a page served from PUBLIC_URL, or from a program that does not send an Origin header.',
  },
  OPERATOR_SETTING: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'Only the operator can end this freeze. Nothing changed.',
    meaning:
      'The operator of this deployment blocked spend increases with the admin command line. A workspace can add its own limits and freezes, but cannot change operator limits and freezes.',
    action: 'Ask the operator to run "npm run admin -- spending thaw".',
  },
  SPEND_LIMIT_EXCEEDED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The write would increase the possible spend beyond a limit of the workspace, the API key, the user or the operator, or adrail cannot determine the current spend. Nothing changed. `error` states the limit, the requested amount and the remaining amount.',
    action:
      'Request a smaller amount, or raise the limit with workspace/update_settings and a key with the scope "admin". Only the operator can change operator limits.',
  },
  SPEND_FROZEN: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'A freeze by {by} has blocked spend increases {where} since {since}{because} {ends} can end the freeze.',
    meaning:
      'A freeze blocks all writes that raise spend. Running campaigns continue. To pause them, call `campaign/pause_campaigns`. Nothing changed, or adrail removed the objects that the write had created. To end the freeze, call `workspace/update_settings` with a key with the scope `admin`. Only the operator can end a freeze by `admin`.',
    action: 'Ask the person who set the freeze. Pausing campaigns and lowering budgets remain possible.',
  },

  APPROVAL_REJECTED: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'An approver rejected this write. {problem} Nothing changed.',
    meaning:
      'A rule of the workspace required approval for the write, and an approver rejected the write. adrail returns this response for every retry with the same `Idempotency-Key`.',
    action: 'Ask the approver, then send the request with a new Idempotency-Key.',
  },
  APPROVER_IS_REQUESTER: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The API key that requested a write cannot approve or reject it. Nothing changed.',
    meaning:
      'A write that needs approval involves two keys: one key requests the write, and a different key approves or rejects it. A key and its successors count as one key.',
    action: 'Approve or reject with a different key that has the scope "approve".',
  },
  APPROVER_CREATED_BY_REQUESTER: {
    status: 403,
    owner: 'caller',
    retryable: false,
    text: 'The API key that requested this write created or rotated your key, directly or through other keys. Nothing changed.',
    meaning:
      'A key cannot approve its own writes through a key that it created or rotated. Keys that other keys created count as well.',
    action: 'Approve with a key from the admin command line.',
  },

  // 404 and 405: the addressed resource.
  UNKNOWN_OPERATION: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'No operation exists at this path. Operations are POST /<group>/<operation>.',
    meaning: 'The path does not match any operation. Nothing changed.',
    action: 'Compare the path with the operations at /docs/operations.',
  },
  USER_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no user "{id}". Nothing changed.',
    meaning:
      'The `userId` or `externalId` does not match any user in this workspace. For a user of a different workspace, the response is identical.',
    action: 'Check the id, or create the user with user/create_user.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no link "{id}". Nothing changed.',
    meaning: 'The `linkId` does not match any link in this workspace.',
    action: 'Check the id, or create a link with auth/create_link.',
  },
  OPERATION_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no write "{id}", or adrail no longer stores its record. Nothing changed.',
    meaning:
      'The `operationId` or `idempotencyKey` does not match any write in this workspace, or the record of the write is past its retention.',
    action: 'Check the id with operation/list_operations.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no API key "{id}". Nothing changed.',
    meaning: 'The `keyId` does not match any API key in this workspace.',
    action: 'Check the id with workspace/list_keys.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no session "{id}". Nothing changed.',
    meaning: 'The `sessionId` does not match any session in this workspace, or the session has expired.',
    action: 'List the sessions with workspace/list_sessions.',
  },
  ENDPOINT_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no webhook endpoint "{id}". Nothing changed.',
    meaning: 'The `endpointId` does not match any endpoint in this workspace.',
    action: 'Check the id with webhook/list_endpoints, or create an endpoint with webhook/create_endpoint.',
  },
  LEAD_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This user has no lead "{id}", or adrail no longer stores the lead.',
    meaning:
      'The `leadId` does not match any lead of this user, the lead is past its retention, or adrail deleted the lead with its connection.',
    action: 'Check the id with lead/list_leads.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no event "{id}", or adrail no longer stores the event. Nothing changed.',
    meaning: 'The `eventId` does not match any event in this workspace, or the event is past its retention.',
    action: 'Check the id with event/list_events.',
  },
  IMAGE_NOT_FOUND: {
    status: 404,
    owner: 'caller',
    retryable: false,
    text: 'This workspace has no such image. Nothing changed.',
    meaning: 'The `url` does not match any image in this workspace, or the image has expired or was deleted.',
    action: 'Check the url, or upload the image with media/upload_image.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    owner: 'caller',
    retryable: false,
    text: 'This path accepts only {allowed}. Nothing changed.',
    meaning:
      'The path exists, but does not accept the method of the request. Operations accept `POST`. The `Allow` header lists the accepted methods.',
    action: 'Resend the request with a method from the Allow header.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    owner: 'caller',
    retryable: true,
    text: 'The request did not arrive in time. Nothing changed.',
    meaning: 'The headers or the body arrived too slowly.',
    action: 'Resend the request.',
  },

  // 409: the state of adrail does not allow the request now.
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: 'A write with this Idempotency-Key is still in progress.',
    meaning: 'An earlier request with the same key has not ended yet. adrail did not start another write.',
    action: 'Wait for the time in Retry-After, then resend the same request to get its outcome.',
  },
  TARGET_BUSY: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: 'Another write on the same object is still in progress. Nothing changed.',
    meaning: 'adrail executes writes on one object one after another.',
    action: 'Wait for the time in Retry-After, then resend the request.',
  },
  ACCOUNT_NOT_LINKED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This user has no linked {platform} account. Nothing changed.',
    meaning: 'The user has not linked an ad account on the platform that the operation needs.',
    action: 'Create a link with auth/create_link, and send the user to the link.',
  },
  ACCOUNT_RELINK_REQUIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This user must link the {platform} account again ({reason}). Nothing changed.',
    meaning:
      'The platform no longer accepts the stored permission, for example because it was revoked, has expired, or the password was changed.',
    action: 'Create a link with auth/create_link, and send the user to the link.',
  },
  KEY_ENDED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This API key is revoked or expired. Nothing changed.',
    meaning: 'A revoked or expired key cannot have a successor.',
    action: 'Create a key with workspace/create_key.',
  },
  LAST_ADMIN_KEY: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This is the last API key of the workspace with the scope "admin", so adrail did not revoke it.',
    meaning:
      'Without such a key, no one could manage the workspace over HTTP. The admin command line can revoke any key.',
    action: 'Create another key with the scope "admin" first.',
  },
  CANNOT_SETTLE: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning:
      'The write has already ended, or adrail is still determining its outcome. Nothing changed. Only writes in the state `NEEDS_ATTENTION` can be resolved manually.',
    action: 'Check the state of the write with operation/get_operation.',
  },
  ENDPOINT_DISABLED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This webhook endpoint is disabled. Nothing was sent.',
    meaning: 'adrail sends nothing to a disabled endpoint, so it cannot resend events to the endpoint.',
    action: 'Enable the endpoint with webhook/update_endpoint, then retry.',
  },
  SECONDARY_ACCOUNT_MISSING: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This user has no linked Instagram account (SOCIAL_B). Nothing changed.',
    meaning: 'The social connection of the user has a page, but no Instagram account.',
    action: 'Create a link with auth/create_link, and ask the user to choose an Instagram account.',
  },
  ORGANIZATION_MISSING: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The linked ad account does not belong to an organization, which LinkedIn ads require. Nothing changed.',
    meaning: 'The ad account belongs to a person, or has no owner.',
    action: 'Use auth/create_link to link an ad account that belongs to an organization.',
  },
  VIDEO_NOT_READY: {
    status: 409,
    owner: 'caller',
    retryable: true,
    text: 'The video in {field} is not ready: {problem} Nothing changed.',
    meaning: 'The platform needs some minutes to process a new video, or could not process the file.',
    action: 'Check a Meta video with social/get_video_info. Retry when the video is ready.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The {platform} terms for this operation are not accepted: {problem} Nothing changed.',
    meaning:
      'The platform requires that its terms are accepted. Only a person who is signed in to the platform can accept its terms.',
    action: 'Ask the person to accept the terms on the named page, then retry.',
  },
  CURSOR_EXPIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'adrail no longer stores the events after this cursor, so continuing from it would skip events.',
    meaning:
      'adrail keeps events for `EVENTS_KEPT_DAYS`, by default 30 days. Either the cursor is older, or the database was restored from a backup that is older than the cursor. The first page begins with the oldest stored event.',
    action: 'Start again without pagination. Look up missed changes, for example with user/list_users.',
  },
  PLAN_CHANGED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'The plan of this request no longer matches its planHash. Nothing changed. {problem}',
    meaning:
      'The body or the state on the platform differs from the dry run, or an equal write has ended since then. A plan is valid for one write.',
    action: 'Request a new plan, check it, and send its planHash.',
  },

  APPROVAL_REQUIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This write needs approval at {address} by {until}. Nothing changed yet. {problem}',
    meaning:
      'A rule of the workspace (`workspace/update_settings`) requires approval. adrail keeps the plan, and binds the `Idempotency-Key` to the plan. `approvalUrl` is the page for the decision, and `operationId` identifies the write.',
    action: 'Send approvalUrl to an approver. Then resend the same request, or poll operation/get_operation.',
  },
  APPROVAL_EXPIRED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: '{problem} Nothing changed.',
    meaning:
      'The write was not approved in time, the user was unlinked or deleted while the write was pending, or the requesting API key was revoked before the first step. adrail returns this response for every retry with the same `Idempotency-Key`.',
    action: 'If the write is still needed, send the request with a new Idempotency-Key.',
  },
  APPROVAL_ENDED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'This write is no longer pending approval: {problem}',
    meaning:
      'Someone else decided first, the approval expired, or the user was unlinked or deleted. A decision is final. Nothing changed.',
    action: 'Check the outcome with operation/get_operation.',
  },
  APPROVAL_BLOCKED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'adrail cannot execute this write now: {problem}',
    meaning:
      'After an approval, adrail plans the write again and checks the limits again. The text names the obstacle. Nothing changed, and the write is still pending approval.',
    action: 'Resolve the problem in error and approve again, or reject the write.',
  },

  UNDO_REFUSED: {
    status: 409,
    owner: 'caller',
    retryable: false,
    text: 'adrail cannot undo this write: {problem} Nothing changed.',
    meaning:
      'adrail can undo a write only after the write has ended, and only once. Its objects must be unchanged since the write, and the platform must allow the reversal.',
    action:
      'Compare the object with what the write requested, then make any missing change with a new write.',
  },

  // 413, 414, 415, 417 and 431: the outer form of the request.
  BODY_TOO_LARGE: {
    status: 413,
    owner: 'caller',
    retryable: false,
    text: 'The body is larger than {limit} bytes. Nothing changed.',
    meaning:
      'The body exceeds the limit of the operation or `BODY_LIMIT_BYTES`. An uploaded image has at most 10 MB.',
    action: 'Send a smaller body, or ask the operator to raise BODY_LIMIT_BYTES.',
  },
  URL_TOO_LONG: {
    status: 414,
    owner: 'caller',
    retryable: false,
    text: 'The request URL is longer than 2,048 bytes. Nothing changed.',
    meaning: 'Operations read their input from the body, not from the URL.',
    action: 'Send the input in the body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    owner: 'caller',
    retryable: false,
    text: 'The body is not {types}, or has a Content-Encoding. Nothing changed.',
    meaning:
      'The `Content-Type` is missing, is not one that the operation accepts (JSON, or an image for media/upload_image), or specifies an unsupported character set, or the body is compressed.',
    action: 'Send the body uncompressed, with the content-type that the operation accepts.',
  },
  EXPECTATION_FAILED: {
    status: 417,
    owner: 'caller',
    retryable: false,
    text: 'The Expect header is not supported. Nothing changed.',
    meaning: 'adrail supports only `Expect: 100-continue`.',
    action: 'Remove the Expect header, or send 100-continue.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    owner: 'caller',
    retryable: false,
    text: 'The request headers are larger than 16 kB. Nothing changed.',
    meaning: 'All headers together may have at most 16 kB.',
    action: 'Send fewer or shorter headers.',
  },

  // 422: the request contradicts something stored or linked.
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'This Idempotency-Key belongs to a different request. Nothing changed.',
    meaning:
      'A key identifies one request. The first request with this key had a different body, operation or user.',
    action: 'Use a new key for a new request.',
  },
  REFERENCE_NOT_FOUND: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: '{problem}',
    meaning: 'The request refers to an object that the linked account does not have. Nothing changed.',
    action: 'Correct the field with an id from the matching list operation.',
  },
  IMAGE_NOT_FETCHABLE: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: '{field} could not be fetched as an image for {platform}: {problem}. Nothing changed. Required: a public https URL of a JPEG or PNG of at most 5 MB, {sizes}.',
    meaning:
      'The image URL cannot be reached, is not public, or does not return an image that the platform accepts. `retryable` is true when the host did not respond in time.',
    action: 'Send the URL of an image that meets the requirements.',
  },
  IMAGE_NOT_ACCEPTED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'adrail did not store the image: {problem} Nothing changed.',
    meaning:
      'The body is not a JPEG or PNG, or the file is damaged, incomplete, or has too many pixels. The media type does not matter. adrail does not accept SVG, GIF, WebP or other formats.',
    action: 'Send a complete JPEG or PNG of at most 25 megapixels.',
  },
  IMAGE_QUOTA_EXCEEDED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'With this image, the images in the workspace would exceed {limit} bytes. Nothing changed.',
    meaning:
      'The total size of the uploaded images in a workspace is limited (`IMAGE_QUOTA_BYTES`). An image counts until it is deleted, which is at most 30 days after its last use.',
    action: 'Delete images with media/delete_image, or ask the operator to raise IMAGE_QUOTA_BYTES.',
  },
  ENDPOINT_URL_NOT_ALLOWED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'url must be a public https URL on port 443 whose host name resolves. Nothing changed.',
    meaning:
      'adrail sends events only to public hosts, so that no one reaches the internal network through adrail. While no platform is live, adrail also accepts localhost: at any port in the demo workspace, and at the ports of `WEBHOOK_LOCAL_PORTS` in other workspaces.',
    action: 'Send a public URL, or localhost while no platform is live (see WEBHOOK_LOCAL_PORTS).',
  },
  ENDPOINT_LIMIT_REACHED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'This workspace already has {limit} webhook endpoints, the maximum. Nothing changed.',
    meaning: 'A workspace has a maximum number of webhook endpoints.',
    action: 'Delete an endpoint with webhook/delete_endpoint, then retry.',
  },
  REDIRECT_URI_NOT_ALLOWED: {
    status: 422,
    owner: 'caller',
    retryable: false,
    text: 'redirectUri is not registered for this workspace. Nothing changed.',
    meaning: 'adrail redirects users only to registered URLs of the workspace. The URLs must match exactly.',
    action: 'Register the URL with the admin command line, or send a URL that is already registered.',
  },

  // 429: the caller sends requests too fast.
  RATE_LIMITED: {
    status: 429,
    owner: 'caller',
    retryable: true,
    text: 'Too many requests: a rate limit or concurrency limit is reached. Nothing changed.',
    meaning:
      'The key, the workspace or the user exceeds a rate limit or concurrency limit. For requests without a valid key, the limit applies to the source address.',
    action: 'Wait {seconds} seconds, then resend the request.',
  },

  // 5xx: no outcome, or a failure of the service.
  INTERNAL: {
    status: 500,
    owner: 'service',
    retryable: true,
    text: 'An internal error occurred in adrail. The outcome of a write may be unknown.',
    meaning: 'The request hit a defect of adrail. For a write, the outcome can be unknown.',
    action:
      'Check a write with operation/get_operation before you retry. Report the requestId to the operator.',
  },
  UPSTREAM_BAD_RESPONSE: {
    status: 502,
    owner: 'platform',
    retryable: true,
    text: '{platform} sent an invalid response.',
    meaning: "The platform, or a proxy in between, sent a response that violates the platform's protocol.",
    action: 'Retry later. For a write, use the same Idempotency-Key.',
  },
  UPSTREAM_ERROR: {
    status: 502,
    owner: 'platform',
    retryable: true,
    text: '{platform} failed repeatedly.',
    meaning: 'The platform reported an internal failure more than once.',
    action: 'Retry later. For a write, use the same Idempotency-Key.',
  },
  OVERLOADED: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'adrail is overloaded. Nothing changed.',
    meaning: 'More requests arrived than the process can handle.',
    action: 'Wait for the time in Retry-After, then resend the request.',
  },
  SHUTTING_DOWN: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'This process of adrail is shutting down. Nothing changed.',
    meaning: 'The process stops or is being replaced. Another process handles the next request.',
    action: 'Resend the request.',
  },
  CLOCK_SKEWED: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'The clock of this process is wrong: {problem}',
    meaning:
      'The clock of the machine differs from the clock of the database by more than 30 seconds. Only `/readyz` returns this code.',
    action: 'Synchronize both machines with NTP.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'adrail cannot reach its database.',
    meaning:
      'The database is down, unreachable or too slow. If a write had already started, its outcome may be unknown.',
    action:
      'Wait for the time in Retry-After, then resend the request. For a write, use the same Idempotency-Key.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    owner: 'service',
    retryable: true,
    text: 'adrail cannot write to its storage.',
    meaning: 'The disk is full or read-only. If a write had already started, its outcome may be unknown.',
    action:
      'Ask the operator to check the disk. Then resend the request, for a write with the same Idempotency-Key.',
  },
  UPSTREAM_RATE_LIMITED: {
    status: 503,
    owner: 'platform',
    retryable: true,
    text: '{platform} limited the rate of calls.',
    meaning: 'The ad account or the whole app has used up a quota of the platform.',
    action: 'Wait {seconds} seconds, then resend the request. For a write, use the same Idempotency-Key.',
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    owner: 'platform',
    retryable: true,
    text: '{platform} was unreachable.',
    meaning:
      'Connections are failing, or a circuit breaker has temporarily stopped calls after repeated failures.',
    action: 'Retry later. For a write, use the same Idempotency-Key.',
  },
  KEYWORD_IDEAS_NOT_CONFIGURED: {
    status: 503,
    owner: 'service',
    retryable: false,
    text: 'Keyword ideas are not configured on this deployment.',
    meaning: 'The `SEARCH_SERVICE_*` variables are missing, or their account does not work.',
    action: 'Ask the operator to set the SEARCH_SERVICE_* variables or to fix their account.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    owner: 'platform',
    retryable: true,
    text: '{platform} did not respond in time.',
    meaning: 'A read took too long.',
    action: 'Resend the request.',
  },
  OPERATION_PENDING: {
    status: 504,
    owner: 'platform',
    retryable: true,
    text: 'The platform has not confirmed the outcome of this write yet. Do not create it again.',
    meaning:
      'The outcome of the write is unknown, and adrail is determining it. `operationId` identifies the write.',
    action: 'Retry with the same Idempotency-Key, or poll operation/get_operation.',
  },

  // 200 with `results.success: false`: the platform definitely refused the request.
  PLATFORM_REJECTED: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: '{platform} refused the request: {problem}',
    meaning:
      'The platform definitely refused the request. In the response, `field` contains the field, if the platform returned one. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Correct the request as the text describes, then send it again.',
  },
  PERMISSION_MISSING: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The linked {platform} account lacks a permission for this: {problem}',
    meaning:
      'The person who linked the account lacks a role on the platform, or did not grant a permission. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Ask the account holder for the role, or link the account again with auth/create_link.',
  },
  DUPLICATE_CAMPAIGN_NAME: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The ad account already has a campaign with this name. No campaign was created.',
    meaning: 'Campaign names are unique within an ad account.',
    action: 'Choose another campaignName.',
  },
  POLICY_VIOLATION: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: '{platform} refused the content under its policies: {problem}',
    meaning:
      'A text, keyword, URL or image breaks an advertising policy. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Change the content, then send the request again.',
  },
  AUDIENCE_TOO_SMALL: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The audience is too small for {platform}: {problem}',
    meaning:
      'The platform requires a minimum number of members. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Add places or remove conditions, then send the request again.',
  },
  BUDGET_TOO_LOW: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The budget is below the minimum of {platform}: {problem}',
    meaning:
      'The platform has a minimum budget for the currency and the kind of campaign. The text names the minimum. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Raise the budget, then send the request again.',
  },
  OBJECT_NOT_FOUND: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: '{field} does not match any object in the linked {platform} account.',
    meaning:
      'The object of the request, such as `campaignId`, `videoId` or `pixelId`, does not exist in the linked ad account. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Check the id with the matching list operation.',
  },
  ACCOUNT_SUSPENDED: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'The linked {platform} account is suspended or closed: {problem}',
    meaning:
      'Only the account holder can resolve the suspension with the platform. Nothing changed, or adrail rolled back the finished steps.',
    action: 'Ask the account holder to contact the platform.',
  },
  CONCURRENT_CHANGE: {
    status: 200,
    owner: 'platform',
    retryable: false,
    text: 'Someone else changed the object at the same time, so adrail overwrote nothing.',
    meaning: 'The value on the platform matched neither the old value nor the new value.',
    action: 'Check the object on the platform. Resend the change with a new Idempotency-Key.',
  },
  OPERATION_ABANDONED: {
    status: 200,
    owner: 'service',
    retryable: false,
    text: 'adrail could not finish the write in time and rolled it back.',
    meaning:
      'The deadline of the write passed, or its user was unlinked or deleted. Either adrail removed the paused objects that it had created, or an operator confirmed that the write left no objects in the account.',
    action: 'If the write is still needed, send it with a new Idempotency-Key.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const errorCodes = Object.keys(errors) as ErrorCode[]

/**
 * Builds the texts of a failure. `error` ends with the action, so that `error` alone is complete. Where the
 * text contains a problem, the problem names a more specific action, or `error` would become too long.
 */
export function toFailureTexts(
  code: ErrorCode,
  message: string,
  action: string,
): { readonly error: string; readonly action: string } {
  return { error: errors[code].text.includes('{problem}') ? message : `${message} ${action}`, action }
}

/** A read changes nothing anyway, so its errors do not mention it. */
export function omitUnchanged(error: string): string {
  return error.replace(' Nothing changed.', '')
}

/**
 * Returns the path of the page that explains a code. Every service serves the page, so the link works
 * wherever the error was returned.
 */
export function toDocsPath(code: ErrorCode): string {
  return `/docs/errors#${code}`
}
