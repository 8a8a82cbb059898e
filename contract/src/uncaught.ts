/** What a process does about an error that nothing caught; both servers do the same. */

interface Running {
  log: { fatal(fields: { err: unknown }, text: string): void };
  /** Lets what is under way finish. */
  close(): Promise<void>;
}

/** The part of Node's `process` that is needed. */
interface Process {
  once(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * After an error that nothing caught the state of a process is unknown: it is logged, what is under way is answered, and the process ends with exit code
 * 1, to be started again. A second such error meanwhile ends it at once, as Node does by itself.
 */
export function endAfterUncaughtError(process: Process, { log, close }: Running): void {
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'an error was not caught: the process ends');
    const end = () => process.exit(1);
    close().then(end, end);
  });
}
