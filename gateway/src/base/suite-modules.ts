import { type RoleKey, scopeOf } from '@console/contract/access';
import { type ModuleId, moduleOrigin, suiteModules } from '@console/contract/modules';
import { isLocalAddress } from '@console/server-base/settings';

interface SuiteSettings {
  publicUrl: URL;
  mainDomain: string | undefined;
  moduleOrigins: Readonly<Record<string, string>>;
}

export interface SuiteModule {
  id: string;
  label: string;
  adminOnly: boolean;
  origin: string | null;
}

/** Modules in the order of the module switcher, without the console. */
const siblings = suiteModules.filter(({ moduleId }) => moduleId !== 'console');

export const siblingModuleIds: readonly string[] = siblings.map(({ moduleId }) => moduleId);

/** Configured origin, otherwise derived from the console's; null if impossible. */
function originOf(moduleId: ModuleId, { moduleOrigins, mainDomain, publicUrl }: SuiteSettings): string | null {
  if (moduleId === 'console') return publicUrl.origin;
  const configured = moduleOrigins[moduleId];
  if (configured !== undefined) return configured;
  if (mainDomain !== undefined) return moduleOrigin(moduleId, mainDomain);
  if (isLocalAddress(publicUrl)) return moduleOrigin(moduleId);
  const { host } = publicUrl;
  return host.startsWith('console.') ? moduleOrigin(moduleId, host.slice('console.'.length)) : null;
}

type KnownModule = (typeof suiteModules)[number];

const toSuiteModule = (suiteModule: KnownModule, settings: SuiteSettings): SuiteModule => ({
  id: suiteModule.moduleId,
  label: suiteModule.label,
  adminOnly: 'isAdmin' in suiteModule,
  origin: originOf(suiteModule.moduleId, settings),
});

export function findModule(idOrLabel: string | null, settings: SuiteSettings): SuiteModule | null {
  const normalised = idOrLabel?.trim().toLowerCase();
  const suiteModule = suiteModules.find(
    ({ moduleId, label }) => normalised === moduleId || normalised === label.toLowerCase(),
  );
  return suiteModule ? toSuiteModule(suiteModule, settings) : null;
}

/** A module to switch to; null for the console itself and for unknown ids. */
export function findSiblingModule(id: string, settings: SuiteSettings): SuiteModule | null {
  const suiteModule = siblings.find(({ moduleId }) => moduleId === id);
  return suiteModule ? toSuiteModule(suiteModule, settings) : null;
}

/** The auditor's page for an assessment; null if its origin is unknown. */
export function assessmentEditorUrl(guidOrId: string, settings: SuiteSettings): string | null {
  const origin = originOf('auditor', settings);
  return origin && `${origin}/A/${encodeURIComponent(guidOrId)}/edit`;
}

/** Whether a role can switch to a module (SPEC 6). */
export const maySwitchTo = ({ adminOnly }: SuiteModule, role: RoleKey | null): boolean =>
  !adminOnly || scopeOf({ role }, 'modules:controller') !== null;

export const siblingModulesFor = (role: RoleKey | null, settings: SuiteSettings): SuiteModule[] =>
  siblings.map((suiteModule) => toSuiteModule(suiteModule, settings)).filter((module) => maySwitchTo(module, role));
