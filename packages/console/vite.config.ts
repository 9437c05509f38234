import { defineConfig } from 'vite'

// The build output in `dist` is served by the service under `/console/`. Every file except the page has a
// hash in its name.
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  logLevel: 'warn',
  build: {
    target: 'es2022',
    modulePreload: false,
    // The content security policy of the page allows no inline content.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
})
