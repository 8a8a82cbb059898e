import { type ExtensionCall, sessionNeeded } from '@console/contract/call';
import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { CallInput } from '../product-api/call-context.ts';
import { requireKey } from '../product-api/reads.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { supportsCall } from './extension-calls.ts';
import { readAsType } from './read-as-type.ts';

type Given<Args> = Args extends { input: infer Input } ? Input : Args;

/** Names of a call that differ from the field: of its input, and of the value in its response. */
interface Names<Args, Parent, Answer> {
  input?: (given: Given<Args>, parent: Parent) => object;
  answer?: (answer: Answer) => unknown;
}

/** Resolver of a field that only our platform has: passes input and response on; the platform decides. `currentPassword` is confirmed first. Nullable fields are null without the call. */
export const passOn =
  <C extends ExtensionCall, Args extends object, Parent>(
    call: C,
    { input: inputOf = (given) => given as object, answer: answerOf }: Names<Args, Parent, ApiResponse<C>> = {},
  ) =>
  async (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo): Promise<never> => {
    if (call.access === 'user') requireKey(context.api);
    if (call.needsSession && context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
    const { returnType, fieldName, parentType } = info;
    if (!(await supportsCall(context, call))) {
      if (!isNonNullType(returnType)) return null as never;
      throw failure('CAPABILITY_UNAVAILABLE', `The connected product API does not support ${fieldName}.`);
    }
    const given = ('input' in args ? args.input : args) as Given<Args> & { currentPassword?: string | null };
    if (asksForPassword(parentType, fieldName)) await confirmOwnPassword(context, given.currentPassword);
    const { currentPassword: _, ...input } = inputOf(given, parent) as { currentPassword?: unknown };
    const answer = await context.api.call(call, { [call.method === 'GET' ? 'query' : 'body']: input } as CallInput<C>);
    const isPayload = getNamedType(returnType).name.endsWith('Payload');
    const part = isPayload ? answer : (answer as Readonly<Record<string, unknown>>)[fieldName];
    const value = answerOf ? answerOf(answer) : part;
    return readAsType(returnType, value, { call, field: fieldName, log: context.log }) as never;
  };

function asksForPassword(parentType: GraphQLObjectType, fieldName: string): boolean {
  const [input] = parentType.getFields()[fieldName]?.args ?? [];
  const type = input && getNamedType(input.type);
  return isInputObjectType(type) && 'currentPassword' in type.getFields();
}
