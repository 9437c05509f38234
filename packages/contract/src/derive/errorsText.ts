// Renders the error reference.

import { commonErrors } from '../errorSets.ts'
import { type ErrorDefinition, errorCodes } from '../errors.ts'
import { type ViolationCode, violationCodes } from '../violations.ts'
import { buildExampleFailure, definitionOf, groupCodesByStatus } from './exampleResponses.ts'
import { escapeTags, fence, formatJson, inlineCode, renderTable, toAnchor } from './markdown.ts'

/** Renders `docs/errors.md`: every error code by status, and the codes of violations. */
export function renderErrors(): string {
  const sections = [
    '# Errors',
    renderIntroduction(),
    '## Errors common to all operations',
    `Any operation can return these errors. The [operation reference](operations.md) lists only additional errors.`,
    [...groupCodesByStatus(commonErrors)]
      .map(
        ([status, codes]) =>
          `- ${status}: ${codes.map((name) => `[${name}](#${toAnchor(name)})`).join(', ')}`,
      )
      .join('\n'),
    '## Errors by status',
    ...[...groupCodesByStatus(errorCodes)].flatMap(([status, codes]) => [
      `### ${status}`,
      statusTexts[status] ?? '',
      renderTable(
        ['Code', 'Who acts', 'Retry', 'Text', 'Meaning', 'What to do'],
        codes.map((name) => {
          const { owner, retryable, text, meaning, action } = definitionOf(name)
          return [
            `<a id="${toAnchor(name)}"></a>${inlineCode(name)}`,
            owner,
            retryable ? 'yes' : 'no',
            escapeTags(text),
            escapeTags(meaning),
            escapeTags(action),
          ]
        }),
      ),
    ]),
    '## Violation codes',
    '`UNKNOWN_FIELD` and `INVALID_FIELD` list all violations of the body in `details`. Each violation has the path of the field, a code and a sentence.',
    renderTable(
      ['Code', 'Meaning'],
      violationCodes.map((violation) => [inlineCode(violation), violationTexts[violation]]),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

const ownerTexts: Readonly<Record<ErrorDefinition['owner'], string>> = {
  caller: 'The caller changes the request, the key or the link.',
  service: 'The operator checks the service, or the caller retries later.',
  platform: 'The cause is at the advertising platform.',
}

function renderIntroduction(): string {
  return `Failures have the same envelope for every status:

${fence('json', formatJson(buildExampleFailure('INVALID_FIELD', 'social/get_page_posts')))}

| Field of \`results\` | Content |
|---|---|
| \`error\` | The problem for people, in most cases followed by \`action\`. The text can change in any release. |
| \`code\` | The problem for programs. Codes never change. |
| \`action\` | What to do next, for people, as in the column *What to do*. The text can change in any release. |
| \`retryable\` | Whether the same request, unchanged, may succeed later. If the response has the header \`Retry-After\`, wait for that time. |
| \`field\` | Field of the body that the error concerns, such as \`ads[0].headlines[2]\`. Absent if the error concerns no field. |
| \`details\` | With \`UNKNOWN_FIELD\` and \`INVALID_FIELD\`: all violations of the body, at most 20. |
| \`operationId\` | Id of the write, for [operation/get_operation](operations.md#operationget_operation). Only for writes. |
| \`platformError\` | Codes of the platform for the failure, if the platform returned any. |

A 4xx status means that a write did not start, or that adrail rolled it back, for example after a freeze (403 \`SPEND_FROZEN\`). If campaign
changes remain, \`error\` names them. After a 5xx status, the outcome of a write can be unknown. Resend the write with the same
\`Idempotency-Key\`, or call operation/get_operation, before you do anything else.

adrail replaces words in braces with values. The column *Who acts* names who can resolve the error:

${Object.entries(ownerTexts)
  .map(([owner, ownerText]) => `- **${owner}**: ${ownerText}`)
  .join('\n')}`
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'With `results.success: false`: the request was valid and allowed, and the platform definitely refused it.',
  400: 'The request itself is invalid, independent of stored data and linked accounts.',
  401: 'The API key is missing or invalid. To protect keys, adrail does not return the reason.',
  403: 'The API key is valid, but adrail does not allow this request.',
  404: 'The requested object does not exist.',
  405: 'The path exists, but not with this method.',
  408: 'The request took too long to arrive.',
  409: 'The current state does not allow the request, for example because of a missing link or another request in progress. Resolve that, then resend the request.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The media type of the body is wrong, or the body is compressed.',
  417: 'adrail does not support the `Expect` header.',
  422: 'The request is well-formed, but contradicts stored data or the linked account. Nothing changed.',
  429: 'The caller sends requests too fast. `Retry-After` contains the time to wait, and `RateLimit` the remaining requests.',
  431: 'The headers are too large.',
  500: 'A defect of the service.',
  502: 'The platform failed, or sent an invalid response.',
  503: 'adrail is overloaded, shutting down or without its database, or the platform does not accept requests.',
  504: 'The outcome is unknown within the time limit. adrail determines the outcome of a write in the background.',
}

const violationTexts: Readonly<Record<ViolationCode, string>> = {
  UNKNOWN:
    'The operation does not declare the field. The sentence names the most similar field, if one is similar.',
  REQUIRED: 'The field is missing.',
  WRONG_TYPE: 'The value has another type than documented. adrail does not convert types.',
  NOT_ALLOWED: 'The value is not one of the allowed values.',
  MALFORMED: 'The text does not have the required format.',
  TOO_SHORT: 'The text is empty or too short.',
  TOO_LONG: 'The text is too long.',
  TOO_FEW: 'The array has too few entries.',
  TOO_MANY: 'The array has too many entries.',
  OUT_OF_RANGE: 'The number is too small or too large.',
  DUPLICATE: 'The entry repeats an earlier one.',
  CONFLICT: 'The value contradicts another field of the body.',
}
