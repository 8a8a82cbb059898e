import { calls } from '@console/contract/calls/all';
import type { GatewaySettings } from '../base/settings.ts';
import { findModule, type SuiteModule } from '../base/suite-modules.ts';
import { readRows } from '../product-api/lists.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, recordOf, textOf } from '../product-api/shape.ts';

/** REST-13: objects, or texts that are ids or names. An unknown module stays in the list without an origin. */
export async function readSubscribedModules(api: RequestCalls, settings: GatewaySettings): Promise<SuiteModule[]> {
  const call = calls.subscribedGrcModules;
  const rows = readRows(call, (await api.call(call, {})).modules, (value) => moduleIn(value, settings), api.log);
  return rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
}

/** A module of the list; null without a name. */
export function moduleIn(value: unknown, settings: GatewaySettings): SuiteModule | null {
  const { moduleId, id, label, name, isAdmin } = recordOf(value);
  const identifier = textOf(value) ?? textOf(moduleId) ?? idOf(id) ?? textOf(label) ?? textOf(name);
  const displayName = textOf(label) ?? textOf(name);
  const suiteModule = findModule(identifier, settings) ?? findModule(displayName, settings);
  if (suiteModule || identifier === null) return suiteModule;
  return { id: identifier, label: displayName ?? identifier, adminOnly: boolOf(isAdmin), origin: null };
}
