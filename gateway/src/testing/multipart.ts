import type { Answer, TestClient } from './client.ts';

/** A part of a multipart request, written byte by byte. */
export type Part = { name: string; text: string | Buffer; file?: string } | { head: string };

const boundary = 'the-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

const headOf = (part: Part): string => {
  if ('head' in part) return part.head;
  const file = part.file === undefined ? '' : `; filename="${part.file}"\r\ncontent-type: text/csv`;
  return `content-disposition: form-data; name="${part.name}"${file}`;
};

/** A multipart body; `end: false` leaves out the final boundary. */
export function multipart(parts: readonly Part[], { end = true } = {}): Buffer {
  const written = parts.flatMap((part) => [
    `--${boundary}\r\n${headOf(part)}\r\n\r\n`,
    'text' in part ? part.text : '',
    '\r\n',
  ]);
  return Buffer.concat([...written, end ? `--${boundary}--\r\n` : ''].map((piece) => Buffer.from(piece)));
}

export interface TestFile {
  name?: string;
  text: string | Buffer;
}

/** The parts of a GraphQL multipart request with one file in the variable `file`. */
export const partsOf = (query: string, variables: object, { name = 'users.csv', text }: TestFile): Part[] => [
  { name: 'operations', text: JSON.stringify({ query, variables: { ...variables, file: null } }) },
  { name: 'map', text: JSON.stringify({ 0: ['variables.file'] }) },
  { name: '0', text, file: name },
];

/** Sends parts as a page of the console does. */
export const sendParts = (tab: TestClient, parts: readonly Part[], headers: object = {}): Promise<Answer> =>
  tab.send('POST', '/graphql', { body: multipart(parts), headers: { 'content-type': multipartType, ...headers } });

/** Sends a document with a file in its variable `file`. */
export const sendFile = (
  tab: TestClient,
  query: string,
  variables: object,
  file: TestFile,
  headers: object = {},
): Promise<Answer> => sendParts(tab, partsOf(query, variables, file), headers);
