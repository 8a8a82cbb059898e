import { lazyPart } from '../../feedback/lazyPart.tsx';
import type { ExportedList } from './ExportMenu.tsx';

/** The menu that exports a list, loaded after its page: menus are large. */
export const LateExportMenu = lazyPart<ExportedList>(async () => (await import('./ExportMenu.tsx')).ExportMenu, {
  loadOn: 'paint',
});
