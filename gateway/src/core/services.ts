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
import type { ImageProxy } from './images.ts';
import type { KeyBudgets } from './key-budgets.ts';
import type { KeyRequestLog } from './key-request-log.ts';
import type { LookupLists } from './lookup-lists.ts';
import type { RefusalReports } from './refusal-reports.ts';
import type { RequestShares } from './request-shares.ts';
import type { SecretNotice } from './secret-notice.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { SessionRevocation } from './session-revocation.ts';

/** Shared by requests for the gateway's lifetime. */
export interface Services {
  settings: GatewaySettings;
  clock: Clock;
  productApi: ProductApi;
  capabilities: Capabilities;
  pictures: ImageProxy;
  contentCipher: ContentCipher;
  cursors: Cursors;
  sessionRegistry: SessionRegistry;
  sessionRevocation: SessionRevocation;
  limits: AttemptLimits;
  keyBudgets: KeyBudgets;
  shares: RequestShares;
  lookups: LookupLists;
  keyedMutex: KeyedMutex;
  /** Idempotent operations and attempts to create, if the product API does not store them. */
  store: SharedStore;
  /** State shared by several gateways; null for one. */
  shared: SharedState | null;
  exports: ExportRegister;
  refusalReports: RefusalReports;
  keyRequestLog: KeyRequestLog;
  secretNotice: SecretNotice;
}
