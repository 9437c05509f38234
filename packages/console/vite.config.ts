import { defineConfig } from 'vite'

// Built into `dist`, from where the service serves it under `/console/`; every file but the page carries its hash.
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  logLevel: 'warn',
  build: {
    target: 'es2022',
    modulePreload: false,
    // The policy of the page lets nothing stand inside it.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
})
