import { parse } from 'csv-parse/sync';
import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

const startExportDocument = /* GraphQL */ `
  mutation StartExport($input: StartExportInput!) { startExport(input: $input) { path expiresAt } }
`;

interface Wanted {
  list: string;
  format?: 'CSV' | 'XLSX';
  args?: object;
  options?: { timeZone?: string; separator?: 'COMMA' | 'SEMICOLON' };
}

/** Requests the URL of an export. */
export const startExport = (tab: TestClient, { list, format = 'CSV', args = {}, options }: Wanted) =>
  tab.graphql(startExportDocument, { input: { list, format, arguments: JSON.stringify(args), ...options } });

/** Downloads a URL like a page of this browser. */
export const download = (system: TestSystem, tab: TestClient, path: string, headers: Record<string, string> = {}) =>
  fetch(`${system.origin}${path}`, {
    headers: { 'x-console-page': tab.page ?? '', cookie: tab.cookieHeader ?? '', ...headers },
  });

/** The rows of an export by the titles of their columns. */
export async function exportedRows(
  system: TestSystem,
  tab: TestClient,
  wanted: Wanted,
): Promise<Record<string, string>[]> {
  const { data, text } = await startExport(tab, wanted);
  if (!data?.startExport) throw new Error(text);
  const answer = await download(system, tab, data.startExport.path);
  const delimiter = wanted.options?.separator === 'SEMICOLON' ? ';' : ',';
  return parse(await answer.text(), { bom: true, columns: true, delimiter });
}
