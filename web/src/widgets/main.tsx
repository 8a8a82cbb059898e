import '../ui/layout/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { WidgetsPage } from './WidgetsPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('widgets.html has no #root');
createRoot(root).render(
  <StrictMode>
    <WidgetsPage />
  </StrictMode>,
);
