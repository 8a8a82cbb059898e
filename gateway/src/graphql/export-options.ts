import { type FieldError, invalid } from '../base/errors.ts';
import { isTimeZone } from '../base/time-zone.ts';
import type { ExportFormat } from '../generated/resolvers-types.ts';

/** Separators of a CSV file by their names in a URL. */
export const separators = { comma: ',', semicolon: ';' } as const;

export interface ExportOptions {
  timeZone: string;
  separator: keyof typeof separators;
}

/** Validates options; INVALID by name. Default time zone is UTC. */
export function checkExportOptions(
  format: ExportFormat,
  { timeZone, separator }: { timeZone?: unknown; separator?: unknown },
): ExportOptions {
  const errors: FieldError[] = [];
  if (timeZone != null && !(typeof timeZone === 'string' && timeZone.length <= 64 && isTimeZone(timeZone)))
    errors.push({
      path: 'timeZone',
      code: 'FORMAT',
      message: 'must be the name of a time zone, such as Europe/Berlin or UTC',
    });
  if (separator != null && !isSeparator(separator))
    errors.push({ path: 'separator', code: 'FORMAT', message: `must be ${Object.keys(separators).join(' or ')}` });
  else if (separator != null && format !== 'CSV')
    errors.push({ path: 'separator', code: 'FORMAT', message: 'cannot be given for a workbook' });
  if (errors.length > 0) throw invalid(errors);
  return {
    timeZone: typeof timeZone === 'string' ? timeZone : 'UTC',
    separator: isSeparator(separator) ? separator : 'comma',
  };
}

const isSeparator = (value: unknown): value is keyof typeof separators =>
  typeof value === 'string' && Object.hasOwn(separators, value);
