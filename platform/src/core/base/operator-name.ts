import { z } from 'zod';

/** Name of the system user who gave a command, as one line without signs. */
export const operatorName = z
  .string()
  .max(200)
  .transform((name) => name.replace(/[^\p{L}\p{N}._@\\ -]/gu, '?').slice(0, 64));
