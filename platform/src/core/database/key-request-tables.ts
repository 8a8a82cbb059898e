import type { GeneratedAlways } from 'kysely';

/** The request logs of API keys. */
export interface KeyRequestTables {
  key_request: {
    id: GeneratedAlways<number>;
    api_key_id: number;
    at: Date;
    /** The name that the program gave its operation, or method and path. */
    operation: string | null;
    /** The code of the first error; null: it succeeded. */
    code: string | null;
    cost: number | null;
    ms: number;
    request_id: string;
  };
  /** How many requests of an hour gateways could not report. */
  missing_key_requests: { api_key_id: number; hour: Date; count: number };
}
