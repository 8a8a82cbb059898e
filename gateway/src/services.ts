import type { Refusals } from './audit/refusals.ts';
import type { Clock } from './clock.ts';
import type { Pictures } from './http/pictures.ts';
import type { LookupLists } from './lookups/lookup-lists.ts';
import type { Attempts } from './organisations/attempts.ts';
import type { Capabilities } from './product-api/capabilities.ts';
import type { ProductApi } from './product-api/client.ts';
import type { SessionEnder } from './session/ender.ts';
import type { GatewayLimits } from './session/limits.ts';
import type { SessionRegistry } from './session/registry.ts';
import type { Sealer } from './session/seal.ts';
import type { GatewaySettings } from './settings.ts';
import type { Turns } from './turns.ts';

/** What lives as long as the gateway and is shared by its requests. */
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
