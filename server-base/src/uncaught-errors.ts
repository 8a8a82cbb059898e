interface Running {
  log: { fatal(fields: { err: unknown }, text: string): void };
  close(): Promise<void>;
}

interface Process {
  once(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/** Logs an uncaught error, completes requests and exits with code 1, because the state is unknown. A second error exits at once. */
export function exitOnUncaughtError(process: Process, { log, close }: Running): void {
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error: the process exits');
    const end = () => process.exit(1);
    close().then(end, end);
  });
}
