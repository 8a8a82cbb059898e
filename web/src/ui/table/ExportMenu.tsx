import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { requestHeaders } from '../../apollo/requestHeaders.ts';
import { useSession } from '../../apollo/SessionProvider.tsx';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { downloadFile } from '../../feedback/downloadFile.tsx';
import { graphql } from '../../gql/gql.ts';
import type { ExportFormat, ExportList } from '../../gql/graphql.ts';
import { organisationInTitle } from '../layout/usePageTitle.ts';

const startMutation = graphql(`
  mutation ExportMenu_Start($input: StartExportInput!) { startExport(input: $input) { path } }
`);

/** A list as it is filtered and sorted on the screen, of which all pages can be exported. */
export interface ExportedList {
  list: ExportList;
  /** As on the screen and in the name of the file: `Active users`. */
  name: string;
  /** The arguments of the list without its page. */
  args: object;
}

const formats: Record<ExportFormat, { label: string; extension: string }> = {
  CSV: { label: 'CSV', extension: 'csv' },
  XLSX: { label: 'Excel', extension: 'xlsx' },
};

/** Exports a list as a file. The download goes on while the person does something else. */
export function ExportMenu({ list, name, args }: ExportedList) {
  const session = useSession();
  const { mutate, busy } = useMutationAction(startMutation, { saves: false });
  const start = async (format: ExportFormat) => {
    const { secret, signal } = session;
    const data = await mutate({ input: { list, format, arguments: JSON.stringify(args) } }).catch(() => undefined);
    if (!data) return;
    const fileName = `${fileNameOf(name)}.${formats[format].extension}`;
    void downloadFile(data.startExport.path, { headers: requestHeaders(secret), signal, fileName });
  };
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Export ${name.toLowerCase()}`} loading={busy}>
          <IconDownload size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        <Menu.Label>Export all pages as</Menu.Label>
        {Object.entries(formats).map(([format, { label }]) => (
          <Menu.Item key={format} onClick={() => start(format as ExportFormat)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The list, the organisation of the page and the day, without what file systems refuse. */
const fileNameOf = (name: string): string => {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return [name, organisationInTitle(), day]
    .filter(Boolean)
    .join(' ')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
};
