import { AsyncLocalStorage } from 'node:async_hooks';

interface AccountHolder {
  accountId: number | null;
}

const requests = new AsyncLocalStorage<AccountHolder>();

/** Runs `next` and all that follows from it for a request that has no caller. */
export const runForRequest = (request: AccountHolder, next: () => void): void => requests.run(request, next);

/** Notes for the request's line in the log whose account it is about, also when it is refused. */
export function noteAccount(id: number | null | undefined): void {
  const request = requests.getStore();
  if (request && id != null) request.accountId = id;
}
