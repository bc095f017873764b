// For `n8n-node lint`, n8n's own check of community nodes (CONTRIBUTING.md).
import { config } from '@n8n/node-cli/eslint';

export default [
  ...config,
  {
    // Whoever publishes the package under a name of theirs adds these.
    files: ['package.json'],
    rules: {
      '@n8n/community-nodes/require-homepage': 'off',
      '@n8n/community-nodes/valid-author': 'off',
      'n8n-nodes-base/community-package-json-author-missing': 'off',
      'n8n-nodes-base/community-package-json-repository-url-still-default': 'off',
    },
  },
];
