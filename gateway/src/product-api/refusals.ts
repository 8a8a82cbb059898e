import type { ErrorCode } from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { type FieldError, failure } from '../base/errors.ts';
import { ApiFailure } from './errors.ts';

/** The input's field for each field of the wire that has another name there. */
export type InputNames = Readonly<Record<string, string>>;

/** A field of the wire as the input has it. */
export const inputName = (names: InputNames, field: string): string =>
  Object.hasOwn(names, field) ? (names[field] ?? field) : field;

/** A refusal under another code, with the status of that code; its text and fields stay. */
export const refusedAs = (code: ErrorCode, cause: ApiFailure) =>
  failure(code, cause.message, { fields: cause.fields, cause });

/** The faulty fields of a refusal as the input names them. */
export const namedFields = (names: InputNames, { extensions }: GraphQLError): FieldError[] =>
  ((extensions.fields ?? []) as FieldError[]).map(({ path, message }) => ({
    // Some product APIs put the object's name in front: ent_usr.firstname.
    path: inputName(names, path.replace(/^(ent_usrs?|ent_org|org|adfs|config)\./, '')),
    message,
  }));

/** Waits for a call and throws its refusal with the fields named as in the input, so that a form can show them. */
export async function withInputNames<T>(names: InputNames, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown;
    const fields = namedFields(names, thrown);
    throw new GraphQLError(thrown.message, { extensions: { ...thrown.extensions, fields }, originalError: thrown });
  }
}

/** What a product API that knows no codes says by a text alone (SPEC 5). */
const saidByText: Readonly<Record<string, ErrorCode>> = {
  [texts.users.limitReached]: 'USER_LIMIT_REACHED',
  [texts.users.notPermitted]: 'RESPONDER_ACTIVE',
};

/** Waits for a call and throws its refusal under the code that its text stands for. */
export async function withCodes<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    const said = thrown instanceof ApiFailure && thrown.code === 'INVALID' ? saidByText[thrown.message] : undefined;
    throw said ? refusedAs(said, thrown as ApiFailure) : thrown;
  }
}

/** Waits for a call that a secret goes along with; a refusal that quotes it says no more than that it is one. */
export async function withoutSecret<T>(secret: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure) || !quotes(thrown, secret)) throw thrown;
    throw failure(thrown.code, texts.requestFailed, {
      cause: thrown,
      fields: thrown.fields.flatMap(({ path }) => (path.includes(secret) ? [] : { path, message: 'is refused' })),
    });
  }
}

/** What is shown was cut and cleaned, so the answer itself is looked at too. */
const quotes = ({ body, message, fields }: ApiFailure, secret: string): boolean =>
  JSON.stringify([body, message, fields]).includes(JSON.stringify(secret).slice(1, -1));
