import { type Draft, useDraft } from '../ui/useDraft.ts';

interface FileKeeper {
  organisation: { logo: File | null; icon: File | null };
}

interface OrganisationDraft extends Draft {
  /** What to tell somebody who finds again what they typed. */
  notice: string | null;
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

/** What was kept, laid over what the form begins with: a release later a part may have other fields. */
const laidOver = (initial: unknown, kept: unknown): unknown => {
  const [below, above] = [asRecord(initial), asRecord(kept)];
  if (!below || !above || Array.isArray(kept)) return kept;
  return Object.fromEntries(
    Object.entries(below).map(([name, value]) => [name, name in above ? laidOver(value, above[name]) : value]),
  );
};

/** The draft of a form with an organisation's files, which cannot be kept: only that they had been chosen. */
export const useOrganisationDraft = (form: string, initial: FileKeeper, invited?: string): OrganisationDraft => {
  const draft = useDraft(form, invited);
  const { hadFiles, ...kept } = draft.kept ?? {};
  const restored = Object.entries(kept).map(([name, value]) => [name, laidOver(asRecord(initial)?.[name], value)]);
  const keep = (values: object) => {
    const { organisation } = values as FileKeeper;
    draft.keep({
      ...values,
      organisation: { ...organisation, logo: null, icon: null },
      hadFiles: hadFiles === true || Boolean(organisation.logo || organisation.icon),
    });
  };
  const again = hadFiles === true ? ' Logo and icon cannot be kept: choose them again.' : '';
  return {
    ...draft,
    kept: draft.kept && Object.fromEntries(restored),
    keep,
    notice: draft.kept && `What you typed was kept.${again}`,
  };
};
