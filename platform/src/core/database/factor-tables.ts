import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of authenticator apps. */
export interface FactorTables {
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
}
