import { useApolloClient } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { showSuccess } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { type EncodingChoice, encodingChoiceOf } from './uploadEncoding.ts';
import { previewWithRefusal, rowsAfterUpload, type UploadOutcome, type UploadPreview } from './uploadRows.ts';
import { type CellCorrection, useCorrections } from './useCorrections.ts';

const previewDocument = graphql(`
  mutation UserUploadForm_Preview(
    $organisationId: ID!
    $file: Upload!
    $corrections: [UserUploadCorrection!]!
    $encoding: String
    $updateExisting: Boolean
    $clearEmptyCells: Boolean
    $includeHiddenRows: Boolean
  ) {
    previewUserUpload(
      organisationId: $organisationId
      file: $file
      corrections: $corrections
      encoding: $encoding
      updateExisting: $updateExisting
      clearEmptyCells: $clearEmptyCells
      includeHiddenRows: $includeHiddenRows
    ) {
      columns
      rows { row kind cells changes { column from } updates { column from to } problems { column message } }
      reading { kind encoding separator sheet headerRow headings leftOut hiddenRowCount }
      validCount
      faultyCount
      newCount
      updateCount
      unchangedCount
      ownLevelCount
      seatsUsed
      seatsLeft
      emailsUntil
    }
  }
`);

const uploadDocument = graphql(`
  mutation UserUploadForm_Upload(
    $organisationId: ID!
    $file: Upload!
    $onlyValidRows: Boolean!
    $corrections: [UserUploadCorrection!]!
    $encoding: String
    $updateExisting: Boolean
    $clearEmptyCells: Boolean
    $includeHiddenRows: Boolean
    $currentPassword: String
  ) {
    uploadUsers(
      organisationId: $organisationId
      file: $file
      onlyValidRows: $onlyValidRows
      corrections: $corrections
      encoding: $encoding
      updateExisting: $updateExisting
      clearEmptyCells: $clearEmptyCells
      includeHiddenRows: $includeHiddenRows
      currentPassword: $currentPassword
    ) {
      createdCount
      updatedCount
      withheldEmails
      refused { row kind cells changes { column from } updates { column from to } problems { column message } }
      organisation {
        id
        activeUserCount
        invitations(filter: { kinds: [USER] }, first: 100) { nodes { id email isUnsent } }
      }
    }
  }
`);

/** Whether existing users are updated, whether empty cells clear their fields, and whether hidden rows are read. */
export interface UpdateChoice {
  updateExisting?: true;
  clearEmptyCells?: true;
  includeHiddenRows?: boolean;
}

interface Progress {
  /** The selected file. */
  source: File | null;
  /** The copy of the file that was checked, and will be sent. */
  copy: File | null;
  /** The encoding of a text file that does not declare one. */
  encoding?: EncodingChoice | undefined;
  /** The problem of the whole file. */
  fault?: string;
  preview?: UploadPreview | undefined;
  /** The corrections that the preview includes. */
  corrected: readonly CellCorrection[];
  /** Why the upload failed, if not because of rows. */
  refusal?: readonly string[];
  /** The user limit is too low for the file. */
  full?: boolean;
  outcome?: UploadOutcome;
}

const nothing: Progress = { source: null, copy: null, corrected: [] };
const toldInPlace: readonly string[] = ['FILE_REFUSED', 'USER_LIMIT_REACHED', 'INVALID'];

const unreadable = 'The file could not be read. Choose it again.';
const changed = 'The file was changed or moved after it was checked. Choose it again to check it.';
const needed = 'Choose a file to upload.';

const refused = (now: Progress, failure: Failure): Progress => {
  if (failure.codes.includes('USER_LIMIT_REACHED')) return { ...now, full: true };
  if (failure.codes.includes('FILE_REFUSED') || !now.preview)
    return { ...nothing, source: now.source, copy: now.copy, encoding: now.encoding, fault: failure.lines.join('\n') };
  const { preview, rest } = previewWithRefusal(now.preview, failure);
  return { ...now, preview, refusal: rest };
};

