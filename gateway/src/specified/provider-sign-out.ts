import { extensionCalls } from '@console/contract/calls/extensions';
import type { currentEntUsr } from '@console/contract/current-user';
import type { Context } from '../core/context.ts';
import { boolOf, type Raw, recordOf, textOf, type UserBody } from '../product-api/shape.ts';
import { callIfSupported } from './extension-calls.ts';

interface ProviderSignOut {
  provider: string;
  required: boolean;
}

/** Provider with single logout for the session; null without. */
export async function readProviderSignOut(context: Context, user: UserBody): Promise<ProviderSignOut | null> {
  if (context.session.isBearer || !(await context.supports('extensions'))) return null;
  const { provider_sign_out }: Raw<typeof currentEntUsr> = user;
  const { provider, is_required } = recordOf(provider_sign_out);
  const name = textOf(provider);
  return name === null ? null : { provider: name, required: boolOf(is_required) };
}

/** Sign-out URL at the provider; null if unknown, because signing out never waits for the provider. */
export async function findProviderSignOutUrl(context: Context): Promise<string | null> {
  if (context.api.key === null) return null;
  try {
    const answer = await callIfSupported(context, extensionCalls.providerSignOut, {});
    const url = textOf(answer?.address);
    return url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
  } catch {
    return null;
  }
}
