const shownMs = 5_000;

/** Gives each block of code a button that copies it, or selects it where the browser does not let a page copy: without TLS, or if it is forbidden. */
export function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll('pre')) {
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const say = (text: string) => {
      button.textContent = text;
      button.setAttribute('aria-label', `${text}: ${block.getAttribute('aria-label') ?? 'code'}`);
    };
    say('Copy');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        say('Copied');
      } catch {
        getSelection()?.selectAllChildren(block);
        say('Selected: copy it yourself');
      }
      setTimeout(() => say('Copy'), shownMs);
    });
    const frame = page.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
