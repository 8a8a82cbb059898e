import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { Context } from '../context.ts';
import { failure } from '../errors.ts';
import type { ChangePasswordInput } from '../generated/resolvers-types.ts';
import { refuseFaulty } from '../input-checks.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { keyOf, readCurrentUser } from '../product-api/reads.ts';
import { refusedAs, withInputNames } from '../product-api/refusals.ts';
import { RequestCalls } from '../product-api/request-calls.ts';
import { idOut, textOf } from '../product-api/shape.ts';
import { isAboutNewPassword, newPasswordChecks, passwordNames } from './new-password.ts';

const says = {
  required: texts.field.required,
  confirmRequired: texts.field.required,
  mismatch: texts.password.changeMismatch,
};

/** REST-12 for the session's own person; every session of theirs ends with it, this one first. */
export async function changePassword(context: Context, input: ChangePasswordInput): Promise<void> {
  const { session, api, call } = context;
  if (session.bearer) throw failure('FORBIDDEN', 'An API key changes no password');
  keyOf(api);
  const current = input.currentPassword === '' ? { path: 'currentPassword', message: says.required } : null;
  refuseFaulty(current, ...newPasswordChecks(input, says));
  const user = await readCurrentUser(api);
  await withInputNames(passwordNames, send(context, input));
  session.end(call);
  const email = textOf(user.email);
  if (email !== null) session.forgetAccount(email.toLowerCase());
}

async function send({ session, services, call }: Context, input: ChangePasswordInput): Promise<void> {
  const { credential, current } = session;
  if (!credential || !current) throw failure('UNAUTHENTICATED', 'Nobody is signed in');
  const { password, passwordConfirmation, currentPassword } = input;
  const body = {
    ent_usrs: {
      password,
      password_confirmation: passwordConfirmation,
      current_password: currentPassword,
      ent_usr_id: idOut(current.uid),
    },
  };
  const changePwd = { ...calls.changePwd, path: services.settings.changePasswordPath };
  const as = { ...call, key: credential.key, use: credential.use, token: credential.token() };
  try {
    // Not through the request's own calls: there a 401 ends the session.
    await services.productApi.call(changePwd, { body }, as);
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    // Some product APIs say 401 to a wrong password. Whether the session is over, the one call about it tells.
    if (thrown.status === 401) {
      await readCurrentUser(new RequestCalls(services.productApi, call, credential));
      throw refusedAs('WRONG_PASSWORD', thrown);
    }
    if (thrown.status === 422 && thrown.code === 'INVALID' && !isAboutNewPassword(thrown))
      throw refusedAs('WRONG_PASSWORD', thrown);
    throw thrown;
  }
}
