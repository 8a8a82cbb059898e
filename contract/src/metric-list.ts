/** Seconds. Few, because each is a series for every operation. */
const buckets = [0.05, 0.25, 1, 5];

/** A metric: its type, the labels besides `server`, and what it says. */
interface Metric {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  help: string;
  buckets?: readonly number[];
}

/**
 * Every metric of ours. Label values come from closed lists: operations of the console, declared calls, error codes, names in the code. No label has an id, an
 * address or anything that a caller chooses.
 */
export const metricList = {
  console_requests_total: {
    type: 'counter',
    labels: ['operation', 'code'],
    help: 'Answered requests. Gateway: the operation of the console, `unnamed` for other documents, `other` for what is no GraphQL; `OK`, the code of the first error, or the status. Platform: the call and the status.',
  },
  console_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    help: 'Time until a request was answered.',
    buckets,
  },
  console_objective_requests_total: {
    type: 'counter',
    labels: ['objective', 'outcome'],
    help: 'Operations of GraphQL by objective, `good` or `bad`. `availability`: bad if the first error is `INTERNAL` or `UPSTREAM_…`, or the status is 5xx. `latency`: bad after more than a second. Both start at 0.',
  },
  console_product_api_calls_total: {
    type: 'counter',
    labels: ['call', 'outcome'],
    help: 'Calls of the product API: `DONE`, `UNCHANGED`, or the code of the failure.',
  },
  console_product_api_call_duration_seconds: {
    type: 'histogram',
    labels: ['call'],
    help: 'Time of a call of the product API, waiting for its turn included.',
    buckets,
  },
  console_sign_ins_total: {
    type: 'counter',
    labels: ['method', 'outcome'],
    help: 'Steps of signing in: the mutation, and the type of its result or the code of its error. Successful sign-ins of PROBE_EMAIL are not counted.',
  },
  console_breaker_open: {
    type: 'gauge',
    labels: ['call', 'scope'],
    help: '1 while the calls of all callers (`all`), or of at least one (`caller`), are refused after outages.',
  },
  console_bulkhead_running: { type: 'gauge', labels: ['pool'], help: 'Calls under way at the product API.' },
  console_bulkhead_waiting: { type: 'gauge', labels: ['pool'], help: 'Calls that wait for a place.' },
  console_bulkhead_places: { type: 'gauge', labels: ['pool'], help: 'Calls that may be under way.' },
  console_queue_depth: {
    type: 'gauge',
    labels: ['queue'],
    help: 'Tasks that wait: documents to be parsed, refusals to be reported, passwords to be checked, pictures to be rendered.',
  },
  console_degraded: {
    type: 'gauge',
    labels: ['reason'],
    help: '1 while the server works without something. Gateway: the last call of the product API was an outage, or its breaker is open for all (`product_api`); the server of REDIS_URL does not answer (`shared_state`). Platform: the database does not answer (`database`); the replica of DATABASE_READ_URL is not used (`replica`).',
  },
  console_shared_state_failures_total: {
    type: 'counter',
    labels: [],
    help: 'Requests to the server of REDIS_URL that were not answered in time. Absent without REDIS_URL.',
  },
  console_metrics_absent: {
    type: 'gauge',
    labels: ['family'],
    help: '1 if these metrics are missing in this answer, because they could not be read within a second.',
  },
  console_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of the pool, `busy` or `idle`. Absent with the embedded database.',
  },
  console_database_connections_limit: {
    type: 'gauge',
    labels: [],
    help: 'Connections that the pool may have. Absent with the embedded database.',
  },
  console_database_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Statements and transactions that wait for a connection, or for a database that is away. Absent with the embedded database.',
  },
  console_database_server_connections: {
    type: 'gauge',
    labels: [],
    help: 'Connections of the server of DATABASE_URL, those of all programs and databases. Absent with the embedded database.',
  },
  console_database_server_connections_limit: {
    type: 'gauge',
    labels: [],
    help: 'Connections that this server takes from roles that are not superusers (`max_connections` without the reserved ones). Absent with the embedded database.',
  },
  console_clock_offset_seconds: {
    type: 'gauge',
    labels: [],
    help: 'How far the clock of the platform is ahead of the clock of the database; negative: behind. Absent with the embedded database.',
  },
  console_replica_lag_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the last transaction that the replica has replayed, 0 if it has replayed all. Absent without DATABASE_READ_URL and while the replica does not answer.',
  },
  console_replica_reads_total: {
    type: 'counter',
    labels: ['source'],
    help: 'Reads of lists, searches, counts and exports, by what has answered: `replica` or `primary`. Absent without DATABASE_READ_URL.',
  },
  console_background_runs_total: {
    type: 'counter',
    labels: ['work', 'outcome'],
    help: 'Runs of work that repeats, `done` or `failed`: the hash chain of the activity, its heads, expiries, deleting what has expired, indexes of large tables, the order of texts, secrets, reminders, notices. Both outcomes are there from the start.',
  },
  console_background_last_done_timestamp_seconds: {
    type: 'gauge',
    labels: ['work'],
    help: 'When such a run was last done; the start of the process before the first one. `secrets` is absent unless `PLATFORM_SECRET` has two values.',
  },
  console_collation_changed: {
    type: 'gauge',
    labels: [],
    help: '1 while the libraries of the database order texts in another version than the indexes were made with. Absent until the first look, at the start.',
  },
  console_audit_chain_checks_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Checks of the hash chain of the activity, by users and programs: `intact`, `broken`, or `head_differs` for a break with a head that the caller gave.',
  },
  console_audit_chain_pending: {
    type: 'gauge',
    labels: [],
    help: 'Events of the activity that are not in a hash chain yet.',
  },
  console_mails_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Mails that were neither sent nor given up; 0 with an outbox, where all stay.',
  },
  console_mails_oldest_seconds: { type: 'gauge', labels: [], help: 'Age of the oldest of them; 0 without any.' },
  console_webhook_deliveries_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Events that wait for their first or next attempt to reach a webhook, those of receivers that fail included.',
  },
  console_webhook_deliveries_late_seconds: {
    type: 'gauge',
    labels: [],
    help: 'For how long the longest due of them has waited for a place; 0 without any.',
  },
  console_jobs_waiting: { type: 'gauge', labels: ['queue'], help: 'Jobs that are not started, or are tried again.' },
  console_jobs_oldest_seconds: { type: 'gauge', labels: ['queue'], help: 'Age of the oldest of them.' },
  console_keys_expiring: {
    type: 'gauge',
    labels: ['within'],
    help: 'API keys that expire within `7d` or `30d`.',
  },
  console_client_secrets_expiring: {
    type: 'gauge',
    labels: ['within'],
    help: 'Client secrets of single sign-on that is on, which have expired (`expired`) or expire within `7d` or `30d`.',
  },
  console_secret_rotating: {
    type: 'gauge',
    labels: ['secret'],
    help: '1 while a secret of the settings has two values, `new,old`.',
  },
  console_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the last backup by the command `backup` was complete; 0 before the first, and in a restored copy.',
  },
  console_table_rows: {
    type: 'gauge',
    labels: ['table'],
    help: 'Rows of a table as PostgreSQL estimates them. Absent before the first analysis.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metricList;
type MetricsOfType<T extends Metric['type']> = {
  [N in MetricName]: (typeof metricList)[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = MetricsOfType<'counter'>;
export type HistogramName = MetricsOfType<'histogram'>;
export type GaugeName = MetricsOfType<'gauge'>;
export type LabelsOf<N extends MetricName> = Record<(typeof metricList)[N]['labels'][number], string>;
