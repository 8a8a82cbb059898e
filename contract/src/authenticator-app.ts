import { z } from 'zod';
import { moment } from './shapes.ts';

export const authenticatorApp = z.object({
  created_at: moment.describe('when it was set up'),
  recovery_codes_left: z.int().describe('unused recovery codes'),
});
