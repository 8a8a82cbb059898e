import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded, snakeCase } from '../call.ts';
import { mutationTypeName, type NumberSetting, numberSettings } from '../organisation-settings.ts';
import { inputShape, mutationDescription } from '../schema-shapes.ts';

const callOf = ({ mutation, input, item, event, sample }: NumberSetting) => ({
  request: `${item} POST /consoles/ext/${snakeCase(mutation)}` as const,
  needsSession: true as const,
  event,
  description: mutationDescription(mutation),
  when: 'a user changes this setting',
  body: inputShape<{ organisationId: string | number; currentPassword?: string | null; [input: string]: unknown }>(
    mutationTypeName(mutation, 'Input'),
  ).omit({ currentPassword: true }),
  sample: { organisationId: '{organisationId}', [input]: sample },
  answer: z.object({ organisationId: z.string() }),
  failures: {
    FORBIDDEN: 'the role does not allow it, or an API key was used',
    NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
    INVALID: `\`${input}\` is not valid`,
    WRONG_PASSWORD: `the time gets shorter, and ${passwordNeeded}`,
  },
});

/** The calls that change number settings, one for each row. `org_detail` returns them. Extensions. */
export const organisationSettingCalls = defineExtensionCalls(
  'extensions',
  Object.fromEntries(numberSettings.map((row) => [row.mutation, callOf(row)])) as Record<
    NumberSetting['mutation'],
    ReturnType<typeof callOf>
  >,
);
