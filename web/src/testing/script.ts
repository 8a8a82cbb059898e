import { onTestFinished } from 'vitest';

/** One request of the console, as the gateway would receive it. */
export interface Call {
  name: string;
  variables: Record<string, unknown>;
  headers: Headers;
  secret: string | null;
  keepalive: boolean;
  signal: AbortSignal | null;
  /** The parts of a multipart request, when files were sent. */
  form: FormData | null;
}

export interface Answer {
  data?: unknown;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
  status?: number;
}

export type Gateway = (call: Call) => Answer | Response | Promise<Answer | Response>;

/** Operations that pages with lists of users or invitations send once they are rendered. They get a response and are not recorded. */
export const backgroundOperations = {
  invitations: 'InvitationSection',
  bulkActions: 'RecentBulkJob',
  singleSignOn: 'SingleSignOn_Available',
  confirmation: 'Confirmation_Ways',
  supervisor: 'Supervisor',
  unsentEmails: 'useUnsentEmails',
};

const body = ({ data, errors, status = 200 }: Answer): Response =>
  new Response(JSON.stringify({ ...(data === undefined ? {} : { data }), ...(errors ? { errors } : {}) }), {
    status,
    headers: { 'content-type': 'application/graphql-response+json' },
  });

/**
 * A `fetch` that passes each operation to the scripted gateway and records it. Aborting works as in the real one. After the test it no longer responds:
 * a late response would be rendered in the next test.
 */
export const scriptedFetch = (gateway: Gateway) => {
  const calls: Call[] = [];
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  const responsePage = async (name: string) => {
    const headers = new Headers();
    const page = await gateway({
      name,
      variables: {},
      headers,
      secret: null,
      keepalive: false,
      signal: null,
      form: null,
    });
    return page instanceof Response ? page : body(page);
  };
  const send = async (address: unknown, init: RequestInit = {}): Promise<Response> => {
    // A page of the gateway.
    if (init.body === undefined) return responsePage(`GET ${address}`);
    const form = init.body instanceof FormData ? init.body : null;
    const { operationName, variables = {} } = JSON.parse(String(form ? form.get('operations') : init.body));
    const headers = new Headers(init.headers);
    const call: Call = {
      name: operationName,
      variables,
      headers,
      secret: headers.get('x-console-page'),
      keepalive: init.keepalive ?? false,
      signal: init.signal ?? null,
      form,
    };
    if (!Object.values(backgroundOperations).includes(operationName)) calls.push(call);
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    const answer = await Promise.race([Promise.resolve().then(() => gateway(call)), aborted]);
    if (over) await new Promise<never>(() => {});
    return answer instanceof Response ? answer : body(answer);
  };
  return { calls, send: send as typeof fetch };
};

/** A response that the test releases. */
export const held = <T>() => Promise.withResolvers<T>();
