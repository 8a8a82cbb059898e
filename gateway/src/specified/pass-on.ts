import { type CallAnswer, type ExtensionCall, sessionNeeded } from '@console/contract/call';
import { type GraphQLResolveInfo, getNamedType, isNonNullType } from 'graphql';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { CallInput } from '../product-api/call-context.ts';
import { requireKey } from '../product-api/reads.ts';
import { hasCall } from './extension-calls.ts';
import { readAsType } from './read-as-type.ts';

/** What a field takes of an answer: a payload is the whole one, anything else the part with the field's name. The types of the resolvers choose. */
type Passed<A> = A & A[keyof A];

/**
 * The resolver of a field that only our platform has. Its input is the input of the call and its answer has the names and types of the schema. The platform
 * decides by role, ownership and the rules of fields; its refusal is the field's. Without the call, a field that may be null is null.
 */
export const passOn =
  <C extends ExtensionCall, Args extends object, Parent>(
    call: C,
    inputOf: (args: Args, parent: Parent) => object = (args) => ('input' in args ? (args.input as object) : args),
  ) =>
  async (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo): Promise<Passed<CallAnswer<C>>> => {
    if (call.access === 'user') requireKey(context.api);
    if (call.needsSession && context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
    const { returnType, fieldName } = info;
    if (!(await hasCall(context, call))) {
      if (!isNonNullType(returnType)) return null as never;
      throw failure('CAPABILITY_UNAVAILABLE', 'The product API behind this gateway does not have this');
    }
    const input = inputOf(args, parent);
    const answer = await context.api.call(call, { [call.query ? 'query' : 'body']: input } as CallInput<C>);
    const isPayload = getNamedType(returnType).name.endsWith('Payload');
    const value = isPayload ? answer : (answer as Readonly<Record<string, unknown>>)[fieldName];
    return readAsType(returnType, value, { call, field: fieldName, log: context.log }) as never;
  };
