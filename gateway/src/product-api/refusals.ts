import type { ErrorCode } from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import { isId } from '@console/contract/shapes';
import { GraphQLError } from 'graphql';
import { type FieldError, failure, notFoundError } from '../base/errors.ts';
import { ApiFailure } from './errors.ts';

/** Input names by field of the product API, where they differ. */
export type InputNames = Readonly<Record<string, string>>;

export const inputName = (names: InputNames, field: string): string =>
  Object.hasOwn(names, field) ? (names[field] ?? field) : field;

export const recodedFailure = (code: ErrorCode, cause: ApiFailure) =>
  failure(code, cause.message, { fields: cause.fields, cause });

export const fieldErrorsByInputName = (names: InputNames, { extensions }: GraphQLError): FieldError[] =>
  ((extensions.fields ?? []) as FieldError[]).map(({ path, ...problem }) => ({
    // Some product APIs prefix the object's name: ent_usr.firstname.
    path: inputName(names, path.replace(/^(ent_usrs?|ent_org|org|adfs|config)\./, '')),
    ...problem,
  }));

export async function rethrowWithInputNames<T>(names: InputNames, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown;
    const fields = fieldErrorsByInputName(names, thrown);
    throw new GraphQLError(thrown.message, { extensions: { ...thrown.extensions, fields }, originalError: thrown });
  }
}

/** Error codes by message, for a product API without codes (SPEC 5). */
const codesByText: Readonly<Record<string, ErrorCode>> = {
  [texts.users.limitReached]: 'USER_LIMIT_REACHED',
  [texts.users.notPermitted]: 'RESPONDER_ACTIVE',
};

export async function rethrowWithErrorCodes<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    const code = thrown instanceof ApiFailure && thrown.code === 'INVALID' ? codesByText[thrown.message] : undefined;
    throw code ? recodedFailure(code, thrown as ApiFailure) : thrown;
  }
}

/** Reduces a refusal that quotes the secret to its code. */
export async function hideSecretInRefusal<T>(secret: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure) || !quotes(thrown, secret)) throw thrown;
    throw failure(thrown.code, texts.requestFailed, {
      cause: thrown,
      fields: thrown.fields.flatMap(({ path }) =>
        path.includes(secret) ? [] : { path, code: 'OTHER', message: 'is refused' },
      ),
    });
  }
}

/** The message is shortened, so the raw body is searched too. */
const quotes = ({ body, message, fields }: ApiFailure, secret: string): boolean =>
  JSON.stringify([body, message, fields]).includes(JSON.stringify(secret).slice(1, -1));

/** Throws NOT_FOUND if one of these ids is impossible. */
export const notFoundForInvalidId = <T>(call: Promise<T>, ...ids: readonly string[]): Promise<T> =>
  call.catch((thrown) => {
    throw ids.some((id) => failedForInvalidId(thrown, id)) ? notFoundError() : thrown;
  });

/** Whether a call failed because the id has an impossible form. */
export const failedForInvalidId = (thrown: unknown, id: string): boolean =>
  thrown instanceof ApiFailure && thrown.code === 'INVALID' && !isId(id);
