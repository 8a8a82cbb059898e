import { expect, type Locator, type Page } from '@playwright/test';

/** How a person acts on a page. No method calls into the page or opens an address. */
export interface Hand {
  /** Presses a button, link, tab or menu item. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Types into a dropdown and chooses the option. */
  choose(field: Locator, option: string): Promise<void>;
}

/** Selects the text of a field that has the focus. A dropdown selects it itself, and its list stays open. */
const selectText = async (field: Locator) => {
  if ((await field.getAttribute('role')) !== 'combobox') await field.page().keyboard.press('ControlOrMeta+a');
};

/**
 * Mouse or finger. A text is entered in one step, as a phone's keyboard does, because a page renders after each key; `keyboard` presses single keys.
 */
export const mouse: Hand = {
  press: (target) => target.click(),
  type: async (field, text) => {
    await field.click();
    await selectText(field);
    await field.page().keyboard.insertText(text);
  },
  choose: async (field, option) => {
    await mouse.type(field, option);
    await field.page().getByRole('option', { name: option, exact: true }).click();
  },
};

/** Describes the element with the focus, and why a user would not see the focus on it; null if it is visible. */
const focusFault = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'the focus is on body';
    const name = `${focused.outerHTML.slice(0, 160)} `;
    const box = focused.getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= window.innerHeight) return `${name}is outside of the window`;
    const [x, y] = [box.left + box.width / 2, Math.min(Math.max(box.top + box.height / 2, 1), window.innerHeight - 1)];
    const top = document.elementFromPoint(x, y);
    const isLarge = box.height > window.innerHeight / 2;
    if (!isLarge && top && !focused.contains(top) && !top.contains(focused) && !focused.closest('label')?.contains(top))
      return `${name}is covered by ${top.outerHTML.slice(0, 160)}`;
    // A title shows the focus of its page, a first cell that of its row, and the content of a cell that of its link.
    const content = [...(focused.closest('th, td')?.querySelectorAll(':scope > span') ?? [])];
    const marks = [focused, ...focused.querySelectorAll(':is(main, tr):focus :is(h1, th)'), ...content];
    const isMarked =
      focused.matches('input, select, textarea') ||
      marks.some((mark) => {
        const { outlineStyle, boxShadow } = getComputedStyle(mark);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
    return focused.matches(':focus-visible') && !isMarked ? `${name}is not marked` : null;
  });

/** Fails unless the focus is visible. A page that is being replaced may take a moment. */
export const expectFocusSeen = (page: Page) => expect.poll(() => focusFault(page), 'the focus').toBeNull();

/** Tab and Shift+Tab until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  // A busy button is disabled, and Tab skips it.
  await expect(target).toBeEnabled();
  // The element is found only once: searching a whole page for names and roles takes longer than a press.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 200; presses += 1) {
    const where = await element?.evaluate((wanted) => {
      const focused = document.activeElement;
      if (!wanted.isConnected) return 'gone';
      if (focused === wanted) return 'there';
      const isBefore = wanted.compareDocumentPosition(focused ?? document.body) & Node.DOCUMENT_POSITION_FOLLOWING;
      return isBefore ? 'before' : 'after';
    });
    if (where === 'there') return;
    if (where === 'gone') {
      element = await target.elementHandle();
      continue;
    }
    await page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab');
    await expectFocusSeen(page);
  }
  throw new Error(`${target} is not reached with Tab.`);
}

/** Keys alone. */
export const keyboard: Hand = {
  press: async (target) => {
    if ((await target.getAttribute('role')) === 'menuitem') {
      await target.waitFor();
      while (!(await target.evaluate((element) => element === document.activeElement)))
        await target.page().keyboard.press('ArrowDown');
    } else await tabTo(target);
    await target.page().keyboard.press('Enter');
    await expectFocusSeen(target.page());
  },
  type: async (field, text) => {
    await tabTo(field);
    await selectText(field);
    await field.page().keyboard.type(text);
  },
  choose: async (field, option) => {
    await keyboard.type(field, option);
    const page = field.page();
    const chosen = page.getByRole('option', { name: option, exact: true });
    await chosen.waitFor();
    while ((await chosen.getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(chosen).toBeHidden();
  },
};
