import type { Page } from '@playwright/test';
import type { System } from '../system.ts';

export interface Screen {
  name: string;
  /** The pattern of the page's route in `web/src/app/pages.ts`; null for what is on no page of its own. */
  route: string | null;
  /** The address, if it is not the pattern itself. */
  at?: string | ((system: System) => Promise<string>);
  /** The user: `admin@demo.example` unless said otherwise, null without a session. */
  as?: string | null;
  /** Opens the dialog, panel or menu that the picture is of. */
  open?: (page: Page, system: System) => Promise<void>;
  /** The only widths that have it. */
  widths?: readonly number[];
  /** It has lists: also pictures of their own states. */
  lists?: true;
}

/** Null without a session. */
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
