import '../ui/font.css';
import './docs.css';
import { addCopyButtons } from './copyButtons.ts';
import { addLanguageTabs } from './languageTabs.ts';
import { enableSearch } from './searchBox.ts';

const menuButton = document.getElementById('menu-button');
menuButton?.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menuButton.setAttribute('aria-expanded', String(isOpen));
});
document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
addLanguageTabs(document);
addCopyButtons(document);
enableSearch(document);
