import type { GraphQLFormattedError } from 'graphql';

/** Marks the error of a rule that rejects a document for its size. */
export const tooCostlyExtensions = { tooCostly: true };

/** Apollo's limits on document length and selections have no code, or their own. */
const selections = 'MAX_RECURSIVE_SELECTIONS_EXCEEDED';
const tokens = /^Syntax Error: Document contains more \w+ \d+ tokens/;

export const isTooCostly = ({ message, extensions }: GraphQLFormattedError): boolean =>
  extensions?.tooCostly === true || extensions?.validationErrorCode === selections || tokens.test(message);
