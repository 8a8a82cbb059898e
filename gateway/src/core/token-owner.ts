import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import type { CallContext } from '../product-api/call-context.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { textOf, unescapedText } from '../product-api/shape.ts';
import type { Services } from './services.ts';

const maxTokenLength = 512;

export const isWellFormedToken = (token: string): boolean => token.trim() !== '' && token.length <= maxTokenLength;

/** Recipient of a mailed token, and kind and invitation if the product API reports them. */
interface TokenOwner {
  email: string;
  kind: string | null;
  invitation: unknown;
}

/** Whether a token is for onboarding. If the kind is not reported, the product API checks it. */
export const ownsOnboardingToken = (owner: TokenOwner | null): owner is TokenOwner =>
  owner !== null && (owner.kind === null || owner.kind === 'onboarding');

export const onboardingLinkError = (cause?: Error) =>
  failure('TOKEN_INVALID', 'This link has expired or was already used. Ask for a new invitation.', { cause });

/** Extension: idempotency key of a call with an onboarding token, if the operation has a key. */
export const tokenCallIdempotency = (
  operationKeyHash: string | undefined,
  call: Call,
): Pick<CallContext, 'idempotencyKey'> =>
  operationKeyHash === undefined ? {} : { idempotencyKey: `${operationKeyHash}.${call.name}` };

/** REST-8: owner of a token; null if invalid. The operation of `operationKeyHash` can repeat with its used token. */
export async function readTokenOwner(
  { productApi, capabilities }: Pick<Services, 'productApi' | 'capabilities'>,
  context: CallContext,
  token: string,
  operationKeyHash?: string,
): Promise<TokenOwner | null> {
  if (!isWellFormedToken(token)) return null;
  const call = calls.userByResetPwd;
  try {
    const sent = { ...context, ...tokenCallIdempotency(operationKeyHash, calls.createOrganiser) };
    const { body } = await productApi.call(call, { body: { reset_password_token: token } }, sent);
    const email = textOf(body.user?.email);
    if (email === null) throw incompleteResponse(context.log, call, 'user.email');
    const { kind, invitation } = body;
    const unescaped = unescapedText(email);
    const isStored = unescaped === email || (await capabilities.supports('extensions', context, { atAnyAge: true }));
    return { email: isStored ? email : unescaped, kind: textOf(kind), invitation };
  } catch (thrown) {
    if (thrown instanceof ApiFailure && isTokenRefused(thrown)) return null;
    throw thrown;
  }
}

/** Whether the product API refused the token. A call with a token has no session, so it did unless the refusal names another cause. */
export function isTokenRefused(refused: ApiFailure, isAboutElse: (refused: ApiFailure) => boolean = () => false) {
  const { code, status } = refused;
  return (
    code === 'TOKEN_INVALID' ||
    code === 'NOT_FOUND' ||
    status === 401 ||
    (status === 422 && code === 'INVALID' && !isAboutElse(refused))
  );
}
