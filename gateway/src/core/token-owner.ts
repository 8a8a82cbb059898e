import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import type { CallContext, ProductApi } from '../product-api/client.ts';
import { ApiFailure, incomplete } from '../product-api/errors.ts';
import { textOf } from '../product-api/shape.ts';

const longestToken = 512;

/** Whether a text can be a token of a mailed link. */
export const isUsableToken = (token: string): boolean => token.trim() !== '' && token.length <= longestToken;

/** Whom a mailed token was sent to, and what it is for where the product API says so. */
interface TokenOwner {
  email: string;
  kind: string | null;
}

/** Whether a token brings an organisation on board. A product API that does not say what a token is for is trusted to ask that itself. */
export const isOnboarding = (owner: TokenOwner | null): owner is TokenOwner =>
  owner !== null && (owner.kind === null || owner.kind === 'onboarding');

/** TOKEN_INVALID for a link that brings nobody on board. */
export const onboardingOver = (cause?: Error) =>
  failure('TOKEN_INVALID', 'This link is no longer good. Ask for a new invitation', { cause });

/** REST-8: who has a mailed token; null for a token that is good for nothing. */
export async function readTokenOwner(
  productApi: ProductApi,
  context: CallContext,
  token: string,
): Promise<TokenOwner | null> {
  if (!isUsableToken(token)) return null;
  const call = calls.userByResetPwd;
  try {
    const { body } = await productApi.call(call, { body: { reset_password_token: token } }, context);
    const email = textOf(body.user?.email);
    if (email === null) throw incomplete(context.log, call, 'user.email');
    return { email, kind: textOf(body.kind) };
  } catch (thrown) {
    if (thrown instanceof ApiFailure && isTokenRefused(thrown)) return null;
    throw thrown;
  }
}

/** Nobody is signed in where a token is used: whatever is refused and is about nothing else is about the token. */
export function isTokenRefused(refused: ApiFailure, isAboutElse: (refused: ApiFailure) => boolean = () => false) {
  const { code, status } = refused;
  return (
    code === 'TOKEN_INVALID' ||
    code === 'NOT_FOUND' ||
    status === 401 ||
    (status === 422 && code === 'INVALID' && !isAboutElse(refused))
  );
}
