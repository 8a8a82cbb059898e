import { isObject, type Json, objectsAt, type ScimClient, type ScimResponse, valueAt } from './scim-client.ts';

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  serviceProvider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
} as const;

/** A requirement of the RFCs. Checks run in order, and later checks use the users of earlier ones. */
export interface Check {
  /** Such as `RFC 7644 3.3`. */
  section: string;
  requires: string;
  /** SHOULD and RECOMMENDED: a server that does otherwise is reported, and conforms. */
  isAdvice?: true;
  run(subject: Subject): Promise<void>;
}

/** The server does not meet a requirement. */
export class Violation extends Error {}

/** The requirement is about something that the server does not have. */
export class NotApplicable extends Error {}

export function ensure(condition: unknown, finding: string): asserts condition {
  if (!condition) throw new Violation(finding);
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

export function ensureEqual(found: unknown, expected: unknown, what: string): void {
  ensure(found === expected, `${what} is ${shown(found)} instead of ${shown(expected)}.`);
}

export function ensureStatus({ status, text }: ScimResponse, ...expected: number[]): void {
  ensure(
    expected.includes(status),
    `The status is ${status} instead of ${expected.join(' or ')}: ${text.slice(0, 300)}`,
  );
}

/** An error of RFC 7644 3.12: its schema, the status as a string, and the `scimType` if the RFC names one. */
export function ensureError(answer: ScimResponse, status: number, ...scimTypes: string[]): void {
  ensureStatus(answer, status);
  const { schemas: found, status: written, scimType } = answer.body;
  ensure(Array.isArray(found) && found.includes(schemas.error), `The body is not a SCIM error: ${shown(answer.text)}`);
  ensureEqual(written, String(status), 'status of the error');
  if (scimTypes.length > 0)
    ensure(
      scimTypes.includes(String(scimType)),
      `scimType is ${shown(scimType)} instead of ${scimTypes.join(' or ')}.`,
    );
}

/** The resources of a list response, of which the envelope is checked. */
export function resourcesOf(answer: ScimResponse): Json[] {
  ensureStatus(answer, 200);
  const { schemas: found, totalResults, Resources: resources = [] } = answer.body;
  ensure(Array.isArray(found) && found.includes(schemas.list), `The body is not a ListResponse: ${shown(answer.text)}`);
  ensure(Number.isInteger(totalResults), `totalResults is ${shown(totalResults)}.`);
  ensure(Array.isArray(resources), `Resources is ${shown(resources)}.`);
  return resources.filter(isObject);
}

/** The server under test, and the users that the checks have created. */
export class Subject {
  readonly client: ScimClient;
  /** Part of the names of all users of this check. */
  readonly tag: string;
  /** The ServiceProviderConfig; empty before it was read. */
  config: Json = {};
  /** The attributes of the User schema, by name; empty before they were read. */
  attributes: ReadonlyMap<string, Json> = new Map();
  readonly #created = new Map<string, string>();
  readonly #users = new Map<number, string>();

  constructor(client: ScimClient, tag: string) {
    this.client = client;
    this.tag = tag;
  }

  /** A request to create the user with this number. */
  person(number: number): Json & { userName: string } {
    const userName = `check-scim-${this.tag}-${number}@check-scim.example`;
    return {
      schemas: [schemas.user],
      userName,
      externalId: `Check-SCIM-${this.tag}-${number}`,
      name: { givenName: 'Check', familyName: `Scim ${number}` },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    };
  }

  /** Creates a user. Whatever the server creates is deleted at the end, even where it should have been refused. */
  async post(body: Json | string, headers: Record<string, string> = {}): Promise<ScimResponse> {
    const answer = await this.client.send('POST', '/Users', { body, headers });
    const { id, userName } = answer.body;
    if (answer.status === 201 && typeof id === 'string') this.#created.set(id, String(userName));
    return answer;
  }

  /** Creates the user with this number for the checks that follow. */
  async create(number: number, body: Json = this.person(number)): Promise<ScimResponse> {
    const answer = await this.post(body);
    ensureStatus(answer, 201);
    ensure(typeof answer.body.id === 'string', `id is ${shown(answer.body.id)}.`);
    this.#users.set(number, answer.body.id);
    return answer;
  }

  /** The path of a user that an earlier check has created. */
  path(number: number): string {
    return `/Users/${encodeURIComponent(this.id(number))}`;
  }

  id(number: number): string {
    const id = this.#users.get(number);
    if (id === undefined) throw new NotApplicable('The user of this check could not be created.');
    return id;
  }

  async read(number: number): Promise<ScimResponse> {
    const answer = await this.client.send('GET', this.path(number));
    ensureStatus(answer, 200);
    return answer;
  }

  patch(number: number, operations: readonly Json[], headers: Record<string, string> = {}): Promise<ScimResponse> {
    const body = { schemas: [schemas.patch], Operations: operations };
    return this.client.send('PATCH', this.path(number), { body, headers });
  }

  /** The users of a filter. */
  find(filter: string, parameters: Record<string, string> = {}): Promise<ScimResponse> {
    return this.client.send('GET', `/Users?${new URLSearchParams({ filter, ...parameters })}`);
  }

  deleted(id: string): void {
    this.#created.delete(id);
  }

  /** Value of `feature` in the ServiceProviderConfig; without it the check does not apply. */
  needs(feature: 'patch' | 'filter' | 'etag'): void {
    if (valueAt(this.config, feature, 'supported') !== true)
      throw new NotApplicable(`The server does not support ${feature}.`);
  }

  /** An optional string attribute of the User schema; the check does not apply without one. */
  get optionalAttribute(): string {
    for (const name of ['nickName', 'displayName', 'title']) if (this.attributes.has(name)) return name;
    throw new NotApplicable('The User schema has none of nickName, displayName and title.');
  }

  /** Deletes the users of this check, and those of an earlier check with the same names. Returns the names that are left, with the reason. */
  async clean(): Promise<string[]> {
    const { client } = this;
    for (const number of [1, 2, 3]) {
      const { userName } = this.person(number);
      const filter = new URLSearchParams({ filter: `userName eq "${userName}"` });
      const { body } = await client.send('GET', `/Users?${filter}`);
      for (const { id } of objectsAt(body, 'Resources')) if (typeof id === 'string') this.#created.set(id, userName);
    }
    const left: string[] = [];
    for (const [id, userName] of this.#created) {
      const reason = await deletionProblem(client, id);
      if (reason === null) this.#created.delete(id);
      else left.push(`${userName} (${id}): ${reason}`);
    }
    return left;
  }
}

/** Deletes a user; returns the reason if the user is still there. */
async function deletionProblem(client: ScimClient, id: string): Promise<string | null> {
  try {
    const { status, text } = await client.send('DELETE', `/Users/${encodeURIComponent(id)}`);
    return status === 204 || status === 404 ? null : `${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return (error as Error).message;
  }
}
