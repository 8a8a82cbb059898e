import {
  bulkMaxBytes,
  bulkMaxRows,
  bulkUploadFileExtension,
  bulkUploadWorkbookExtension,
  saveAsCsv,
  texts,
} from '@console/contract/rules';
import { Paper, Stack, Text } from '@mantine/core';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
import { useUnsavedQuestion } from '../ui/dialog/useUnsavedQuestion.ts';
import { FileField } from '../ui/form/FileField.tsx';
import type { FileFieldHandle } from '../ui/form/FileFieldFrame.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { InvitationHelp } from './InvitationHelp.tsx';
import type { UploadBlockedNoticeProps } from './UploadBlockedNotice.tsx';
import type { UploadProgressProps } from './UploadProgress.tsx';
import { UploadResult } from './UploadResult.tsx';
import { UploadTemplateButton } from './UploadTemplateButton.tsx';
import { isOverLimit, type UploadRole, uploadedPeople } from './uploadRows.ts';
import { nextUploadStep } from './uploadStep.ts';
import { useRoleQuestion } from './useRoleQuestion.tsx';
import { useUserUpload } from './useUserUpload.ts';

const UploadBlockedNotice = lazyPart<UploadBlockedNoticeProps>(
  async () => (await import('./UploadBlockedNotice.tsx')).UploadBlockedNotice,
  { loadOn: 'paint' },
);

const UploadProgress = lazyPart<UploadProgressProps>(
  async () => (await import('./UploadProgress.tsx')).UploadProgress,
  { loadOn: 'paint' },
);

// Lazy, because tables are large.
const UploadColumns = lazyPart(async () => (await import('./UploadColumns.tsx')).UploadColumns);
const UploadRows = lazyPart(async () => (await import('./UploadRows.tsx')).UploadRows);

const UploadUpdateChoice = lazyPart(async () => (await import('./UploadUpdateChoice.tsx')).UploadUpdateChoice);

const UploadEncodingSelect = lazyPart(async () => (await import('./UploadEncodingSelect.tsx')).UploadEncodingSelect);

interface UserUploadFormProps {
  organisation: { id: string; brandName: string; emailDomains: readonly string[] };
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  roles: readonly UploadRole[];
  canRaiseLimit: boolean;
  /** Whether the product API updates users by a file. */
  canUpdate: boolean;
  /** Users until the limit, before a file is checked; null for no limit, or if unknown. */
  seatsLeft: number | null;
  listPath: string;
  onLeave: () => void;
}

