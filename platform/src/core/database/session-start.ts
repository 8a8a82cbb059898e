/** What a session began with. */
export type SessionStart = 'password' | 'passkey' | 'provider';
