export type Json = Record<string, unknown>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ScimResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Empty when the response is not a JSON object. */
  body: Json;
}

export interface ScimRequest {
  /** A string is sent unchanged. */
  body?: Json | string;
  headers?: Record<string, string>;
}

/** Sends requests to a SCIM server, without redirects and cookies. */
export class ScimClient {
  readonly base: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.base = url;
    this.#key = key;
  }

  async send(method: Method, path: string, { body, headers }: ScimRequest = {}): Promise<ScimResponse> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${this.#key}`,
        accept: 'application/scim+json',
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: objectOf(text) };
  }
}

function objectOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of attribute names; undefined if there is none. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), value);

/** The objects of a multi-valued attribute. */
export const objectsAt = (value: unknown, ...path: string[]): Json[] => {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
};
