import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'
import optimizeLocales from '@react-aria/optimize-locales-plugin'

const target = process.env.RACED_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    // React Aria ships 30 languages of built-in strings; the console speaks one.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    react(),
  ],
  server: {
    proxy: {
      '/api': target,
      '/ws': { target, ws: true },
      '/cable': { target, ws: true },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true,
  },
  test: { environment: 'happy-dom', globals: false, include: ['src/**/*.test.{ts,tsx}'] },
})
