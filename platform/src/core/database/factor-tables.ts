import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of authenticator apps, passkeys and counted attempts. */
export interface FactorTables {
  attempt_count: {
    key: string;
    failures: number;
    window_ends_at: Date;
    blocked_until: Date | null;
    counted_at: Date | null;
  };
  /** The authenticator apps of users. */
  app_factor: {
    ent_usr_id: number;
    secret_sealed: string;
    /** The 30-second step of the last code that was used. */
    last_step: number;
    created_at: Date;
  };
  /** Authenticator apps that are not confirmed yet, one for a session. */
  app_setup: {
    id: GeneratedAlways<number>;
    session_id: number;
    ent_usr_id: number;
    secret_sealed: string;
    tries: Generated<number>;
    expires_at: Date;
  };
  /** Recovery codes that are not used. */
  recovery_code: { ent_usr_id: number; code_hash: string };
  passkey: {
    id: GeneratedAlways<number>;
    ent_usr_id: number;
    name: string;
    /** In base64url, as browsers write it. */
    credential_id: string;
    /** COSE, in base64url. */
    public_key: string;
    /** How often the device says that it has signed; 0 where it does not count. */
    sign_count: number;
    transports: string[];
    created_at: Date;
    last_used_at: Date | null;
  };
  /** Challenges that were used to sign in or to make a passkey, until they expire. */
  used_passkey_challenge: { challenge_hash: string; expires_at: Date };
}
