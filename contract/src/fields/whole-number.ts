import { z } from 'zod';

/** A whole number with a maximum number of digits in a query, as text. */
export const wholeNumber = (digits: number) =>
  z.string().regex(new RegExp(`^\\d{1,${digits}}$`), 'must be a whole number');

/** Like `wholeNumber`, from 1 to `most`. */
export const wholeNumberTo = (most: number) =>
  wholeNumber(String(most).length).refine((text) => Number(text) >= 1 && Number(text) <= most, `must be 1 to ${most}`);
