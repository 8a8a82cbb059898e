/** Takes the operation out of the URL (`#query=…&variables=…`). It never runs by itself. */
export function operationFromUrl(): { query: string; variables?: string } | null {
  const given = new URLSearchParams(window.location.hash.slice(1));
  const query = given.get('query');
  if (query === null) return null;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  const variables = given.get('variables');
  return { query, ...(variables && variables !== '{}' && { variables }) };
}
