import { Pool } from 'undici';
import { emailOf, password, type Size } from '../scale/fill.ts';
import { consoleOperations, operationNamed } from '../scale/operations.ts';
import { signInRequest } from '../sign-in.ts';

/** A user of the console. */
export interface SoakUser {
  operations: readonly object[];
  /** Sends an operation; returns the reason of a refusal, else null. */
  send(operation: object): Promise<string | null>;
}

const rows = 25;
const lists = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };
const own = { id: '', own: true };
const firsts = { activeFirst: rows, inactiveFirst: rows, externalFirst: rows };

const saveProfile = (designation: string) =>
  operationNamed('ProfileForm_Update', {
    input: {
      ...{ firstName: 'Soak', lastName: 'Person', designation, department: 'InfoSec' },
      supervisorEmail: 'person1@org1.example',
    },
  });

const ownPages = (seesPosts: boolean) => [
  operationNamed('OrganisationPage', { ...own, seesPosts }),
  operationNamed('ProfilePage', {}),
];
const userPages = [operationNamed('UsersPage', { ...own, ...lists, ...firsts })];

/** Administrator, Architect, two Organisers, Assessor and Auditee, with the operations of their pages. */
export function usersByRole(size: Size): { email: string; operations: object[] }[] {
  const all = consoleOperations(size).map(({ operation }) => operation);
  return [
    { email: emailOf(1, 2), operations: all },
    { email: emailOf(1, 3), operations: all },
    { email: emailOf(2, 1), operations: [...ownPages(true), ...userPages] },
    { email: emailOf(3, 1), operations: [...ownPages(true), ...userPages] },
    { email: emailOf(3, 6), operations: [...ownPages(true), ...userPages, saveProfile('Assessor')] },
    { email: emailOf(3, 8), operations: [...ownPages(false), saveProfile('Auditee')] },
  ];
}

export const connect = (port: number, connections = 64): Pool =>
  new Pool(`http://127.0.0.1:${port}`, { connections, headersTimeout: 60_000 });

const cookieIn = (header: string | string[] | undefined) =>
  [header ?? '']
    .flat()
    .find((text) => text.startsWith('__Host-console='))
    ?.split(';', 1)[0];

/** The reason of a refusal in a GraphQL answer. */
export function refusalOf(status: number, text: string): string | null {
  if (status !== 200) return `status ${status}`;
  const { errors } = JSON.parse(text) as { errors?: { message: string; extensions: { code: string } }[] };
  const [first] = errors ?? [];
  return first ? `${first.extensions.code} ${first.message.slice(0, 100)}` : null;
}

/** Signs a user in; a renewed cookie replaces the previous one. */
export async function signInUser(
  pool: Pool,
  port: number,
  email: string,
  operations: readonly object[],
): Promise<SoakUser> {
  const { page, headers, body } = signInRequest(port, email, password);
  const answer = await pool.request({ method: 'POST', path: '/graphql', headers, body });
  const text = await answer.body.text();
  let cookie = cookieIn(answer.headers['set-cookie']);
  if (cookie === undefined) throw new Error(`${email} could not be signed in: ${text}`);
  return {
    operations,
    async send(operation) {
      const sent = { ...page, cookie: cookie ?? '', 'content-type': 'application/json' };
      const request = { method: 'POST', path: '/graphql', headers: sent, body: JSON.stringify(operation) } as const;
      const { statusCode, headers: got, body: stream } = await pool.request(request);
      const received = await stream.text();
      cookie = cookieIn(got['set-cookie']) ?? cookie;
      const refusal = refusalOf(statusCode, received);
      return refusal && `${(operation as { operationName: string }).operationName}: ${refusal}`;
    },
  };
}
