import type { Clock } from '../base/clock.ts';
import type { KeyedMutex } from '../base/keyed-mutex.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { SharedState, SharedStore } from '../base/shared-store.ts';
import type { Capabilities } from '../product-api/capabilities.ts';
import type { ProductApi } from '../product-api/client.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { ContentCipher } from './content-cipher.ts';
import type { Cursors } from './cursors.ts';
import type { ExportRegister } from './export-register.ts';
import type { KeyBudgets } from './key-budgets.ts';
import type { KeyRequestLog } from './key-request-log.ts';
import type { LookupLists } from './lookup-lists.ts';
import type { PictureProxy } from './pictures.ts';
import type { RefusalReports } from './refusal-reports.ts';
import type { RequestShares } from './request-shares.ts';
import type { SecretNotice } from './secret-notice.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { SessionRevocation } from './session-revocation.ts';

/** Objects that requests share and that live as long as the gateway. */
export interface Services {
  settings: GatewaySettings;
  clock: Clock;
  productApi: ProductApi;
  capabilities: Capabilities;
  pictures: PictureProxy;
  contentCipher: ContentCipher;
  cursors: Cursors;
  sessionRegistry: SessionRegistry;
  sessionRevocation: SessionRevocation;
  limits: AttemptLimits;
  keyBudgets: KeyBudgets;
  shares: RequestShares;
  lookups: LookupLists;
  keyedMutex: KeyedMutex;
  /** Operations with an idempotency key and attempts to create, for a product API that does not store them. */
  store: SharedStore;
  /** What several gateways share; null where there is one. */
  shared: SharedState | null;
  exports: ExportRegister;
  refusalReports: RefusalReports;
  keyRequestLog: KeyRequestLog;
  secretNotice: SecretNotice;
}
