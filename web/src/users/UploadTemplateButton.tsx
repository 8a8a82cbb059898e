import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import { downloadUserUploadTemplate } from './uploadTemplate.ts';

export function UploadTemplateButton() {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadUserUploadTemplate().catch(() =>
      reportFailure(
        failureFromErrors([{ message: 'The template could not be made. Reload the page, then try again.' }]),
      ),
    );
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
      onClick={() => void download()}
    >
      Download template
    </Button>
  );
}
