/** The idempotency key of a request, and a hash of the input that belongs to it. */
export interface RequestIdempotencyKey {
  call: string;
  key: string;
  inputHash: string;
}

/** A person, or a key of an organisation. */
export interface CallerOwner {
  column: 'ent_usr_id' | 'api_key_id';
  id: number;
}

/** A request with an idempotency key: its commands run once per user, call and key. */
export interface IdempotentRequest extends RequestIdempotencyKey {
  owner: CallerOwner;
  /** The number of commands that the request has started. */
  commands: number;
}
