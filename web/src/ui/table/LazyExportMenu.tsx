import { Center } from '@mantine/core';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import type { ExportedList } from './ExportMenu.tsx';

const ExportMenu = lazyPart<ExportedList>(async () => (await import('./ExportMenu.tsx')).ExportMenu, {
  loadOn: 'paint',
});

/** The menu that exports a list, loaded after its page. Its space is reserved, so that nothing next to it moves. */
export function LazyExportMenu(list: ExportedList) {
  return (
    <Center miw={36} mih={36} flex="none">
      <ExportMenu {...list} />
    </Center>
  );
}
