import type { z } from 'zod';
import type { Call } from '../call.ts';
import { capabilities } from '../capabilities.ts';
import { type ErrorCode, errorCodes, fieldErrorCodes, sessionEnds } from '../errors.ts';
import { objectLocators } from '../shapes.ts';

/** Texts of docs/product-api.md and the OpenAPI document: the first paragraphs. */
export const apiIntroduction = [
  'The gateway makes these 57 calls of a product API, and no others unless the product API announces extensions. Paths and keys are spelled as shown here, misspellings included.',
  'The product API decides what a caller can see and do, based on the role and organisation of the user that the key belongs to. Types are those in the responses of our platform. “How responses are read” lists what the gateway accepts instead.',
];

export const requestRules = [
  'A GET has query parameters, a POST a JSON body, an upload a `multipart/form-data` body. A list in a query is a repeated parameter. Numeric ids are sent as JSON numbers, others as strings.',
  'Every call with a key sends it in the header `api-key` (setting `API_KEY_HEADER`). If the sign-in or a later response gave a session token, the call also sends that in `access-token` (`SESSION_TOKEN_HEADER`). A response can replace the session token through the same header.',
  'Use status 401 only if the key is no longer valid, because the gateway then signs the user out. Use another status for any other refusal.',
  'These headers can be ignored: `x-request-id`, `x-client-address`, `x-client-user-agent`, `x-key-use`, `x-request-deadline-ms`, `traceparent` and `if-none-match`. `x-client-address` is the IP address of the user. `x-client-user-agent` is their browser, sent at a sign-in to a product API with extensions. `x-key-use` is `session` for a sign-in and `bearer` for an integration key. `traceparent` is sent if the gateway records traces. `if-none-match` is sent if an earlier response had an `etag`: status 304 then means that the response is unchanged.',
  'After a failure, the gateway can repeat a read. It never repeats a write.',
];

export const responseReadingRules = [
  'A status below 300 is success. The gateway looks for each part of a response under the key in this document, then under other names of the object (“also as”). It then looks for the part without a key, or as the only list of the response. The whole response can be wrapped in `data`, `result`, `response`, the last part of the path or the name of the call. An object can be the only entry of a list.',
  'Each row of a list can be wrapped in a name of its object. The rows can be inside an object with other keys, such as a count.',
  'A list that is null or missing counts as empty, unless `false`, a string or only objects under other keys are in its place. A list that was turned into an object keyed by id is read as a list. If several lists with rows are under other keys, none of them is used. If a list has rows but none of them is readable, the call fails. A missing optional value is null. Unknown keys are ignored.',
  'Ids and numbers can be strings. `true`, `1` and the strings of these values are true. A date is ISO 8601 with or without time and zone (UTC if there is no zone), or milliseconds since 1970. An entry of a lookup list can be a plain string, and can have `name` or `title` instead of `label`.',
  'A response is in UTF-8 or in the character set of its `content-type`. Any other bytes make the call fail. A call without declared parts has succeeded if the response has no body or is JSON without a failure. The words OK, true, success and done also mean success.',
  'Strings are plain text and shown without changes. A product API without extensions can escape them for HTML (`A &amp; B`). The gateway unescapes values from an earlier response before it sends them back in a write. It does not send back an escaped `client_secret`, which has to be entered again.',
  'The response to a write can be empty, unless it is marked “needed”. The gateway then reads the object again.',
  'A row that lacks a needed key is dropped and counted in the log. An object that lacks a needed key makes the call fail, which affects one field of the page.',
];

export const failureRules = [
  '`{ "message": "…" }`, or `{ "errors": { "field": ["…"] } }`, where `base` is for errors that do not belong to a single field. Lists of strings or of `{ field, message }` are read as well, and so is a string in `error`. Users see these messages, up to 500 characters. HTML is never shown.',
  'A failure can have status 200. It then has none of the declared parts, and has `success: false`, `error`, `errors`, `status: "error"` or a `status` of 400 or more.',
  'Every call can fail with 401 `UNAUTHENTICATED`, 403 `FORBIDDEN`, 404 `NOT_FOUND`, 422 `INVALID` (`errors` by field) and 429 `RATE_LIMITED` (`retry-after`). `FORBIDDEN` means that the role cannot make the call, whatever the id. `NOT_FOUND` means that the id is unknown, or belongs to an organisation that the caller cannot see. 502, 503, 504 and connection failures count as an outage. Any other 5xx is shown as “Request Failed”.',
];

