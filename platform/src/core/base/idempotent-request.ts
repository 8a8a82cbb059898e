export interface RequestIdempotencyKey {
  call: string;
  key: string;
  inputHash: string;
}

/** Owner of the key: a user, or an organisation key. */
export interface CallerOwner {
  column: 'ent_usr_id' | 'api_key_id';
  id: number;
}

/** A request with commands that run once per user, call and key. */
export interface IdempotentRequest extends RequestIdempotencyKey {
  owner: CallerOwner;
  commands: number;
}
