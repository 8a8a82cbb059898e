import type { ErrorCode } from '@console/contract/errors';
import { GraphQLError } from 'graphql';
import { type FieldError, failure } from '../errors.ts';
import type { ApiFailure } from './errors.ts';

/** The input's field for each field of the wire that has another name there. */
export type InputNames = Readonly<Record<string, string>>;

/** A refusal under another code, with the status of that code; its text and fields stay. */
export const refusedAs = (code: ErrorCode, { message, fields }: ApiFailure) => failure(code, message, { fields });

/** Waits for a call and throws its refusal with the fields named as in the input, so that a form can show them. */
export async function withInputNames<T>(names: InputNames, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown;
    const fields = ((thrown.extensions.fields ?? []) as FieldError[]).map(({ path, message }) => {
      // Some product APIs put the object's name in front: ent_usr.firstname.
      const field = path.replace(/^ent_usrs?\./, '');
      return { path: Object.hasOwn(names, field) ? (names[field] ?? field) : field, message };
    });
    throw new GraphQLError(thrown.message, { extensions: { ...thrown.extensions, fields } });
  }
}
