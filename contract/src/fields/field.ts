import { plainNumber, visibleName } from './text-rules.ts';

/** Properties of a field of a person or an organisation. Its key in the table is its name in REST calls. */
export interface Field {
  /** The name of the field in the GraphQL schema and in the console. */
  name: string;
  /** The name of the field in the activity, if that differs. */
  auditName?: string;
  label: string;
  /** `choice`: an entry of a lookup list, which is stored as text. */
  type: 'text' | 'choice' | 'flag' | 'file';
  format?: string;
  /** The most characters. */
  maxLength?: number;
  required?: true;
  /** Whether other organisations see the field. Default: only callers who may read the whole record. */
  visibleToOthers?: true;
}

/** The fields of a table with a property, such as `{ required: true }`. */
export type FieldsWith<T extends Readonly<Record<string, Field>>, Property> = {
  [F in keyof T & string]: T[F] extends Property ? F : never;
}[keyof T & string];

/** Stored texts by field. Only an optional text may be null. */
export type StoredTexts<T extends Readonly<Record<string, Field>>, F extends keyof T> = {
  [Name in F]: T[Name] extends { required: true } ? string : string | null;
};

/** A text as the user meant it: trimmed; a name without invisible characters, a number with plain spaces. */
export function enteredText({ format }: Pick<Field, 'format'>, typed: string | null | undefined): string {
  const text = typed?.trim() ?? '';
  if (format === 'name') return visibleName(text);
  return format === 'mobile' ? plainNumber(text) : text;
}

/** A text as stored: cleaned by `enteredText`, and null if it is optional and empty. */
export function storedText(field: Field, typed: string | null | undefined): string | null {
  const text = enteredText(field, typed);
  return field.required ? text : text || null;
}
