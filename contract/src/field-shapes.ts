import { z } from 'zod';
import type { Field } from './field.ts';

type Descriptions<F extends string> = Partial<Record<F, string>>;

/** Texts in answers: any of them may be null. */
export const answerTexts = <F extends string>(fields: readonly F[], descriptions: Descriptions<F> = {}) =>
  Object.fromEntries(fields.map((field) => [field, described(z.string().nullable(), descriptions[field])])) as {
    [Name in F]: z.ZodNullable<z.ZodString>;
  };

/** Texts in requests: those that are required, and the others by the shape of an optional text. */
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
