import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';

export const notFoundError = () => failure('NOT_FOUND', 'Not found');

/** Null for a read after a successful mutation that fails. */
export async function nullOnFailure<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return null;
    throw thrown;
  }
}