/** A bulk upload from the choice of its file to its result. Once sent it continues, and is reported, on any page. */
export const useUserUpload = (organisationId: string) => {
  const client = useApolloClient();
  const [now, setNow] = useState<Progress>(nothing);
  const corrections = useCorrections();
  const [step, setStep] = useState<'checking' | 'uploading' | null>(null);
  /** The share of the file that is sent, from 0 to 1. */
  const [sent, setSent] = useState(0);
  const [updates, setUpdates] = useState<UpdateChoice>({});
  const here = useRef(true);
  const running = useRef(false);
  /** The corrections of the last check. */
  const sentCorrections = useRef(corrections.all);
  const handles = ({ codes }: Failure) => here.current && codes.some((code) => toldInPlace.includes(code));
  /** Whether the password dialog is open, which shows some failures itself. */
  const asked = useRef(false);
  const isShownInQuestion = (failure: Failure) => asked.current && isShownInDialog(failure);
  const checking = useMutationAction(previewDocument, { handles, saves: false });
  const uploading = useMutationAction(uploadDocument, {
    handles: (failure) => handles(failure) || isShownInQuestion(failure),
    // Only the server knows the positions of the users in the lists.
    update: (cache, { uploadUsers: { createdCount, updatedCount } }) => {
      const id = cache.identify({ __typename: 'Organisation', id: organisationId });
      if (createdCount + updatedCount > 0) cache.evict({ id, fieldName: 'users' });
    },
  });
  useEffect(function noticeLeaving() {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const reports = () => ({ onSent: setSent });

  const whileBusy = async (name: 'checking' | 'uploading', work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setSent(0);
    setStep(name);
    const failure = await work().then(() => null, toFailure);
    running.current = false;
    setStep(null);
    if (failure && isShownInQuestion(failure)) throw failure;
    if (failure && handles(failure)) setNow((before) => refused(before, failure));
  };

  const check = (source: File, chosen?: string, wanted = updates) =>
    whileBusy('checking', async () => {
      const corrected = corrections.all;
      sentCorrections.current = corrected;
      // Rows and corrections stay visible while the file is checked again, unless it is read in another way.
      const { refusal: _refusal, full: _full, ...checked } = now;
      const isSame = wanted === updates && (chosen === undefined || chosen === now.encoding?.name);
      const before = corrected.length > 0 ? { ...checked, preview: isSame ? checked.preview : undefined } : nothing;
      setNow({ ...before, source, encoding: now.source === source ? now.encoding : undefined });
      const copy = await copyFileToMemory(source);
      if (!copy) return setNow({ ...nothing, source, fault: unreadable });
      if (before.copy && !(await isSameFile(before.copy, copy))) return setNow({ ...nothing, source, fault: changed });
      const encoding = await encodingChoiceOf(copy, chosen);
      setNow({ ...before, source, encoding });
      const answer = await checking.mutate(
        { organisationId, file: copy, corrections: [...corrected], encoding: encoding?.name, ...wanted },
        reports,
      );
      if (answer) setNow({ source, copy, encoding, corrected, preview: answer.previewUserUpload });
    });

  const upload = (onlyValidRows: boolean, currentPassword?: string) =>
    whileBusy('uploading', async () => {
      const { source, copy, encoding, preview, corrected } = now;
      if (!source || !copy || !preview) return;
      const read = await copyFileToMemory(source);
      if (!read || !(await isSameFile(copy, read))) return setNow({ ...nothing, source, fault: changed });
      setNow({ source, copy, encoding, preview, corrected });
      const answer = await uploading.mutate(
        {
          organisationId,
          file: copy,
          onlyValidRows,
          corrections: [...corrected],
          encoding: encoding?.name,
          ...updates,
          currentPassword,
        },
        reports,
      );
      if (!answer) return;
      const { createdCount, updatedCount, withheldEmails, refused, organisation } = answer.uploadUsers;
      if (createdCount + updatedCount > 0) showSuccess(texts.users.uploaded);
      if (!organisation && here.current) void client.refetchQueries({ include: ['UserUploadPage'] });
      const invitations = organisation?.invitations?.nodes.slice(0, createdCount) ?? [];
      const unsentCount = invitations.filter(
        ({ email, isUnsent }) => isUnsent && !withheldEmails.includes(email),
      ).length;
      const rows = rowsAfterUpload(preview.rows, refused);
      corrections.clear();
      const counts = { createdCount, updatedCount, unsentCount };
      setNow({ ...nothing, outcome: { ...counts, withheldEmails, columns: preview.columns, rows } });
    });

  const unchecked = corrections.differing(now.corrected);
  const checkAgain = () => now.source && void check(now.source, now.encoding?.name);
  /** Whether a corrected cell has lost the focus and is not checked yet. */
  const [isDue, setDue] = useState(false);
  const checkDue = useEffectEvent(() => {
    setDue(false);
    if (unchecked > 0) checkAgain();
  });
  useEffect(
    function checkOnceIdle() {
      if (isDue && step === null) checkDue();
    },
    [isDue, step],
  );
  return {
    ...now,
    step,
    sent,
    unchecked,
    corrections: {
      ...corrections,
      locked: step === 'uploading',
      check: () => setDue(!running.current || sentCorrections.current !== corrections.all),
    },
    choose(source: File | null) {
      corrections.clear();
      if (source) void check(source);
      else setNow(nothing);
    },
    checkAgain,
    readAs: (encoding: string) => now.source && void check(now.source, encoding),
    updates,
    /** Changes how the file is used, and checks it again. */
    setUpdates(wanted: UpdateChoice) {
      setUpdates(wanted);
      if (now.source) void check(now.source, now.encoding?.name, wanted);
    },
    upload: (onlyValidRows: boolean) => void upload(onlyValidRows),
    /** Uploads after a confirmation. Rejects with failures that the password dialog shows itself. */
    async uploadConfirmed(onlyValidRows: boolean, currentPassword?: string) {
      asked.current = true;
      await upload(onlyValidRows, currentPassword).finally(() => {
        asked.current = false;
      });
      return true;
    },
    askForFile: () => setNow((before) => ({ ...before, fault: needed })),
    startOver() {
      corrections.clear();
      setNow(nothing);
    },
  };
};

/** A copy of the file in memory; null if it is unreadable, for example after it was moved or changed. */
const copyFileToMemory = async (source: File): Promise<File | null> => {
  try {
    return new File([await source.arrayBuffer()], source.name, { type: source.type });
  } catch {
    return null;
  }
};

/** Whether the file on disk still equals its copy. Some browsers fail for a changed file, others read the new content. */
const isSameFile = async (copy: File, read: File): Promise<boolean> => {
  if (read.size !== copy.size) return false;
  const [old, current] = await Promise.all([copy, read].map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return old?.every((byte, place) => byte === current?.[place]) ?? false;
};
