import { type Draft, useDraft } from '../ui/dialog/useDraft.ts';

interface ValuesWithFiles {
  organisation: { logo: File | null; icon: File | null };
}

interface OrganisationDraft extends Draft {
  /** Shown when the values of a draft are restored. */
  notice: string | null;
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

/** The initial values with the stored ones: a later release of the console may have other fields. */
const withStored = (initial: unknown, stored: unknown): unknown => {
  const [initialFields, storedFields] = [asRecord(initial), asRecord(stored)];
  if (!initialFields || !storedFields || Array.isArray(stored)) return stored;
  return Object.fromEntries(
    Object.entries(initialFields).map(([name, value]) => [
      name,
      name in storedFields ? withStored(value, storedFields[name]) : value,
    ]),
  );
};

/** The draft of a form with an organisation's files: it stores only that files were chosen. */
export const useOrganisationDraft = (
  formName: string,
  initial: ValuesWithFiles,
  invitedEmail?: string,
): OrganisationDraft => {
  const draft = useDraft(formName, invitedEmail);
  const { hadFiles, ...stored } = draft.stored ?? {};
  const restored = Object.entries(stored).map(([name, value]) => [name, withStored(asRecord(initial)?.[name], value)]);
  const store = (values: object) => {
    const { organisation } = values as ValuesWithFiles;
    return draft.store({
      ...values,
      organisation: { ...organisation, logo: null, icon: null },
      hadFiles: hadFiles === true || Boolean(organisation.logo || organisation.icon),
    });
  };
  const filesNotice = hadFiles === true ? ' Logo and icon cannot be kept: choose them again.' : '';
  return {
    ...draft,
    stored: draft.stored && Object.fromEntries(restored),
    store,
    notice: draft.stored && `What you typed was kept.${filesNotice}`,
  };
};
