export interface RequestIdempotencyKey {
  call: string;
  key: string;
  inputHash: string;
}

/** A person, or an organisation key. */
export interface CallerOwner {
  column: 'ent_usr_id' | 'api_key_id';
  id: number;
}

/** Its commands run once per user, call and key. */
export interface IdempotentRequest extends RequestIdempotencyKey {
  owner: CallerOwner;
  commands: number;
}
