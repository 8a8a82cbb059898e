import { plainNumber, visibleName } from './text-rules.ts';

/** What holds for a field of a person or an organisation in every package. Its key in the table is its name on the wire. */
export interface Field {
  /** Its name in the GraphQL schema and in the console. */
  name: string;
  /** Its name in the activity, where that is another. */
  auditName?: string;
  label: string;
  /** `choice`: an entry of a lookup list, which is stored as a text. */
  type: 'text' | 'choice' | 'flag' | 'file';
  format?: string;
  /** The most characters. */
  maxLength?: number;
  required?: true;
  /** Whether other organisations see it too. Default: only callers who may read the whole record. */
  visibleToOthers?: true;
}

/** The fields of a table with a property, such as `{ required: true }`. */
export type FieldsWith<T extends Readonly<Record<string, Field>>, Property> = {
  [F in keyof T & string]: T[F] extends Property ? F : never;
}[keyof T & string];

/** Texts of fields as they are stored: only an optional one may be null. */
export type StoredTexts<T extends Readonly<Record<string, Field>>, F extends keyof T> = {
  [Name in F]: T[Name] extends { required: true } ? string : string | null;
};

/** A text as it was meant: trimmed, a name without invisible characters, and a number with plain spaces. */
export function enteredText({ format }: Pick<Field, 'format'>, typed: string | null | undefined): string {
  const text = typed?.trim() ?? '';
  if (format === 'name') return visibleName(text);
  return format === 'mobile' ? plainNumber(text) : text;
}

/** A text as it is stored: as it was meant; an optional one without text is null. */
export function storedText(field: Field, typed: string | null | undefined): string | null {
  const text = enteredText(field, typed);
  return field.required ? text : text || null;
}
