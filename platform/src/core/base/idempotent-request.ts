/** The idempotency key of a request, and a hash of the input that belongs to it. */
export interface RequestIdempotencyKey {
  call: string;
  key: string;
  inputHash: string;
}

/** A request with an idempotency key: its commands run once per user, call and key. */
export interface IdempotentRequest extends RequestIdempotencyKey {
  userId: number;
  /** The number of commands that the request has started. */
  commands: number;
}
