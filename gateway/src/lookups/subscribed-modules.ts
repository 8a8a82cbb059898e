import { calls } from '@console/contract/calls/all';
import type { GatewaySettings } from '../base/settings.ts';
import type { SuiteModule } from '../base/suite-modules.ts';
import { readRows } from '../product-api/lists.ts';
import { moduleIn } from '../product-api/module-in.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';

/** REST-13: objects, or texts that are ids or names. An unknown module stays in the list without an origin. */
export async function readSubscribedModules(api: RequestCalls, settings: GatewaySettings): Promise<SuiteModule[]> {
  const call = calls.subscribedGrcModules;
  const rows = readRows(call, (await api.call(call, {})).modules, (value) => moduleIn(value, settings), api.log);
  return rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
}
