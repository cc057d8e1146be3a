import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The client of `npm run sdk`, without its types: `npm run check:console` makes them. */
const client = fileURLToPath(new URL('../../infra/sdk/client/client.js', import.meta.url));

export default defineConfig({
  base: './',
  plugins: [react()],
  resolve: {
    alias: { 'almanac-client': client },
    dedupe: ['openapi-fetch', 'react', 'react-dom', 'react-router', '@tanstack/react-query', 'react-hook-form'],
  },
  build: {
    assetsInlineLimit: 0,
    emptyOutDir: true,
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
  },
});
