import {
  answerCacheMb,
  operationLimits,
  otpMaxPerAddress,
  otpMaxPerDay,
  otpMaxPerHour,
  otpMaxTries,
  otpMinutes,
  otpResendSeconds,
  signInWindowMinutes,
} from './rules.ts';

/** Settings of the release before this one that this one does not read, and what it does instead: both may read one file of settings while they run side by side. */
export const removedSettings: Readonly<Record<string, string>> = {
  LIST_CACHE_MB: `${answerCacheMb} MB, and only with an external product API`,
  MAX_ALIASES: `${operationLimits.aliases} aliases`,
  MAX_DEPTH: `${operationLimits.depth} levels`,
  MAX_ROOT_FIELDS: `${operationLimits.rootFields} fields`,
  MAX_TOKENS: `${operationLimits.tokens} tokens`,
  OTP_MAX_PER_ADDRESS: `${otpMaxPerAddress} passcodes`,
  OTP_MAX_PER_DAY: `${otpMaxPerDay} passcodes`,
  OTP_MAX_PER_HOUR: `${otpMaxPerHour} passcodes`,
  OTP_MAX_TRIES: `${otpMaxTries} tries`,
  OTP_MINUTES: `${otpMinutes} minutes`,
  OTP_RESEND_SECONDS: `${otpResendSeconds} seconds`,
  SIGN_IN_WINDOW_MINUTES: `${signInWindowMinutes} minutes`,
};

/** Names the removed settings that are set, in one line; null if none is. */
export function describeRemovedSettings(env: Readonly<Record<string, string | undefined>>): string | null {
  const set = Object.entries(removedSettings).filter(([name]) => env[name]?.trim());
  if (set.length === 0) return null;
  const named = set.map(([name, instead]) => `${name} (now always ${instead})`);
  return `Settings that have no effect in this release: ${named.join(', ')}.`;
}
