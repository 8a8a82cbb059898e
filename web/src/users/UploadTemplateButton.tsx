import { useApolloClient } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { TemplateLists } from './uploadTemplate.ts';

const listsQuery = graphql(`
  query UploadTemplateButton {
    lookups { roles { id name } departments { id label } designations { id label } }
  }
`);

export function UploadTemplateButton() {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  // A template without lists is better than none.
  const readLists = async (): Promise<TemplateLists> => {
    const { data } = await client.query({ query: listsQuery }).catch(() => ({ data: undefined }));
    const { roles, departments, designations } = data?.lookups ?? {};
    return {
      role: roles?.map(({ name }) => name),
      department_name: departments?.map(({ label }) => label),
      designation: designations?.map(({ label }) => label),
    };
  };
  const download = async () => {
    setBusy(true);
    try {
      const [{ downloadUserUploadTemplate }, lists] = await Promise.all([import('./uploadTemplate.ts'), readLists()]);
      await downloadUserUploadTemplate(lists);
    } catch {
      reportFailure(
        failureFromErrors([{ message: 'Could not create the template. Reload the page, then try again.' }]),
      );
    }
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
