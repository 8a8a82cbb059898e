import { type GraphQLFieldResolver, type GraphQLSchema, getNamedType, isUnionType } from 'graphql';
import type { Context } from '../core/context.ts';
import { requestScope } from './format-error.ts';

interface SignInArgs {
  input?: { email?: unknown };
}

/** Notes for the line of the request how a step of signing in ended, whichever mutation it is. */
export function withSignInRecords(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const type = getNamedType(field.type);
    if (!isUnionType(type) || !type.getTypes().some(({ name }) => name === 'LoginSuccess')) continue;
    const resolve = field.resolve as GraphQLFieldResolver<unknown, Context, SignInArgs>;
    field.resolve = async (...given) => {
      const log = requestScope.getStore()?.operationLog;
      if (log) log.signIn = field.name;
      if (log && isOfProbe(given[1], given[2])) log.isProbe = true;
      const result = (await resolve(...given)) as { __typename: string };
      if (!log) return result;
      log.signInResult = result.__typename;
      const [, , { session }] = given;
      if (result.__typename === 'LoginSuccess') log.accountId = session.current?.uid;
      return result;
    };
  }
  return schema;
}

const isOfProbe = ({ input }: SignInArgs, { services }: Context): boolean =>
  typeof input?.email === 'string' && input.email.trim().toLowerCase() === services.settings.probeEmail;
