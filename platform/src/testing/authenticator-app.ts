import { Secret, TOTP } from 'otpauth';
import { fixturePassword, type UserName } from './fixtures.ts';
import type { TestPlatform } from './platform.ts';

/** Code of an authenticator app with this secret at a time. */
export const appCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** A user's authenticator app that was set up in a session. */
export interface TestApp {
  secret: string;
  recoveryCodes: string[];
  key: string;
}

/** Begins a set-up in a session. */
export async function beginAppSetup(
  platform: TestPlatform,
  key: string,
): Promise<{ setup_id: number; secret: string; uri: string }> {
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return (await platform.call('POST /consoles/ext/set_up_app', { key })).json();
}

/** Sets up an app of a user in a new session. This uses up the current code; the next one is still valid. */
export async function setUpTestApp(platform: TestPlatform, user: UserName): Promise<TestApp> {
  const { apiKey: key } = await platform.signIn(user);
  const { setup_id, secret } = await beginAppSetup(platform, key);
  const body = { setup_id, code: appCode(secret, platform.now()) };
  const answer = await platform.call('POST /consoles/ext/confirm_app', { key, body });
  return { secret, key, recoveryCodes: answer.json().recovery_codes };
}
