import { decideAccess } from '@console/contract/access';
import { failure } from '../base/errors.ts';
import { authorize, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { UserBody } from '../product-api/shape.ts';

type SecondFactorKind = 'AUTHENTICATOR_APP' | 'PASSKEY';

const kinds: Record<string, SecondFactorKind> = { app: 'AUTHENTICATOR_APP', passkey: 'PASSKEY' };
const names: Record<SecondFactorKind, string> = { AUTHENTICATOR_APP: 'Authenticator app', PASSKEY: 'Passkey' };

/** Null if the caller may not see them. */
const kindsOf = ({ second_factors }: UserBody): SecondFactorKind[] | null =>
  Array.isArray(second_factors) ? second_factors.flatMap((one) => kinds[String(one)] ?? []) : null;

export const readSecondFactors = async (context: Context, user: UserBody): Promise<SecondFactorKind[] | null> =>
  (await context.supports('extensions')) ? kindsOf(user) : null;

/** Whether an organisation's users ('' for all) are listed with second factors. */
export const showsSecondFactors = async (context: Context, organisationId: string): Promise<boolean> =>
  (await context.supports('extensions')) &&
  decideAccess(await readCaller(context.api), 'security:view', organisationId) === 'allowed';

/** Throws FORBIDDEN for a hidden filter, CAPABILITY_UNAVAILABLE if the product API does not support it. */
export async function allowFactorFilter(
  context: Context,
  filter: { secondFactor?: string | null } | null | undefined,
  organisationId: string,
): Promise<void> {
  if (filter?.secondFactor == null) return;
  await authorize(context.api, 'security:view', organisationId);
  if (!(await context.supports('extensions')))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not list second factors.');
}

export function factorNames(user: UserBody): string | null {
  const found = kindsOf(user);
  return found && (found.map((kind) => names[kind]).join(', ') || 'None');
}
