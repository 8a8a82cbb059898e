import { randomBytes } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { unixSeconds } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { exportAddressSeconds } from '../core/export-register.ts';
import type { Resolvers, StartExportInput } from '../generated/resolvers-types.ts';
import { requireKey } from '../product-api/reads.ts';
import { pathNameOf, prepareExport } from './export-lists.ts';
import { checkExportOptions } from './export-options.ts';

export const exportsResolvers: Resolvers = {
  Mutation: {
    startExport: (_root, { input }, context, { schema }) => startExport(context, input, schema),
  },
};

/** URL of an export for this session. The gateway stores nothing: the URL contains the encrypted arguments. */
async function startExport(context: Context, input: StartExportInput, schema: GraphQLSchema) {
  const { session, api, services } = context;
  const { list, format, arguments: args } = input;
  const file = `/export/${pathNameOf(list)}.${format.toLowerCase()}`;
  if (session.isBearer)
    throw failure(
      'FORBIDDEN',
      `You cannot start an export with an API key. Send GET ${file} with the arguments as JSON.`,
    );
  requireKey(api);
  const options = { timeZone: input.timeZone ?? undefined, separator: input.separator?.toLowerCase() };
  checkExportOptions(format, options);
  await prepareExport(context, schema, list, args);
  const exp = unixSeconds(services.clock()) + exportAddressSeconds;
  const id = randomBytes(16).toString('base64url');
  const sid = session.current?.sid ?? '';
  const token = await services.contentCipher.encrypt('export', { id, sid, list, format, args, ...options, exp });
  return { path: `${file}?token=${token}`, expiresAt: new Date(exp * 1_000).toISOString() };
}
