import { AsyncLocalStorage } from 'node:async_hooks';

interface AccountHolder {
  accountId: number | null;
}

const requests = new AsyncLocalStorage<AccountHolder>();

/** Runs `next` and all that follows from it for a request that has no caller. */
export const runForRequest = (request: AccountHolder, next: () => void): void => requests.run(request, next);

/** Notes the account that a request is about for its line in the log, also when it is refused. */
export function noteAccount(id: number | null | undefined): void {
  const request = requests.getStore();
  if (request && id != null) request.accountId = id;
}
