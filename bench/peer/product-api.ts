import {
  type AugmentedRequest,
  RESTDataSource,
  type RequestDeduplicationPolicy,
  type RequestOptions,
} from '@apollo/datasource-rest';
import type { ApolloServer } from '@apollo/server';

// biome-ignore lint/suspicious/noExplicitAny: as a first version of a gateway treats the bodies of a REST API.
export type Body = any;

const cacheSeconds = 600;

export class ProductApi extends RESTDataSource {
  override baseURL = process.env.PRODUCT_API_URL ?? '';
  // Apollo Server copies the context object, and private fields like #key would be lost.
  private readonly key: string;

  constructor(key: string, cache: ApolloServer['cache']) {
    super({ cache });
    this.key = key;
  }

  protected override willSendRequest(_path: string, { headers }: AugmentedRequest): void {
    headers['api-key'] = this.key;
  }

  /** All calls only read. Equal calls of a request are sent once. */
  protected override requestDeduplicationPolicyFor(url: URL, { body }: RequestOptions): RequestDeduplicationPolicy {
    return { policy: 'deduplicate-until-invalidated', deduplicationKey: `${url} ${body}` };
  }

  read(path: string, query: Body = {}): Promise<Body> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, String(one)]),
    );
    return this.get(path, { params: new URLSearchParams(given) });
  }

  readWithBody(path: string, body: object): Promise<Body> {
    return this.post(path, { body });
  }

  /** REST-3: the user of the request, with the number of pending items, which nearly every page shows. */
  async caller(): Promise<Body> {
    const body = { task: { api_key: this.key }, with_pending_count: true };
    return (await this.readWithBody('/tasks/api_user_detail', body)).user;
  }

  /** An option list, cached for all callers as long as the gateway caches it. */
  async options(path: string, name: string): Promise<Body[]> {
    return (await this.get<Body>(path, { cacheOptions: { ttl: cacheSeconds } }))[name];
  }
}
