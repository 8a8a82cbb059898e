import type { Page } from '@playwright/test';
import type { System } from '../system.ts';

export interface Screen {
  name: string;
  /** The pattern of the page's route in `web/src/app/pages.ts`; null for a screen that belongs to no page. */
  route: string | null;
  /** The URL, if it differs from the pattern. */
  at?: string | ((system: System) => Promise<string>);
  /** The user: `admin@demo.example` unless said otherwise, null without a session. */
  as?: string | null;
  /** Opens the dialog, panel or menu to capture. */
  open?: (page: Page, system: System) => Promise<void>;
  /** The widths at which the screen exists; by default all. */
  widths?: readonly number[];
  /** The screen has lists, which have additional states. */
  lists?: true;
}

/** The email of the user; null without a session. */
export const userOf = ({ as = 'admin@demo.example' }: Screen): string | null => as;

export const addressOf = async ({ at, route }: Screen, system: System): Promise<string> =>
  (typeof at === 'function' ? await at(system) : at) ?? route ?? '/';

const phone = [390];

/** Opens a screen by the name of a button or a link. */
export const press =
  (name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button') =>
  (page: Page): Promise<void> =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();

export const onPhones = { widths: phone };
