import { z } from 'zod';
import type { Field } from './field.ts';

type Descriptions<F extends string> = Partial<Record<F, string>>;

/** Strings in responses. Any of them may be null. */
export const responseTexts = <F extends string>(fields: readonly F[], descriptions: Descriptions<F> = {}) =>
  Object.fromEntries(fields.map((field) => [field, described(z.string().nullable(), descriptions[field])])) as {
    [Name in F]: z.ZodNullable<z.ZodString>;
  };

/** Strings in requests: the required ones, and the others in the shape of an optional string. */
export const inputTexts = <T extends Readonly<Record<string, Field>>, F extends keyof T & string, O extends z.ZodType>(
  table: T,
  fields: readonly F[],
  optional: O,
  descriptions: Descriptions<F> = {},
) =>
  Object.fromEntries(
    fields.map((field) => [field, described(table[field]?.required ? z.string() : optional, descriptions[field])]),
  ) as unknown as { [Name in F]: T[Name] extends { required: true } ? z.ZodString : O };

const described = (shape: z.ZodType, description: string | undefined) =>
  description === undefined ? shape : shape.describe(description);
