import { AsyncLocalStorage } from 'node:async_hooks';

interface AccountHolder {
  accountId: number | null;
}

const requests = new AsyncLocalStorage<AccountHolder>();

export const runForRequest = (request: AccountHolder, next: () => void): void => requests.run(request, next);

/** Sets the account in the log line of a request, also when it is refused. */
export function noteAccount(id: number | null | undefined): void {
  const request = requests.getStore();
  if (request && id != null) request.accountId = id;
}
