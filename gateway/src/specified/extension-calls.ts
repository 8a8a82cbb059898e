import type { ExtensionCall } from '@console/contract/call';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { CallInput } from '../product-api/call-context.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';

/** Null if the product API lacks the capability. */
export type IfSupported<T> = T | null;

export const supportsCall = (context: Context, { capability }: ExtensionCall): Promise<boolean> =>
  context.supports(capability);

/** Like `supportsCall`, for the caller: an API key cannot make every call. */
export const mayCall = async (context: Context, call: ExtensionCall): Promise<boolean> =>
  !(call.needsSession && context.session.isBearer) && supportsCall(context, call);

export const callIfSupported = async <C extends ExtensionCall>(
  context: Context,
  call: C,
  input: CallInput<C>,
): Promise<IfSupported<ApiResponse<C>>> => ((await supportsCall(context, call)) ? context.api.call(call, input) : null);

/** Throws CAPABILITY_UNAVAILABLE with the message if the call is missing. */
export async function requireCall(context: Context, call: ExtensionCall, message: string): Promise<void> {
  if (!(await supportsCall(context, call))) throw failure('CAPABILITY_UNAVAILABLE', message);
}
