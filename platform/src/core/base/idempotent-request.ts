/** A request with an idempotency key: its commands run once per user, call and key. */
export interface IdempotentRequest {
  userId: number;
  call: string;
  key: string;
  inputHash: string;
  /** The number of commands that the request has started. */
  commands: number;
}
