/** A start that cannot go on for a reason the operator can mend. The message is one line and is all that is printed; the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The short reason of a failed system call, such as `permission denied (EACCES)`. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const text = /^E[A-Z]+: ([^,]+)/.exec(message ?? '')?.[1];
  return text && code ? `${text} (${code})` : (message ?? String(error)).replace(/\s+/g, ' ');
}
