/** A refusal as a gateway reports it, without its request. */
export const gatewayRefusal = {
  action: 'deactivateUser',
  reason: 'FORBIDDEN',
  target_type: 'ent_usr',
  target_id: '7',
  via: 'session',
  key_hash: null,
  email_hash: null,
  client_address: '192.0.2.9',
} as const;
