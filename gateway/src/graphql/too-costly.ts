import type { GraphQLFormattedError } from 'graphql';

/** Marks the error of a validation rule that refuses a document for its size, and not for its content. */
export const tooCostlyExtensions = { tooCostly: true };

/** Apollo's limits on the length of a document and on its selections have no code, or one of their own. */
const selections = 'MAX_RECURSIVE_SELECTIONS_EXCEEDED';
const tokens = /^Syntax Error: Document contains more \w+ \d+ tokens/;

/** Whether a document is refused for its size. */
export const isTooCostly = ({ message, extensions }: GraphQLFormattedError): boolean =>
  extensions?.tooCostly === true || extensions?.validationErrorCode === selections || tokens.test(message);
