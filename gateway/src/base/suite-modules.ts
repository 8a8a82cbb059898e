import { type RoleKey, scopeOf } from '@console/contract/access';
import { type ModuleId, moduleOrigin, modules } from '@console/contract/modules';
import { isLocal } from '@console/contract/settings';

/** Where the operator says that the suite lives. */
interface SuiteSettings {
  publicUrl: URL;
  mainDomain: string | undefined;
  moduleOrigins: Readonly<Record<string, string>>;
}

/** A module of the suite as the schema has it. */
export interface SuiteModule {
  id: string;
  label: string;
  adminOnly: boolean;
  origin: string | null;
}

/** Every module but the console itself, in the order of the bar. */
const siblings = modules.filter(({ moduleId }) => moduleId !== 'console');

/** What an operator's table may name. */
export const siblingIds: readonly string[] = siblings.map(({ moduleId }) => moduleId);

/** Where a module lives: as the operator said, else beside the console; null when that cannot be told. */
function originOf(moduleId: ModuleId, { moduleOrigins, mainDomain, publicUrl }: SuiteSettings): string | null {
  if (moduleId === 'console') return publicUrl.origin;
  const told = moduleOrigins[moduleId];
  if (told !== undefined) return told;
  if (mainDomain !== undefined) return moduleOrigin(moduleId, mainDomain);
  if (isLocal(publicUrl)) return moduleOrigin(moduleId);
  const { host } = publicUrl;
  return host.startsWith('console.') ? moduleOrigin(moduleId, host.slice('console.'.length)) : null;
}

type Known = (typeof modules)[number];

const moduleWith = (known: Known, settings: SuiteSettings): SuiteModule => ({
  id: known.moduleId,
  label: known.label,
  adminOnly: 'isAdmin' in known,
  origin: originOf(known.moduleId, settings),
});

/** The module that somebody else's text means, by id or label; null when the suite has none of that name. */
export function moduleNamed(name: string | null, settings: SuiteSettings): SuiteModule | null {
  const wanted = name?.trim().toLowerCase();
  const known = modules.find(({ moduleId, label }) => wanted === moduleId || wanted === label.toLowerCase());
  return known ? moduleWith(known, settings) : null;
}

/** A module that a person could switch to; null for the console itself and for what the suite does not know. */
export function siblingOf(id: string, settings: SuiteSettings): SuiteModule | null {
  const known = siblings.find(({ moduleId }) => moduleId === id);
  return known ? moduleWith(known, settings) : null;
}

/** The auditor's page for editing an assessment, by its guid or id; null when it cannot be told where the auditor lives. */
export function assessmentEditor(id: string, settings: SuiteSettings): string | null {
  const origin = originOf('auditor', settings);
  return origin && `${origin}/A/${encodeURIComponent(id)}/edit`;
}

/** Whether somebody of this role may switch to it (SPEC 6). */
export const maySwitchTo = ({ adminOnly }: SuiteModule, role: RoleKey | null): boolean =>
  !adminOnly || scopeOf({ role }, 'modules:controller') !== null;

/** The modules of somebody's switcher. */
export const siblingsFor = (role: RoleKey | null, settings: SuiteSettings): SuiteModule[] =>
  siblings.map((known) => moduleWith(known, settings)).filter((module) => maySwitchTo(module, role));
