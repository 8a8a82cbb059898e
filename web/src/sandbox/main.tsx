import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './sandbox.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { withstandPageTranslation } from '../ui/values/pageTranslation.ts';
import { Sandbox } from './Sandbox.tsx';

withstandPageTranslation();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Sandbox />
    </StrictMode>,
  );
