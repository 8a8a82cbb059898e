type Tab = { query: string; variables: string };

interface DocumentedOperation {
  name: string;
  document: string;
  variables: object;
}

/** The operation of the documentation that the address names, as `/graphql#createUser` does. Only the name comes from the address; an unknown one opens nothing. */
export async function linkedOperation(hash: string): Promise<Tab[]> {
  const [, name] = /^#(\w+)$/.exec(hash) ?? [];
  if (name === undefined) return [];
  const answer = await fetch('/docs/operations.json').catch(() => null);
  if (!answer?.ok) return [];
  const all: DocumentedOperation[] = await answer.json().catch(() => []);
  return all
    .filter((operation) => operation.name === name)
    .map(({ document, variables }) => ({ query: document, variables: JSON.stringify(variables, null, 2) }));
}
