import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './sandbox.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { removeStoredQueries } from './layoutStorage.ts';
import { Sandbox } from './Sandbox.tsx';

removeStoredQueries();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Sandbox />
    </StrictMode>,
  );
