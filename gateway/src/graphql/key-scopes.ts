import { type KeyScope, missingScopeText } from '@console/contract/key-scopes';
import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import type { GraphQLSchema } from 'graphql';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';

type Args = { input?: Record<string, unknown> };

function scopesOf(name: MutationName, { input }: Args): readonly KeyScope[] {
  const { scopes, scopeOfField } = mutationOf(name);
  return scopeOfField && input?.[scopeOfField[0]] ? [...scopes, scopeOfField[1]] : scopes;
}

/** Makes every mutation check the scopes of an API key first. */
export function withKeyScopeChecks(schema: GraphQLSchema): GraphQLSchema {
  const fields = schema.getMutationType()?.getFields() ?? {};
  for (const name of mutationNames) {
    const field = fields[name];
    const { resolve } = field ?? {};
    if (!field || !resolve || mutationOf(name).scopes.length === 0) continue;
    field.resolve = async (root, args, context: Context, info) => {
      if (context.session.isBearer) await requireScopes(context, scopesOf(name, args));
      return resolve(root, args, context, info);
    };
  }
  return schema;
}

/** Throws FORBIDDEN with the first missing scope. */
async function requireScopes({ api }: Context, needed: readonly KeyScope[]): Promise<void> {
  if (api.key === null) return;
  const { keyScopes } = await readCaller(api);
  const missing = keyScopes && needed.find((scope) => !keyScopes.includes(scope));
  if (missing) throw failure('FORBIDDEN', missingScopeText(missing));
}
