import type { z } from 'zod';
import type { Call } from '../call.ts';
import { capabilities } from '../capabilities.ts';
import { type ErrorCode, errorCodes, sessionEnds } from '../errors.ts';
import { objectLocators } from '../shapes.ts';

/** Texts of docs/product-api.md and the OpenAPI document: the first paragraphs. */
export const apiIntroduction = [
  'The gateway calls these 57 calls of a product API, and no others unless the product API announces extensions. Paths and keys are spelled as here, misspellings included.',
  "A product API decides for itself what a caller may see and do: by the role of the key's user and by organisation. Types are those that our platform answers with; what is read in their place is said under “How answers are read”.",
];

/** The form of requests. */
export const requestRules = [
  'A GET has query parameters, a POST a JSON body, an upload a `multipart/form-data` body. A list in a query is a repeated parameter. Ids of digits are sent as JSON numbers, others as texts.',
  'Every call with a key has it in the header `api-key` (setting `API_KEY_HEADER`) and, if the sign-in or a later answer gave one, the session token in `access-token` (`SESSION_TOKEN_HEADER`). An answer may replace the session token by the same header.',
  'A key ends with 401, and only then: the gateway signs the user out. A refusal for any other reason has another status.',
  'Headers that may be ignored: `x-request-id`, `x-client-address` (the address of the user), `x-client-user-agent` (the browser of the user, with a sign-in, only to a product API with extensions), `x-key-use` (`session` for a sign-in, `bearer` for an integration key), `x-request-deadline-ms`, `traceparent` (where the gateway records traces), and `if-none-match` where an earlier answer had an `etag`; 304 says that it is unchanged.',
  'A read may be sent again after a failure, a write never.',
];

/** How answers are read. */
export const answerReadingRules = [
  'A status below 300 is success. The parts of an answer are looked for under the key of this document, then under other names of the object (“also as” below), bare, or as the only list of the answer. The whole answer may be wrapped in `data`, `result`, `response`, the last part of the path or the name of the call, and an object may be the only entry of a list.',
  'Each row of a list may be wrapped in a name of its object, and the rows may be inside an object with other keys, such as a count.',
  'A list that is null or missing is empty, unless `false`, a text or only objects under other keys are in its place; one that became an object by id is read as a list. Of several lists with rows under other keys none is taken for it. Responders, and users where seats are counted, are not none because none of their rows is readable. An optional value that is missing is null. Unknown keys are ignored.',
  'Ids and numbers may be texts. `true`, `1` and their texts are true. A date is ISO 8601 with or without time and zone (without one: UTC), or milliseconds since 1970. An entry of a lookup list may be a plain text, and may have `name` or `title` in place of `label`.',
  'An answer is in UTF-8 or in the character set of its `content-type`; other bytes fail the call. Of a call without declared parts, done is: no body, JSON without a failure, or one of the words OK, true, success, done.',
  'Texts are plain text and shown as they are. A product API without extensions that escapes them for HTML (`A &amp; B`) gets back unescaped what a write repeats of an earlier answer; an escaped `client_secret` is not repeated and has to be entered.',
  'The answer to a write may be empty, unless it says “needed”. The gateway then reads the object again.',
  'A row that lacks a needed key is dropped and counted in the log. An object that lacks one fails the call; on the page this costs one field.',
];

/** The form of failures. */
export const failureRules = [
  '`{ "message": "…" }`, or `{ "errors": { "field": ["…"] } }`, where `base` is for what no single field is to blame for. Lists of texts or of `{ field, message }` are read as well, and so is a text in `error`. Users see these texts, up to 500 characters; HTML is never shown.',
  'A failure may have status 200: an answer with none of the declared parts and with `success: false`, `error`, `errors`, `status: "error"` or a `status` from 400 is a refusal.',
  'For every call: 401 `UNAUTHENTICATED`, 403 `FORBIDDEN` (the role, whatever the id), 404 `NOT_FOUND` (an unknown id, or one of an organisation that the caller may not see), 422 `INVALID` (`errors` by field), 429 `RATE_LIMITED` (`retry-after`). 502, 503, 504 and connection failures count as an outage; any other 5xx is shown as “Request Failed”.',
];

