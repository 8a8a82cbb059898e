import { useApolloClient } from '@apollo/client/react';
import { type DocumentNode, Kind, print, visit } from 'graphql';
import { useEffect, useState } from 'react';
import { graphqlPath } from '../apollo/graphqlPath.ts';
import { operationName } from '../apollo/operationName.ts';
import type { Command } from './commands.ts';

/** Whether this gateway shows the sandbox. */
const hasSandbox = async (): Promise<boolean> => {
  const answer = await fetch(graphqlPath, { headers: { accept: 'text/html' } });
  return answer.ok && Boolean(answer.headers.get('content-type')?.startsWith('text/html'));
};

/** The text without what only the console's client understands. */
const textOf = (document: DocumentNode): string =>
  print(visit(document, { [Kind.DIRECTIVE]: ({ name }) => (name.value === 'unmask' ? null : undefined) }));

/** Opens the operation of the open page in the sandbox; none where the sandbox is off. */
export function usePageOperation(): Command[] {
  const client = useApolloClient();
  const [isOn, setIsOn] = useState(false);
  useEffect(function lookForSandbox() {
    hasSandbox().then(setIsOn, () => setIsOn(false));
  }, []);
  if (!isOn) return [];
  const pageQuery = [...client.getObservableQueries()].find(({ options: { query } }) =>
    operationName(query)?.endsWith('Page'),
  );
  if (!pageQuery) return [];
  const { query, variables } = pageQuery.options;
  const operation = new URLSearchParams({ query: textOf(query), variables: JSON.stringify(variables ?? {}, null, 2) });
  const run = () => void window.open(`${graphqlPath}#${operation}`, '_blank', 'noopener');
  return [{ id: 'page-operation', group: 'On this page', label: 'GraphQL of this page', run }];
}
