/** A metric that an operator command writes into a file, which node_exporter reads. It has no label `server`. */
interface FileMetric {
  labels: readonly string[];
  help: string;
}

/** Every metric of a file. All are gauges. */
export const fileMetricList = {
  console_probe_success: {
    labels: [],
    help: '1 if the last probe could sign in, read a page and sign out, otherwise 0.',
  },
  console_probe_duration_seconds: {
    labels: ['step'],
    help: 'Duration of a step of the last probe: `page`, `sign_in`, `read` or `sign_out`. Absent for a step that was not reached.',
  },
  console_probe_certificate_expiry_timestamp_seconds: {
    labels: [],
    help: 'When the certificate of PUBLIC_URL expires. Absent with http, and while there is no TLS connection.',
  },
  console_probe_last_run_timestamp_seconds: { labels: [], help: 'When the last probe ended.' },
} as const satisfies Record<string, FileMetric>;

export type FileMetricName = keyof typeof fileMetricList;
