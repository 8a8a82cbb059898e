import type { configCalls } from '@console/contract/calls/config';
import type { FieldProblem } from '@console/contract/errors';
import { noUserLimit } from '@console/contract/rules';
import type { z } from 'zod';
import { type FieldProblems, invalidFields } from '../core/base/failure.ts';
import { isTimeZone } from '../core/base/time-zone.ts';
import { notificationFrequencies } from '../pending/notification-frequency.ts';

export type ConfigInput = z.output<typeof configCalls.updateConfig.body>['config'];

/** A stored configuration; `user_limit` is null for no limit. */
export interface ConfigForm {
  /** Null if it was never configured. */
  notification_frequency: string | null;
  otp_required: boolean;
  user_limit: number | null;
  /** IANA name. */
  time_zone: string;
}

/** Parses a configuration; missing fields stay. Throws 422 with every invalid field. */
export function parseConfigForm(input: ConfigInput, current: ConfigForm): ConfigForm {
  const {
    notification_frequency = current.notification_frequency,
    otp_required = current.otp_required,
    user_limit = current.user_limit,
    time_zone = current.time_zone,
  } = input;
  const known =
    input.notification_frequency === undefined ||
    (notificationFrequencies as readonly string[]).includes(input.notification_frequency);
  const unlimited = user_limit === null || String(user_limit) === String(noUserLimit);
  const problems: FieldProblems = {
    ...(!known && {
      notification_frequency: [{ code: 'UNKNOWN', message: `must be one of ${notificationFrequencies.join(', ')}` }],
    }),
    ...(!unlimited && !/^[1-9]\d{0,8}$/.test(String(user_limit)) && { user_limit: [limitProblem] }),
    ...(!isTimeZone(time_zone) && { time_zone: [{ code: 'UNKNOWN', message: 'is not a known time zone' }] }),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return { notification_frequency, otp_required, user_limit: unlimited ? null : Number(user_limit), time_zone };
}

// The wizard reads it as unlimited; here a typing error would remove the limit.
const limitProblem: FieldProblem = { code: 'FORMAT', message: 'must be a positive whole number' };