/** The extensions and their announcement. */
export const apiExtensionRules = [
  'A product API works without any of these. It announces them with the response header `x-console-extensions: 1` in every answer and answers `GET /consoles/ext/capabilities` with the names of what it has of them. Only of what is named does the gateway send the fields below and make the calls; for the rest it uses the calls of the specification, so that releases of gateway and product API may differ. A name that the gateway does not know is ignored.',
  'A failure may have `code` with one of the error codes of this document where its status alone does not say it, `retry_after` in seconds with 429, `login_attempt` with `OTP_REQUIRED`, `tries_left` with `INVALID_OTP`, and `session_end` with 401 for the key of an ended session: ' +
    sessionEnds.map((end) => `\`${end}\``).join(', ') +
    '.',
  'Where a gateway reads the caller of an API key (`api_user_detail`), the header `x-key-spent` may report, once a second at most, what it has let the key spend of its budget since its last report: two numbers of milliseconds, the time in which the budget regains it, and what would be left of that time if nothing else were spent. The product API stores when the budget is full again: the later of what it has stored plus the first number, and now plus the second. The answer says in `x-key-refill` how many milliseconds are left until then. Without that header each gateway counts for itself.',
  'A write of a caller may have the header `idempotency-key`, except those of sessions and passwords: for 24 hours the same key answers with the stored answer of the first, and another body is `IDEMPOTENCY_CONFLICT`. With the header `idempotency-input` that text is compared instead of the body. The key, the write and its answer are stored in one transaction. The writes with an onboarding token are those of its user: `create_organiser` with the key that has used the token, and `user_by_reset_pwd` with the key of that `create_organiser`, are answered for 24 hours.',
];

/** The capabilities by name. */
export const capabilityTexts = Object.entries(capabilities).map(([name, text]) => `\`${name}\`: ${text}.`);

/** The failures with a particular meaning in a call. */
export const failuresOf = ({ failures = {} }: Call): { status: number; code: ErrorCode; text: string }[] =>
  Object.entries(failures).map(([code, text]) => ({
    status: errorCodes[code as ErrorCode],
    code: code as ErrorCode,
    text,
  }));

/** Notes on reading the answer of a call. */
export function answerNotes({ absentCode, dataKeys = [], kind, needsAnswer, answer }: Call): string[] {
  const [first = ''] = Object.keys(answer.shape);
  const keys = dataKeys.map((key) => `\`${key}\``).join(' and ');
  return [
    ...(kind !== 'read' && !needsAnswer ? ['The answer may be empty.'] : []),
    ...(absentCode ? [`Null in place of \`${first}\`, or a refusal with status 200, means \`${absentCode}\`.`] : []),
    ...(keys
      ? [`Here ${keys} ${dataKeys.length > 1 ? 'are' : 'is'} part of the answer and does not mark a failure.`]
      : []),
  ];
}

/** The other keys under which an object is found, and the keys by which it is recognised. */
export function objectLocatorNote(schema: z.ZodType): string {
  const { keys: otherKeys = [], identifyingKeys = [] } = objectLocators.get(schema) ?? {};
  const listed = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');
  return otherKeys.length > 0 ? `Also as ${listed(otherKeys)}; recognised by ${listed(identifyingKeys)}.` : '';
}

/** When a call is made, whether with a key, and which capability it belongs to. */
export const whenCalledText = ({ when, access, capability }: Call): string =>
  `When: ${when}. ${access === 'public' ? 'Works without a key.' : "With the user's key."}${
    capability ? ` Capability: \`${capability}\`.` : ''
  }`;
