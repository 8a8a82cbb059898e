import type { NamedTarget, TargetKey } from './audit-targets.ts';

interface Change {
  field: string;
  from: string | null;
  to: string | null;
}

interface Changed {
  before: unknown;
  after: unknown;
}

const secretField = /secret|password|token/i;
const fileField = /^(logo|icon)_id$/;

const idFields: Readonly<Record<string, string>> = {
  organizer_id: 'ent_usr',
  holder_id: 'ent_usr',
  ent_usr_id: 'ent_usr',
  ent_org_id: 'ent_org',
  requester_id: 'ent_usr',
  mapped_user_id: 'ent_usr',
  mapped_org_id: 'ent_org',
  vendor_id: 'ent_org',
  customer_id: 'ent_org',
};

export const isPersonField = (field: string): boolean => idFields[field] === 'ent_usr';

const typeOf = (field: string): string | undefined => (Object.hasOwn(idFields, field) ? idFields[field] : undefined);

export const fieldsOf = (json: unknown): Record<string, unknown> => (json ?? {}) as Record<string, unknown>;

const textOf = (value: unknown): string | null => {
  if (value == null) return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const referencedTargets = ({ before, after }: Changed): TargetKey[] =>
  [before, after].flatMap((json) =>
    Object.entries(fieldsOf(json)).flatMap(([field, value]) => {
      const target_type = typeOf(field);
      const target_id = textOf(value);
      return target_type && target_id && /^\d{1,9}$/.test(target_id)
        ? [{ target_type, target_id, subject_org_id: null }]
        : [];
    }),
  );

/** The changed fields: roles, users and organisations by name where the name is known, secrets and files without values. */
export function describeChanges(
  { before, after }: Changed,
  roles: ReadonlyMap<string, string>,
  nameOf: (target: TargetKey) => NamedTarget | null,
): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => {
    const [from, to] = [textOf(old[field]), textOf(now[field])];
    const withoutId = field.replace(/_id$/, '');
    if (secretField.test(field)) return { field, from: null, to: 'changed' };
    if (fileField.test(field)) return { field: withoutId, from: null, to: to && 'changed' };
    if (field === 'role_id')
      return { field: withoutId, from: from && (roles.get(from) ?? from), to: to && (roles.get(to) ?? to) };
    const target_type = typeOf(field);
    if (!target_type) return { field, from, to };
    const [fromName, toName] = [from, to].map(
      (target_id) => target_id && nameOf({ target_type, target_id, subject_org_id: null })?.name,
    );
    // Show both names or both ids.
    if (fromName === undefined || toName === undefined) return { field, from, to };
    return { field: withoutId, from: fromName, to: toName };
  });
}
