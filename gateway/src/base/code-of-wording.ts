import type { FieldErrorCode } from '@console/contract/errors';

/** Words of Rails and of the specification's texts, in order of precedence. */
const words: readonly [RegExp, FieldErrorCode][] = [
  [/\brequired\b|can['’]t be blank|\bblank\b|\bempty\b|\bmissing\b|^Please Enter\b/i, 'REQUIRED'],
  [/\bat most [\d,]+ (characters|entries|digits)|\btoo (long|large)\b/i, 'TOO_LONG'],
  [/\bat least [\d,]+ characters|\btoo short\b/i, 'TOO_SHORT'],
  [/\btaken\b|\bheld by\b|\balready\b|\btwice\b|\bonce\b|\bin use\b|\bexists\b|^Duplicate\b|, who holds /i, 'TAKEN'],
  [/\bunknown\b|\bnot found\b|does not exist|\bmust be one of\b|\bmust be modules of\b/i, 'UNKNOWN'],
  [
    /\babove your own\b|^is your own\b|\bfor Auditees only\b|\btoo (common|close)\b|\bby nomination\b|\bnot allowed\b/i,
    'NOT_ALLOWED',
  ],
  [
    /\bbelongs to\b|\bmust be an active user\b|\bthat was invited\b|\bor higher\b|\bsenior post\b|\bcannot be\b|^Update User Limit$/i,
    'NOT_ALLOWED',
  ],
  [/\bmust\b|\binvalid\b|\bnot valid\b|\bwrong kind\b|\bnot matching\b|\bMissmatch\b|\bis not a\b/i, 'FORMAT'],
];

/** Code of a message without one, from an external product API or graphql-js; OTHER if unknown. Our own messages carry codes. */
export const codeOfWording = (message: string): FieldErrorCode =>
  words.find(([pattern]) => pattern.test(message))?.[1] ?? 'OTHER';
