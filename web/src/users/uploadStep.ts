import { texts } from '@console/contract/rules';
import { countOf } from '../ui/values/format.ts';
import type { UploadPreview } from './uploadRows.ts';

interface UploadState {
  source: File | null;
  /** The problem of the whole file. */
  fault: string | undefined;
  preview: UploadPreview | undefined;
  overLimit: boolean;
  /** Number of corrections typed since the check. */
  unchecked: number;
  busy: boolean;
  /** Whether the file updates existing users. */
  isUpdating: boolean;
}

interface UploadStep {
  action: 'ask' | 'check' | 'replace' | 'upload' | 'upload-valid';
  /** The label of the form's main button. */
  label: string;
}

/** Action of the form's main button: never an upload that would fail. */
export const nextUploadStep = (state: UploadState): UploadStep => {
  const { source, fault, preview, overLimit, unchecked, busy, isUpdating } = state;
  if (!source || (busy && !preview)) return { action: 'ask', label: texts.users.upload };
  if (fault) return { action: 'replace', label: 'Replace the file' };
  if (!preview) return { action: 'check', label: 'Check the file' };
  if (unchecked > 0) return { action: 'check', label: `Check ${countOf(unchecked, 'correction')}` };
  if (overLimit) return { action: 'check', label: 'Check again' };
  const { validCount, faultyCount, rows } = preview;
  if (isUpdating) return nextUpdateStep(preview);
  if (faultyCount === 0) return { action: 'upload', label: `Upload ${countOf(rows.length, 'user')}` };
  if (validCount === 0) return { action: 'replace', label: 'Replace the file' };
  return {
    action: 'upload-valid',
    label: `Upload ${countOf(validCount, 'valid row')}`,
  };
};

/** Next step for a file that can update users: unchanged rows are not worth an upload. */
const nextUpdateStep = ({ newCount, updateCount, faultyCount }: UploadPreview): UploadStep => {
  const parts = [
    updateCount > 0 && `update ${countOf(updateCount, 'user')}`,
    newCount > 0 && `create ${countOf(newCount, 'user')}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return { action: 'replace', label: 'Replace the file' };
  const label = parts.join(' and ');
  return {
    action: faultyCount === 0 ? 'upload' : 'upload-valid',
    label: label.charAt(0).toUpperCase() + label.slice(1),
  };
};
