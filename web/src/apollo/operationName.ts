import type { DocumentNode } from '@apollo/client';

export const operationName = ({ definitions }: DocumentNode): string | undefined => {
  for (const definition of definitions) if (definition.kind === 'OperationDefinition') return definition.name?.value;
  return undefined;
};
