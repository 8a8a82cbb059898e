/** Bounds of histograms in seconds. Few bounds, because each one adds a series for every operation. */
const buckets = [0.05, 0.25, 1, 5];

interface Metric {
  /** `file`: a gauge that an operator command writes into a file, which node_exporter reads. It has no label `server`. */
  type: 'counter' | 'gauge' | 'histogram' | 'file';
  labels: readonly string[];
  help: string;
  buckets?: readonly number[];
}

/** Our metrics. Labels have closed lists of values (operations, calls, error codes), never ids, addresses or a caller's choice. */
export const metricList = {
  console_requests_total: {
    type: 'counter',
    labels: ['operation', 'code'],
    help: 'Requests. Gateway: `operation` is the operation of the console, `unnamed` for other documents, or `other` if it is not GraphQL. `code` is `OK`, the code of the first error, or the status. Platform: the call and the status.',
  },
  console_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    help: 'Duration of requests.',
    buckets,
  },
  console_objective_requests_total: {
    type: 'counter',
    labels: ['objective', 'outcome'],
    help: 'GraphQL operations by objective, `good` or `bad`. `availability`: bad if the first error is `INTERNAL` or `UPSTREAM_…`, or the status is 5xx. `latency`: bad if it took more than a second. Both start at 0.',
  },
  console_product_api_calls_total: {
    type: 'counter',
    labels: ['call', 'outcome'],
    help: 'Product API calls. `outcome` is `DONE`, `UNCHANGED`, or the code of the failure.',
  },
  console_product_api_call_duration_seconds: {
    type: 'histogram',
    labels: ['call'],
    help: 'Duration of product API calls, including the time in the queue.',
    buckets,
  },
  console_sign_ins_total: {
    type: 'counter',
    labels: ['method', 'outcome'],
    help: 'Sign-in steps: the mutation, and the type of its result or the code of its error. Successful sign-ins of PROBE_EMAIL are not counted.',
  },
  console_breaker_open: {
    type: 'gauge',
    labels: ['call', 'scope'],
    help: '1 while calls are refused after outages: for all callers (`all`), or for at least one (`caller`).',
  },
  console_bulkhead_running: { type: 'gauge', labels: ['pool'], help: 'Product API calls in progress.' },
  console_bulkhead_waiting: { type: 'gauge', labels: ['pool'], help: 'Product API calls in the queue.' },
  console_bulkhead_places: { type: 'gauge', labels: ['pool'], help: 'Limit of product API calls in progress.' },
  console_queue_depth: {
    type: 'gauge',
    labels: ['queue'],
    help: 'Queued tasks: documents to parse, refusals to report, passwords to check, images to render.',
  },
  console_degraded: {
    type: 'gauge',
    labels: ['reason'],
    help: '1 while the server works without a dependency. Gateway, `product_api`: the last product API call was an outage, or a breaker is open for all callers. Gateway, `shared_state`: the server of REDIS_URL does not respond. Platform, `database`: the database does not respond. Platform, `replica`: the replica of DATABASE_READ_URL is not used.',
  },
  console_shared_state_failures_total: {
    type: 'counter',
    labels: [],
    help: 'Requests to the server of REDIS_URL without a response in time. Absent without REDIS_URL.',
  },
  console_metrics_absent: {
    type: 'gauge',
    labels: ['family'],
    help: '1 if this group of metrics is missing in the response because it could not be read within a second.',
  },
  console_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Database connections of the pool, `busy` or `idle`. Absent with the embedded database.',
  },
  console_database_connections_limit: {
    type: 'gauge',
    labels: [],
    help: 'Limit of database connections of the pool. Absent with the embedded database.',
  },
  console_database_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Statements and transactions that wait for a connection, or for an unavailable database. Absent with the embedded database.',
  },
  console_database_server_connections: {
    type: 'gauge',
    labels: [],
    help: 'Connections of the server of DATABASE_URL, including those of other programs and databases. Absent with the embedded database.',
  },
  console_database_server_connections_limit: {
    type: 'gauge',
    labels: [],
    help: 'Connections that this server accepts from roles that are not superusers (`max_connections` without the reserved ones). Absent with the embedded database.',
  },
  console_clock_offset_seconds: {
    type: 'gauge',
    labels: [],
    help: 'How far the clock of the platform is ahead of the clock of the database. Negative if it is behind. Absent with the embedded database.',
  },
  console_replica_lag_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the last transaction that the replica has replayed, or 0 if it has replayed all. Absent without DATABASE_READ_URL and while the replica does not respond.',
  },
  console_replica_reads_total: {
    type: 'counter',
    labels: ['source'],
    help: 'Reads of lists, searches, counts and exports, by the server that was used: `replica` or `primary`. Absent without DATABASE_READ_URL.',
  },
  console_background_runs_total: {
    type: 'counter',
    labels: ['work', 'outcome'],
    help: 'Runs of background work, `done` or `failed`. `work`: `chain` and `heads` (hash chains of the activity log), `purge` (deletion of expired data), `collations` (sort order of text). Others are `expiries`, `indexes`, `spellings`, `secrets`, `reminders`, `notices`, `digests`, `released` and `reviews`. `spellings` converts email domains to their ASCII form. `digests` sends the emails about pending items. `released` deactivates users with a blocked sign-in who are no longer responders. `reviews` starts recurring access reviews and replaces reviewers. Both outcomes exist from the start.',
  },
  console_background_last_done_timestamp_seconds: {
    type: 'gauge',
    labels: ['work'],
    help: 'When this background work last succeeded. Before the first run, the start of the process. `secrets` is absent unless `PLATFORM_SECRET` has two values.',
  },
  console_collation_changed: {
    type: 'gauge',
    labels: [],
    help: '1 while the database sorts text with another library version than its indexes were built with. Absent until the first check, at the start.',
  },
  console_audit_chain_checks_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Checks of the hash chain of the activity log by users and programs: `intact`, `broken`, or `head_differs` for a break in a check with a head from the caller.',
  },
  console_audit_chain_pending: {
    type: 'gauge',
    labels: [],
    help: 'Events of the activity log that are not in a hash chain yet.',
  },
  console_mails_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Queued emails, neither sent nor given up. 0 with an outbox, where all stay.',
  },
  console_mails_oldest_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest queued email, or 0 if there is none.',
  },
  console_webhook_deliveries_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Queued webhook deliveries, including retries to receivers that fail.',
  },
  console_webhook_deliveries_late_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Time since the most overdue delivery was due, or 0 if none is overdue.',
  },
  console_jobs_waiting: { type: 'gauge', labels: ['queue'], help: 'Queued jobs, including those to be retried.' },
  console_jobs_oldest_seconds: { type: 'gauge', labels: ['queue'], help: 'Age of the oldest queued job.' },
  console_keys_expiring: {
    type: 'gauge',
    labels: ['within'],
    help: 'API keys that expire within `7d` or `30d`.',
  },
  console_client_secrets_expiring: {
    type: 'gauge',
    labels: ['within'],
    help: 'Client secrets of organisations with single sign-on turned on that have expired (`expired`) or expire within `7d` or `30d`.',
  },
  console_secret_rotating: {
    type: 'gauge',
    labels: ['secret'],
    help: '1 while the setting of a secret has two values, `new,old`.',
  },
  console_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the command `backup` last completed a backup. 0 before the first one, and in a restored copy.',
  },
  console_table_rows: {
    type: 'gauge',
    labels: ['table'],
    help: 'Estimate by PostgreSQL of the rows of a table. Absent before the first analysis.',
  },
  console_probe_success: {
    type: 'file',
    labels: [],
    help: '1 if the last probe could sign in, read a page and sign out, otherwise 0.',
  },
  console_probe_duration_seconds: {
    type: 'file',
    labels: ['step'],
    help: 'Duration of a step of the last probe: `page`, `sign_in`, `read` or `sign_out`. Absent for a step that was not reached.',
  },
  console_probe_certificate_expiry_timestamp_seconds: {
    type: 'file',
    labels: [],
    help: 'When the certificate of PUBLIC_URL expires. Absent with http, and while there is no TLS connection.',
  },
  console_probe_last_run_timestamp_seconds: { type: 'file', labels: [], help: 'When the last probe ended.' },
} as const satisfies Record<string, Metric>;

type MetricName = keyof typeof metricList;
type MetricsOfType<T extends Metric['type']> = {
  [N in MetricName]: (typeof metricList)[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = MetricsOfType<'counter'>;
export type HistogramName = MetricsOfType<'histogram'>;
export type GaugeName = MetricsOfType<'gauge'>;
export type FileMetricName = MetricsOfType<'file'>;
export type LabelsOf<N extends MetricName> = Record<(typeof metricList)[N]['labels'][number], string>;
