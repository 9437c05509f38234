// Sections 1, 3, 5, 6, 7 and 9 contain the rules that apply to every operation.

import { section } from './requirement.ts'

export const conventions = [
  ...section('1', [
    [
      'R1.operations',
      'The 22 operations of the interface exist, and the additional ones decided on; nothing else.',
    ],
    ['R1.1', 'Every operation is an HTTP POST to {base_url}/<group>/<operation> with a JSON body.'],
    ['R1.1.content-type', 'The body is sent as application/json; anything else is refused.'],
    [
      'R1.2',
      'Every response, whatever the status, is a JSON envelope of `success` (boolean) and `results` (object).',
    ],
    ['R1.2.success', '`success` is true when, and only when, the HTTP status is 200.'],
    ['R1.3', '`results` always contains `success` (boolean) and `error` (string, empty on success).'],
  ]),

  ...section('3', [
    [
      'R3.video',
      "A video answers video_status and the states of its three phases. Values and transitions not shown. Decided: the platform's own words; uploading → upload_complete → processing → ready, or error, or expired; phases not_started, in_progress, complete, error.",
    ],
    [
      'R3.leadform',
      '`status` of a social lead form. Values not shown. Decided: ACTIVE, ARCHIVED, DRAFT as the platform gives them; deleted forms are not listed.',
    ],
    [
      'R3.destination',
      '`status` of an audience destination. Values not shown. Decided: passed on as the platform gives it.',
    ],
  ]),

  ...section('5', [
    ['R5.1', 'Every request carries the header `x-api-key` holding an API key.'],
    ['R5.2', 'Operations that act for a user carry `userId` in the body; keyword ideas have none.'],
    [
      'R5.3.redirect',
      'After linking the user is sent to `redirectUri`. Decided: with `status`, `platform`, `state` and, on failure, `error`; to registered addresses only.',
    ],
    ['R5.3.state', 'The `state` string is supplied to that flow. Decided: handed back unchanged.'],
    [
      'R5.4.issue',
      'Issuing of keys not shown. Decided: an admin command line creates, lists, rotates and revokes them; shown once, stored hashed.',
    ],
    [
      'R5.4.refused',
      'Behaviour on a missing or invalid key not shown. Decided: 401 UNAUTHENTICATED with one text for missing, malformed, unknown, expired and revoked keys.',
    ],
    ['R5.4.revoked', 'A revoked key is refused within 5 seconds.'],
    [
      'R5.4.scope',
      'Decided: a key has scopes (read, write, spend, link, admin); an operation outside them answers 403 FORBIDDEN.',
    ],
    [
      'R5.4.workspace',
      'Decided: a user of another workspace is answered like an unknown one, byte for byte, apart from `requestId` and the id that the caller sent.',
    ],
  ]),

  ...section('6', [
    [
      'R6.none',
      'Events, callbacks and webhooks not shown. Decided: none are sent; auth/get_link_status and operation/get_operation are asked instead.',
    ],
  ]),

  ...section('7', [
    ['R7.1', "The envelope's `success` is true when the HTTP response succeeded with status 200."],
    ['R7.2', 'On failure `results.success` is false and `results.error` carries the failure text.'],
    [
      'R7.2.members',
      'Decided: a failure also carries `code`, `retryable` and, where they apply, `field`, `details` and `operationId`; payload members are absent then.',
    ],
    [
      'R7.2.request-id',
      'Decided: every answer carries a `requestId`, also as header X-Request-Id, by which the log finds it.',
    ],
    ['R7.2.insights', '`results.insights` has an `error` of its own, for parts that are missing.'],
    [
      'R7.2.warnings',
      'Decided: a problem that does not make a call fail goes into `warnings`, never into `error` with `success: true`.',
    ],
    [
      'R7.3.table',
      'Statuses other than 200 and codes not shown. Decided: one table gives every code its status, owner, text and whether a retry may help.',
    ],
    [
      'R7.3.invalid-json',
      'Decided: 400 INVALID_JSON for a body that is empty, not JSON, not an object or too deep.',
    ],
    ['R7.3.invalid-field', 'Decided: 400 INVALID_FIELD for what is wrong by the body alone.'],
    [
      'R7.3.invalid-cursor',
      'Decided: 400 INVALID_CURSOR for a `pagination` that was not given out for this request.',
    ],
    ['R7.3.unknown-path', 'Decided: 404 UNKNOWN_OPERATION for a path that is no operation.'],
    ['R7.3.unknown-user', 'Decided: 404 USER_NOT_FOUND for a `userId` that names no user of the workspace.'],
    ['R7.3.method', 'Decided: 405 METHOD_NOT_ALLOWED with `Allow: POST` for another method on an operation.'],
    ['R7.3.timeout', 'Decided: 408 REQUEST_TIMEOUT when the request does not arrive in time.'],
    [
      'R7.3.too-large',
      'Decided: 413 BODY_TOO_LARGE past the limit, whether or not the length was announced.',
    ],
    ['R7.3.media-type', 'Decided: 415 UNSUPPORTED_MEDIA_TYPE for other types, character sets and encodings.'],
    [
      'R7.3.headers',
      'Decided: 431 HEADERS_TOO_LARGE and 414 URL_TOO_LONG past their limits, in the envelope too.',
    ],
    ['R7.3.internal', 'Decided: 500 INTERNAL for a defect of ours, without any detail of it.'],
    [
      'R7.3.shutting-down',
      'Decided: 503 SHUTTING_DOWN while the process is being replaced; requests in flight finish.',
    ],
    [
      'R7.3.not-linked',
      'Decided: 409 ACCOUNT_NOT_LINKED or ACCOUNT_RELINK_REQUIRED, naming auth/create_link.',
    ],
    [
      'R7.3.refused-by-platform',
      "Decided: 200 with `results.success: false` when the platform was asked and definitely refused, with the caller's own field name.",
    ],
    [
      'R7.3.unknown-object',
      'Decided: an unknown main object (`campaignId`, `videoId`, `pixelId`) is 200, `results.success: false`, OBJECT_NOT_FOUND.',
    ],
    [
      'R7.3.unknown-reference',
      'Decided: an unknown reference inside a write is 422 REFERENCE_NOT_FOUND, before anything is written.',
    ],
    [
      'R7.3.upstream',
      'Decided: 502, 503 or 504 when the platform answers nonsense, cannot be reached, slows us down or does not answer.',
    ],
    [
      'R7.3.idempotency',
      'Decided: `Idempotency-Key` on writes: the same request replays its answer, another 422, one in progress 409.',
    ],
    [
      'R7.3.pending',
      'Decided: 504 OPERATION_PENDING with `operationId` while the outcome of a write is open.',
    ],
    [
      'R7.4',
      "Which condition produces which text not shown. Decided: all flaws of a body at once in `details`, the first documented member's as `error` and `field`; texts start with the path of the member.",
    ],
  ]),

  ...section('9', [
    [
      'R9.version',
      'Versioning not shown. Decided: paths as the interface has them, changes only add, header `Adrail-Version: 1` on every answer.',
    ],
  ]),
]
