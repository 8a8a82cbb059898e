import type { GatewaySettings } from '../base/settings.ts';
import { findModule, type SuiteModule } from '../base/suite-modules.ts';
import { boolOf, idOf, recordOf, textOf } from './shape.ts';

export function moduleIn(value: unknown, settings: GatewaySettings): SuiteModule | null {
  const { moduleId, id, label, name, isAdmin } = recordOf(value);
  const identifier = textOf(value) ?? textOf(moduleId) ?? idOf(id) ?? textOf(label) ?? textOf(name);
  const displayName = textOf(label) ?? textOf(name);
  const suiteModule = findModule(identifier, settings) ?? findModule(displayName, settings);
  if (suiteModule || identifier === null) return suiteModule;
  return { id: identifier, label: displayName ?? identifier, adminOnly: boolOf(isAdmin), origin: null };
}

/** Modules of a mapping; null if the product API does not return them. */
export const modulesIn = (values: unknown, settings: GatewaySettings): SuiteModule[] | null =>
  Array.isArray(values) ? values.flatMap((value) => moduleIn(value, settings) ?? []) : null;
