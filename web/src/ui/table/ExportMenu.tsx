import { ActionIcon, Menu } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { requestHeaders } from '../../apollo/requestHeaders.ts';
import { useSession } from '../../apollo/SessionProvider.tsx';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { downloadFile } from '../../feedback/downloadFile.tsx';
import { graphql } from '../../gql/gql.ts';
import type { ExportFormat, ExportList, ExportSeparator } from '../../gql/graphql.ts';
import { organisationInTitle } from '../layout/usePageTitle.ts';
import { localZone } from '../values/localZone.ts';

/** The time zone for times in a file: the browser's, or UTC. */
type ExportClock = 'local' | 'utc';

/** List, organisation, and day in the file's time zone, without characters that file systems reject. */
const fileNameOf = (list: string, timeZone: string): string => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const day = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(new Date());
  return [list, organisationInTitle(), day.split('/').reverse().join('-')]
    .filter(Boolean)
    .join(' ')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
};

const startMutation = graphql(`
  mutation ExportMenu_Start($input: StartExportInput!) { startExport(input: $input) { path } }
`);

/** A filtered and sorted list, of which all pages can be exported. */
export interface ExportedList {
  list: ExportList;
  /** Name on the screen and of the file: `Active users`. */
  name: string;
  /** The arguments of the list without its page. */
  args: object;
}

interface FileKind {
  label: string;
  extension: string;
  format: ExportFormat;
  separator?: ExportSeparator;
}

const kinds: readonly FileKind[] = [
  { label: 'Excel', extension: 'xlsx', format: 'XLSX' },
  { label: 'CSV with commas', extension: 'csv', format: 'CSV', separator: 'COMMA' },
  { label: 'CSV with semicolons', extension: 'csv', format: 'CSV', separator: 'SEMICOLON' },
];

/** Exports a list as a file. The download continues while the user does something else. */
export function ExportMenu({ list, name, args }: ExportedList) {
  const session = useSession();
  const { mutate, busy } = useMutationAction(startMutation, { saves: false });
  const [clock = 'local', setClock] = useLocalStorage<ExportClock>({
    key: 'console.exportClock',
    getInitialValueInEffect: false,
  });
  const start = async ({ extension, format, separator }: FileKind) => {
    const { secret, signal } = session;
    const timeZone = clock === 'utc' ? 'UTC' : localZone();
    const input = { list, format, separator, timeZone, arguments: JSON.stringify(args) };
    const data = await mutate({ input }).catch(() => undefined);
    if (!data) return;
    const fileName = `${fileNameOf(name, timeZone)}.${extension}`;
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
        {kinds.map((kind) => (
          <Menu.Item key={kind.label} onClick={() => start(kind)}>
            {kind.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Time zone</Menu.Label>
        <Menu.RadioGroup value={clock} onChange={(value) => setClock(value as ExportClock)}>
          <Menu.RadioItem value="local">Local time ({localZone()})</Menu.RadioItem>
          <Menu.RadioItem value="utc">UTC</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