/** The extensions and their announcement. */
export const apiExtensionRules = [
  'A product API works without any extension. To announce extensions, it sends the response header `x-console-extensions: 1` with every response, and lists its capabilities at `GET /consoles/ext/capabilities`. The gateway sends the fields below and makes the calls below only for capabilities in that list, and otherwise uses the calls of the specification. Releases of gateway and product API can therefore differ. The gateway ignores names that it does not know.',
  'A failure can have extra fields. `code` is one of the error codes of this document, if the status alone is ambiguous. `retry_after` in seconds comes with 429, `login_attempt` with `OTP_REQUIRED`, and `tries_left` with `INVALID_OTP`. `session_end` comes with 401 for the key of an ended session: ' +
    sessionEnds.map((end) => `\`${end}\``).join(', ') +
    '.',
  'A failure can have `codes` next to `errors`, in the same form: a code for each text, in the same order. The codes are ' +
    fieldErrorCodes.map((code) => `\`${code}\``).join(', ') +
    '. If a code is missing or unknown, the gateway derives it from the wording of the text.',
  'When a gateway reads the caller of an API key (`api_user_detail`), it can report what the key has spent since its last report. It does so in the header `x-key-spent`, at most once a second. The header has two numbers of milliseconds. The first is the time in which the budget regains what was spent. The second is the time until the budget is full if nothing else is spent. The product API stores when the budget is full again. This is the later of two times: the stored time plus the first number, and now plus the second. It returns the milliseconds left until then in `x-key-refill`. Without that header, each gateway counts for itself.',
  'A write by a caller can have the header `idempotency-key`, except for writes of sessions and passwords. For 24 hours, the same key returns the stored response of the first request, and another body fails with `IDEMPOTENCY_CONFLICT`. If the header `idempotency-input` is set, the value of this header is compared instead of the body. The key, the write and its response are stored in one transaction. Writes with an onboarding token count as writes of its user. `create_organiser` with the key that used the token, and `user_by_reset_pwd` with the key of that `create_organiser`, return the stored response for 24 hours.',
];

export const capabilityTexts = Object.entries(capabilities).map(([name, text]) => `\`${name}\`: ${text}`);

/** The failures with a particular meaning in a call. */
export const failuresOf = ({ failures = {} }: Call): { status: number; code: ErrorCode; text: string }[] =>
  Object.entries(failures).map(([code, text]) => ({
    status: errorCodes[code as ErrorCode],
    code: code as ErrorCode,
    text,
  }));

/** Notes on reading the response of a call. */
export function responseNotes({ absentCode, dataKeys = [], kind, needsAnswer, answer }: Call): string[] {
  const [first = ''] = Object.keys(answer.shape);
  const keys = dataKeys.map((key) => `\`${key}\``).join(' and ');
  return [
    ...(kind !== 'read' && !needsAnswer ? ['The response can be empty.'] : []),
    ...(absentCode
      ? [`If \`${first}\` is null, or the call is refused with status 200, this means \`${absentCode}\`.`]
      : []),
    ...(keys
      ? [
          `Here ${keys} ${dataKeys.length > 1 ? 'are part of the response and do' : 'is part of the response and does'} not mark a failure.`,
        ]
      : []),
  ];
}

/** A note on the other keys under which an object is found, and the keys by which it is recognised. */
export function objectLocatorNote(schema: z.ZodType): string {
  const { keys: otherKeys = [], identifyingKeys = [] } = objectLocators.get(schema) ?? {};
  const listed = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');
  return otherKeys.length > 0 ? `Also as ${listed(otherKeys)}; recognised by ${listed(identifyingKeys)}.` : '';
}

/** The sentences on when a call is made, whether it needs a key, and which capability it belongs to. */
export const whenCalledText = ({ when, access, capability }: Call): string =>
  `When: ${when}. ${access === 'public' ? 'No key is required.' : "Requires the user's key."}${
    capability ? ` Capability: \`${capability}\`.` : ''
  }`;
