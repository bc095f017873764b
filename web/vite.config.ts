import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The service replaces these two values in every page that it serves.
const placeholders = { nonce: '__NONCE__', root: '__ROOT__' };

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Built files find each other wherever BASE_URL is.
  base: command === 'build' ? './' : '/dashboard/',
  plugins: [
    react(),
    {
      name: 'root-of-development',
      apply: 'serve',
      transformIndexHtml: html => html.replace(placeholders.root, ''),
    },
  ],
  html: { cspNonce: placeholders.nonce },
  // A data: address would need a wider content security policy.
  build: { assetsInlineLimit: 0, emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { fs: { allow: ['..'] } },
}));
