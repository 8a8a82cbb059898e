import type { Clock } from '../base/clock.ts';
import type { Turns } from '../base/keyed-mutex.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { Capabilities } from '../product-api/capabilities.ts';
import type { ProductApi } from '../product-api/client.ts';
import type { GatewayLimits } from './attempt-limits.ts';
import type { Attempts } from './creation-attempts.ts';
import type { LookupLists } from './lookup-lists.ts';
import type { Pictures } from './pictures.ts';
import type { Refusals } from './refusal-reports.ts';
import type { Sealer } from './seal.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { SessionEnder } from './session-revocation.ts';

/** Objects that requests share and that live as long as the gateway. */
export interface Services {
  settings: GatewaySettings;
  clock: Clock;
  productApi: ProductApi;
  capabilities: Capabilities;
  pictures: Pictures;
  sealer: Sealer;
  registry: SessionRegistry;
  ender: SessionEnder;
  limits: GatewayLimits;
  lookups: LookupLists;
  turns: Turns;
  attempts: Attempts;
  refusals: Refusals;
}
