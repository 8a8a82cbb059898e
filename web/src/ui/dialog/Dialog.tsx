import type { DrawerProps, ModalProps } from '@mantine/core';
import { lazyPart, whenOpened } from '../../feedback/lazyPart.tsx';

const load = () => import('./overlays.tsx');

/** The frame of every dialog. */
export const Dialog = lazyPart<ModalProps>(async () => (await load()).DialogModal, whenOpened);

/** Dialog at the edge of the screen. */
export const SidePanel = lazyPart<DrawerProps>(async () => (await load()).DialogDrawer, whenOpened);

/** Loads dialog and drawer before the first one opens. */
export const preloadDialogs = (): void => void load().catch(() => undefined);
