import type { Pool } from 'undici';
import { apiKeyOf, emailOf, type Size } from '../data.ts';
import { listOperations } from '../list-operations.ts';
import { post, withKey } from '../load.ts';
import { operationNamed } from '../operations.ts';
import { signInRequest } from '../sign-in.ts';

/** Requests that one caller sends. */
export interface Flood {
  what: string;
  /** Concurrent requests; by default they are sent at the soak's rate. */
  atOnce?: number;
  most?: number;
  send(place: number): Promise<string | null>;
}

const csvHeader = 'firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name';
const csv = [
  csvHeader,
  ...Array.from({ length: 5_000 }, (_, n) => `A,B,flood${n}@org1.example,+91,98${n},C,Auditee,,d@e.example,F`),
].join('\n');

function upload(operation: object) {
  const boundary = 'soak';
  const part = (name: string, text: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const body = [
    part('operations', JSON.stringify(operation)),
    part('map', '{"0":["variables.file"]}'),
    part('0', csv, '; filename="users.csv"\r\ncontent-type: text/csv'),
    `--${boundary}--\r\n`,
  ].join('');
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const documentBytes = 127 * 1024;

/** Floods of requests that are costly to answer, to refuse or to parse. */
export function floods(pool: Pool, origin: string, size: Size): Flood[] {
  const send = (headers: Record<string, string>, body: string) => post(pool, headers, body).then(() => null);
  const ask = (operation: object, owner: number | 'admin' = 'admin') =>
    send(withKey(apiKeyOf(owner)), JSON.stringify(operation));
  const all = listOperations(size).map(({ operation }) => operation);
  const preview = upload(
    operationNamed('UserUploadForm_Preview', { file: null, organisationId: '1', corrections: [] }),
  );
  const tokens = ' a'.repeat(documentBytes / 2 - 50);
  const comment = 'x'.repeat(documentBytes - 100);
  const check = { query: '{ verifyActivity(organisationId: "1") { whole checked } }' };
  const users = { query: '{ organisation(id: "2") { users(first: 100) { nodes { id } } } }' };
  return [
    { what: 'lists, searches and details', send: (place) => ask(all[place % all.length] ?? {}) },
    { what: 'documents with 1,000 tokens and 15 aliases', send: (place) => ask({ query: wide(place) }) },
    {
      what: 'texts to encrypt',
      send: () => ask({ query: `mutation { encrypt(data: "${'x'.repeat(9_000)}") { data } }` }),
    },
    {
      what: 'wrong passwords',
      send: (place) => {
        const { page, body } = signInRequest(origin, emailOf(1, 100 + (place % 500)), 'Wrong-passw0rd');
        return send(page, body);
      },
    },
    { what: 'documents of 128 kB of tokens', atOnce, send: (place) => ask({ query: `{ a${place}${tokens} }` }) },
    {
      what: 'documents of 128 kB of comments',
      atOnce,
      send: (place) => ask({ query: `{ __typename } #${place}${comment}` }),
    },
    { what: 'verifications of the activity log', atOnce, send: () => ask(check) },
    {
      what: '30,000 requests over the limit',
      atOnce,
      most: 30_000,
      send: () => ask(users, 2),
    },
    {
      what: 'previews of 5,000 users',
      atOnce,
      send: () => send({ ...withKey(apiKeyOf(1)), ...preview.headers }, preview.body),
    },
  ];
}

const atOnce = 40;

/** A new document each time, so that it is parsed, validated and compiled. */
const wide = (place: number) =>
  `query Wide${place} { ${Array.from(
    { length: 10 },
    (_, n) => `a${n}: organisation(id: "${1 + n}") { id brandName counts { assessors auditees } facility { city } }`,
  ).join(' ')} }`;