/** Chooses, checks and uploads a file of users. */
export function UserUploadForm(props: UserUploadFormProps) {
  const { organisation, own, roles, canRaiseLimit, canUpdate, listPath, onLeave, ...page } = props;
  const { id: organisationId, brandName } = organisation;
  const fileField = useRef<FileFieldHandle>(null);
  const upload = useUserUpload(organisationId);
  const { source, encoding, fault, preview, corrections, unchecked, refusal } = upload;
  const { full = false, step, sent, outcome, updates } = upload;
  const isUpdating = updates.updateExisting === true;
  const [wanted, setWanted] = useState({ onlyValidRows: false });
  const confirmation = useConfirmedMutation<boolean>({ password: 'always' });
  const isSending = step === 'uploading';
  const question = useUnsavedQuestion(() => isSending || corrections.any);
  const roleQuestion = useRoleQuestion({ brandName, own, counted: 'row', roles });
  const seatsLeft = preview ? preview.seatsLeft : page.seatsLeft;
  const overLimit = isOverLimit({ preview, seatsLeft, full });
  if (outcome) return <UploadResult outcome={outcome} listPath={listPath} onAgain={upload.startOver} />;

  const next = nextUploadStep({ source, fault, preview, overLimit, unchecked, busy: step !== null, isUpdating });
  const send = async (onlyValidRows: boolean) => {
    if (!preview || !(await roleQuestion.agreed(uploadedPeople(preview, roles)))) return;
    if (preview.ownLevelCount === 0) return upload.upload(onlyValidRows);
    setWanted({ onlyValidRows });
    confirmation.open();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next.action === 'ask') {
      upload.askForFile();
      fileField.current?.focus();
    } else if (next.action === 'replace') fileField.current?.pick();
    else if (next.action === 'check') upload.checkAgain();
    else void send(next.action === 'upload-valid');
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <PageColumns
          sideLabel="Help"
          side={
            <HelpPanel
              topics={[
                [
                  'Check first',
                  'The file is checked before anything is saved. You can correct invalid cells on this page.',
                ],
                ['Invitations', <InvitationHelp key="invitations" />],
              ]}
            />
          }
        >
          <Stack gap="lg">
            <Paper p="lg">
              <FileField
                ref={fileField}
                label="File"
                description={`The completed template (${bulkUploadWorkbookExtension}) or a ${bulkUploadFileExtension} file with the same columns, up to 1 MB and ${formatCount(bulkMaxRows)} rows`}
                required
                chooseLabel={texts.users.chooseFile}
                endings={[bulkUploadFileExtension, bulkUploadWorkbookExtension]}
                otherFileAdvice={saveAsCsv}
                maxBytes={bulkMaxBytes}
                value={source}
                error={fault}
                disabled={step !== null}
                onChange={upload.choose}
              >
                <UploadTemplateButton />
              </FileField>
              {encoding && (
                <Suspense>
                  <UploadEncodingSelect choice={encoding} disabled={isSending} onChange={upload.readAs} />
                </Suspense>
              )}
              {canUpdate && source && (
                <Suspense>
                  <UploadUpdateChoice value={updates} disabled={step !== null} onChange={upload.setUpdates} />
                </Suspense>
              )}
            </Paper>
            <UploadBlockedNotice
              organisationId={organisationId}
              canRaiseLimit={canRaiseLimit}
              preview={preview}
              seatsLeft={seatsLeft}
              full={full}
              refusal={refusal}
              busy={step !== null}
              onCheckAgain={upload.checkAgain}
            />
            {!source && (
              <Suspense fallback={<ContentSkeleton />}>
                <UploadColumns />
              </Suspense>
            )}
          </Stack>
        </PageColumns>
        {preview && (
          <Suspense fallback={<ContentSkeleton />}>
            <UploadRows
              preview={preview}
              domains={organisation.emailDomains}
              corrections={corrections}
              isUpdating={isUpdating}
              includesHidden={updates.includeHiddenRows === true}
              disabled={step !== null}
              onHidden={(includeHiddenRows) => upload.setUpdates({ ...updates, includeHiddenRows })}
            />
          </Suspense>
        )}
        {step && (
          <UploadProgress
            sent={sent}
            label={isSending ? (isUpdating ? 'Saving the users…' : 'Creating the users…') : 'Checking the file…'}
          />
        )}
        <UnsentEmailsNote />
        <FormActions submitLabel={next.label} busy={step !== null} onCancel={onLeave} />
      </Stack>
      {roleQuestion.dialog}
      <ConfirmDialog
        {...confirmation.dialog(
          `Assign your own role to ${countOf(preview?.ownLevelCount ?? 0, 'user')}?`,
          (password) => upload.uploadConfirmed(wanted.onlyValidRows, password),
        )}
        confirmLabel="Upload"
        busy={isSending}
      >
        <Text>
          They will be able to do everything that you can do. You can change their role later.{' '}
          <EmailPromise>The responsible Organisers or Administrators are notified by email.</EmailPromise>
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={question !== null}
        title={isSending ? 'Leave during the upload?' : 'Leave without uploading?'}
        confirmLabel="Leave"
        danger={!isSending}
        onCancel={() => question?.stay()}
        onConfirm={() => question?.leave()}
      >
        <Text>
          {isSending
            ? 'The upload continues and you will be notified when it finishes. Results for each row are shown only on this page.'
            : 'Your corrections are not in your file and will be lost.'}
        </Text>
      </ConfirmDialog>
    </form>
  );
}
