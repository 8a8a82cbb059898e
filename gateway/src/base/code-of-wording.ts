import type { FieldErrorCode } from '@console/contract/errors';

/** Words of Rails and of the specification's texts, in the order in which they are looked for. */
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

/**
 * The code of a message that comes without one: from an external product API or from graphql-js. OTHER if its words are not known. Messages of our own carry their code, so that their wording is free.
 */
export const codeOfWording = (message: string): FieldErrorCode =>
  words.find(([pattern]) => pattern.test(message))?.[1] ?? 'OTHER';
