interface Running {
  log: { fatal(fields: { err: unknown }, text: string): void };
  /** Finishes requests in progress. */
  close(): Promise<void>;
}

/** The part of Node's `process` that is needed. */
interface Process {
  once(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * Logs an uncaught error, answers the requests in progress and ends the process with exit code 1, because its state is unknown. A second such error ends
 * it at once, as Node does by default.
 */
export function exitOnUncaughtError(process: Process, { log, close }: Running): void {
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error: the process exits');
    const end = () => process.exit(1);
    close().then(end, end);
  });
}
