import { expect, test } from 'vitest';
import {
  describeIncompleteProduction,
  isLocalAddress,
  listenError,
  onOffSetting,
  optionalSetting,
  readSettings,
  StartError,
  secretsSetting,
  sharedSettings,
  wholeNumberSetting,
} from './settings.ts';

const messageOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  return null;
};

const list = {
  port: wholeNumberSetting('PORT', 3000, '', { max: 65_535 }),
  strict: onOffSetting('STRICT', 'off', ''),
  secret: secretsSetting('SECRET', ''),
  limit: optionalSetting(wholeNumberSetting('LIMIT', 0, '')),
};

test('DESIGN-7 an unset or blank setting has its default', () => {
  expect(readSettings(list, { PORT: ' ', OTHER: 'x' })).toEqual({
    port: 3000,
    strict: false,
    secret: [],
    limit: undefined,
  });
});

test('DESIGN-7 every wrong value is named in one line with what is allowed, a secret without its value', () => {
  expect(messageOf(() => readSettings(list, { PORT: '0', STRICT: 'yes', SECRET: 'canary' }))).toBe(
    'PORT must be a whole number from 1 to 65535 (it is "0"). STRICT must be on or off (it is "yes"). SECRET must be at least ' +
      '32 characters, or two such values separated by a comma while it is changed: new, old (its value is not shown).',
  );
});

test('BOOT-13 an address with a password is not shown, whatever the setting', () => {
  const { tracesEndpoint } = sharedSettings;
  expect(
    messageOf(() =>
      readSettings({ tracesEndpoint }, { [tracesEndpoint.name]: 'http://user:canary@traces.example/?x' }),
    ),
  ).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT must be .+ \(its value is not shown\)\.$/);
});

test('DESIGN-7 the public address follows the port, and only a header may be empty', () => {
  const read = (env: Record<string, string>) => readSettings(sharedSettings, env);
  expect(read({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/');
  expect(read({ PORT: 'x' }).publicUrl.href).toBe('http://localhost:3000/');
  expect(read({ SESSION_TOKEN_HEADER: '', API_KEY_HEADER: '' })).toMatchObject({
    sessionTokenHeader: '',
    apiKeyHeader: 'api-key',
  });
});

test('DESIGN-7 production is an address that is not this machine, and all missing settings are named', () => {
  const local = ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1', 'http://a.localhost'];
  expect(local.map((text) => isLocalAddress(new URL(text)))).toEqual([true, true, true, true]);
  expect(describeIncompleteProduction(new URL('http://localhost'), { SECRET: true })).toBeNull();
  expect(describeIncompleteProduction(new URL('http://a.example'), { SECRET: true, SMTP: false })).toBe(
    'PUBLIC_URL is not localhost, so this is production, and production requires: an https PUBLIC_URL, SECRET.',
  );
});

test('DESIGN-7 a port that cannot be listened on is reported in one line that names the setting', () => {
  const say = (code: string) => listenError('PORT', { host: 'h', port: 80 }, { code, message: `${code}: no, listen` });
  expect(say('EADDRINUSE').message).toBe('PORT 80 on h is in use: free it, or set another port.');
  expect(say('EACCES').message).toBe('PORT 80 on h cannot be listened on: no (EACCES).');
  expect(say('EADDRNOTAVAIL').message).toBe('HOST h cannot be listened on: no (EADDRNOTAVAIL).');
});

test('CONST-4 a device is remembered for 30 days unless the operator sets another number', () => {
  const { otpRememberDays } = sharedSettings;
  const daysWith = (env: Record<string, string>) => readSettings({ otpRememberDays }, env).otpRememberDays;
  expect([daysWith({}), daysWith({ OTP_REMEMBER_DAYS: '7' })]).toEqual([30, 7]);
});
