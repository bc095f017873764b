export const templateInputExample = {
  name: 'Weekly letter',
  subject: 'Low Water {{ email.secondary_id }}',
  body: '## Seen this week\n\n## Tides\n\n{{ snippets.farewell }}',
};

export const templateExample = {
  id: '019a2c62-4d1e-7b90-8c33-6a1f5e0d7b21',
  ...templateInputExample,
  email_type: 'public' as const,
  template: null,
  locale: '',
  archival_mode: 'enabled' as const,
  creation_date: '2026-11-20T09:00:00.000Z',
  modification_date: '2026-11-20T09:00:00.000Z',
};
