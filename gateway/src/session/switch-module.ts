import { extensionCalls } from '@console/contract/calls/extensions';
import { failure, notFoundError } from '../base/errors.ts';
import { findSiblingModule, maySwitchTo } from '../base/suite-modules.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { isCredential } from '../product-api/credential.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';

/** URL of a session handover to a sibling module (PROTOCOLS 1.15, CHECKLIST OPEN-15). */
export async function moduleSwitchUrl(context: Context, moduleId: string): Promise<string> {
  const { session, api, services } = context;
  if (session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to switch to a module. Sign in instead.');
  requireKey(api);
  const module = findSiblingModule(moduleId, services.settings);
  const isAvailable = module !== null && (!module.adminOnly || maySwitchTo(module, (await readCaller(api)).role));
  if (!isAvailable) throw notFoundError();
  if (module.origin === null)
    throw failure(
      'CAPABILITY_UNAVAILABLE',
      `The URL of ${module.label} is not configured. Ask the operator to set it.`,
    );
  const token = (await context.supports('extensions'))
    ? await handoverToken(api, module.id)
    : session.credential?.token();
  if (!token)
    throw failure(
      'CAPABILITY_UNAVAILABLE',
      'You cannot switch to a module, because the product API provides no session for it.',
    );
  const address = new URL(`/login${services.settings.sourceSuffix}`, module.origin);
  address.searchParams.set('sessionToken', token);
  return address.href;
}

async function handoverToken(api: RequestCalls, module: string): Promise<string> {
  const call = extensionCalls.handover;
  const { token } = await api.call(call, { body: { module } });
  if (isCredential(token)) return token;
  throw incompleteResponse(api.log, call, 'token');
}
