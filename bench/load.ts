import autocannon from 'autocannon';

/** A request of the load, sent as JSON when it has a body. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  port: number;
  /** Each client sends them in turn, beginning with another one. */
  requests: readonly LoadRequest[];
  clients: number;
  /** Each client has a key of its own, so that the load is of as many callers: the key of the request with the client's number. */
  ownKeys?: boolean;
  /** How many answers; without it, as many as there are in `seconds`. */
  amount?: number;
  seconds?: number;
}

export interface Load {
  count: number;
  seconds: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/** How often autocannon looks whether it has finished. */
const sampleMs = 20;

/** A quantile of sorted values. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Sends requests with autocannon and times every answer. An error, also one in an answer with status 200, ends the bench. */
export async function load({ port, requests, clients, ownKeys, amount, seconds = 1 }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  let begin = 0;
  let refused: string | undefined;
  const began = performance.now();
  let last = began;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    ...(amount === undefined ? { duration: seconds } : { amount: Math.max(amount, clients) }),
    sampleInt: sampleMs,
    timeout: 60,
    verifyBody(body) {
      const isRight = !String(body).includes('"errors":[');
      if (!isRight) refused ??= String(body);
      return isRight;
    },
    setupClient(client) {
      const number = begin++;
      const place = number % requests.length;
      const inTurn = [...requests.slice(place), ...requests.slice(0, place)];
      client.setRequests(
        inTurn.map(({ headers, ...request }) => ({
          ...request,
          headers: { ...headers, authorization: `${headers.authorization}${ownKeys ? `-${number}` : ''}` },
        })),
      );
    },
  };
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  run.on('response', (_client, _status, _bytes, ms) => {
    times.push(ms);
    last = performance.now();
  });
  const { errors, mismatches, non2xx } = await promise;
  if (errors + mismatches + non2xx > 0)
    throw new Error(
      `${errors} requests had no answer, ${non2xx} another status than 200, ${mismatches} errors: ${refused}`,
    );
  const sorted = Float64Array.from(times).sort();
  return {
    count: sorted.length,
    seconds: (last - began) / 1_000,
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    p99Ms: quantile(sorted, 0.99),
  };
}

/** An operation of an integrator. */
export const graphqlRequest = (key: string, body: object): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${key}` },
  body: JSON.stringify(body),
});
