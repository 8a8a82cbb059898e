import type { Context } from '../core/context.ts';
import { isRecord, textOf, unescapedText } from '../product-api/shape.ts';

function unescaped(value: unknown): unknown {
  if (typeof value === 'string') return unescapedText(value);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unescaped(inner)]))
    : value;
}

/** Texts as stored, to be sent back. An external product API may escape responses for HTML, and would escape again. */
export const storedTextsOf = async <B extends object>(context: Context, answered: B): Promise<B> =>
  (await context.supports('extensions')) ? answered : (unescaped(answered) as B);

/** Stored text; null for one that may be escaped. */
export const storedTextOrNull = async (
  context: Context,
  answered: string | null | undefined,
): Promise<string | null> =>
  answered != null && ((await context.supports('extensions')) || unescapedText(answered) === answered)
    ? answered
    : null;

/** Replaces unchanged texts of a form by the stored ones: forms send what they have read. */
export const withStoredTexts = <F extends object>(form: F, answered: object, stored: object): F =>
  Object.fromEntries(
    Object.entries(form).map(([field, text]) => {
      const read = trimmedIn(answered, field);
      return [field, read !== null && text === read ? (trimmedIn(stored, field) ?? '') : text];
    }),
  ) as F;

const trimmedIn = (body: object, field: string): string | null =>
  textOf((body as Readonly<Record<string, unknown>>)[field])?.trim() ?? null;
