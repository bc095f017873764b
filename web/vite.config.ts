import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The service replaces these two values in every page that it serves.
const placeholders = { nonce: '__NONCE__', root: '__ROOT__' };

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Built files find each other under any BASE_URL.
  base: command === 'build' ? './' : '/dashboard/',
  plugins: [
    react(),
    {
      name: 'root-of-development',
      apply: 'serve',
      transformIndexHtml: html => html.replace(placeholders.root, ''),
    },
    {
      // Otherwise a browser learns of the fonts when it draws the first words, and draws them again.
      name: 'fonts-first',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (_, { bundle = {} }) =>
          Object.keys(bundle)
            .filter(name => /\/(inter|newsreader)-latin-wght-normal\b/.test(name))
            .map(name => ({
              tag: 'link',
              injectTo: 'head' as const,
              attrs: { rel: 'preload', href: `./${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            })),
      },
    },
  ],
  html: { cspNonce: placeholders.nonce },
  // A data: address would need a wider content security policy.
  build: {
    assetsInlineLimit: 0,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Words that nothing refers to are left out of a file.
      treeshake: { moduleSideEffects: [{ test: /web.src.words\b/, sideEffects: false }] },
      output: {
        // Every screen needs these, and they compress better together.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules.(react|react-dom|scheduler|use-sync-external-store|@tanstack)\b/,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: ['..'] } },
}));
