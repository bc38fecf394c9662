// Checks the script that runs in pages. Files there are modules of their own that Go puts together.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    files: ['cdpclient/agent/js/**/*.js'],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      // Only what every page's isolated world has; no globals of ours.
      globals: globals.browser,
    },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-shadow': 'error',
      curly: ['error', 'multi-line'],
      complexity: ['error', 20],
      'max-lines-per-function': ['error', { max: 60 }],
    },
  },
  {
    // Evaluated with the command line utilities of DevTools in scope.
    files: ['cdpclient/agent/js/ears.page.js'],
    languageOptions: { sourceType: 'script', globals: { $$: 'readonly', getEventListeners: 'readonly' } },
  },
];
